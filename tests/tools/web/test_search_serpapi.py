"""Contract: what the real google-search-results package asks, at a server of its protocol."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from protocols.secrecy import assert_hidden
from tools.service_faults import fault_codes

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.tools.web.search import MAX_LINKS
from jarvis_voice.tools.web.search_serpapi import SerpApiSearch
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.serpapi_server import SerpApiServer, organic

pytestmark = pytest.mark.contract

KEY = "decoy-serpapi-key-0123456789"
QUERY = "best engineering university"
FOUND = {"organic_results": organic("https://www.mit.edu/")}

FAULT_CODES = fault_codes("search")


@pytest.fixture
def server() -> Iterator[SerpApiServer]:
    with SerpApiServer(api_key=KEY) as server:
        yield server


@pytest.fixture
async def search(server: SerpApiServer) -> AsyncIterator[SerpApiSearch]:
    async with SerpApiSearch(KEY, server.url, timeout_seconds=5) as search:
        yield search


async def test_all_three_sources_of_links_are_used(
    server: SerpApiServer, search: SerpApiSearch
) -> None:
    pages = organic(*(f"https://page{n}.example.com/" for n in range(10)))
    server.answer(
        QUERY,
        {
            "search_metadata": {"status": "Success"},
            "knowledge_graph": {
                "title": "Massachusetts Institute of Technology",
                "website": "https://www.mit.edu/",
                "description": "A private research university.",
            },
            "answer_box": {
                "type": "organic_result",
                "title": "Best Engineering Schools",
                "link": "https://www.usnews.com/best",
                "snippet": "1. Massachusetts Institute of Technology",
            },
            "organic_results": pages,
        },
    )
    found = await search.search(QUERY)
    assert [link.url for link in found.links] == [
        "https://www.mit.edu/",
        "https://www.usnews.com/best",
        *(page["link"] for page in pages),
    ]
    assert found.links[0] == Link(
        "Massachusetts Institute of Technology",
        "https://www.mit.edu/",
        "search",
        "A private research university.",
    )
    assert found.answer == "1. Massachusetts Institute of Technology"
    assert found.answer_source == "https://www.usnews.com/best"
    assert found.entity == "Massachusetts Institute of Technology"
    assert (found.query, found.backend, found.notes) == (QUERY, "SerpAPI", ())
    [request] = server.requests
    assert request.query["q"] == QUERY


@pytest.mark.parametrize(
    ("box", "entity"),
    [
        ({"answer": "Delft University of Technology"}, "Delft University of Technology"),
        ({"snippet_highlighted_words": ["Stanford University."]}, "Stanford University"),
        ({"answer": "8,849 m"}, ""),
        ({"answer": "it is a long sentence about many things"}, ""),
        ({"answer": 42, "snippet_highlighted_words": {"a": 1}}, ""),
    ],
)  # fmt: skip
async def test_an_answer_box_names_something_or_not(
    server: SerpApiServer, search: SerpApiSearch, box: dict[str, Any], entity: str
) -> None:
    server.answer(QUERY, {"answer_box": box})
    assert (await search.search(QUERY)).entity == entity


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"error": "Google hasn't returned any results for this query."},
        {"knowledge_graph": [], "answer_box": "MIT", "organic_results": {"0": {}}},
        {"knowledge_graph": {"website": 7, "title": ["x"]}, "answer_box": {"link": None}},
        {
            "organic_results": [
                None,
                3,
                {},
                {"link": "not a url"},
                {"link": ["https://x.example.com"]},
            ]
        },
    ],
)
async def test_missing_and_mistyped_keys_are_no_results(
    server: SerpApiServer, search: SerpApiSearch, body: dict[str, Any]
) -> None:
    server.answer(QUERY, body)
    found = await search.search(QUERY)
    assert (found.links, found.answer, found.entity) == ((), "", "")


async def test_no_more_entries_of_a_page_are_read_than_links_can_be_wanted(
    server: SerpApiServer, search: SerpApiSearch
) -> None:
    entries = organic(*(f"https://page{n}.example.com/" for n in range(MAX_LINKS + 1)))
    for entry in entries[: MAX_LINKS - 1]:
        entry["link"] = "http://localhost/"
    server.answer(QUERY, {"organic_results": entries})
    found = await search.search(QUERY)
    assert [link.url for link in found.links] == [f"https://page{MAX_LINKS - 1}.example.com/"]


@pytest.mark.parametrize("fault", HttpFault)
async def test_each_fault_has_its_code_hides_the_key_and_passes(
    server: SerpApiServer,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    fault: HttpFault,
) -> None:
    caplog.set_level(logging.DEBUG)
    server.answer(QUERY, FOUND)
    server.retry_after = "0"
    budget = 0.3 if fault is HttpFault.HANG else 5.0
    async with asyncio.timeout(30), SerpApiSearch(KEY, server.url, budget) as search:
        server.break_with(fault)
        with pytest.raises(ToolError) as caught:
            await search.search(QUERY)
        assert caught.value.code == FAULT_CODES[fault]
        assert_hidden(KEY, caught.value, caplog, capfd)
        server.heal()
        if fault is not HttpFault.RATE_LIMITED:
            search._timeout_seconds = 5.0
            assert (await search.search(QUERY)).links


async def test_a_rate_limit_is_remembered(server: SerpApiServer, search: SerpApiSearch) -> None:
    server.retry_after = "120"
    server.break_with(HttpFault.RATE_LIMITED)
    for _ in range(3):
        with pytest.raises(ToolError) as caught:
            await search.search(QUERY)
        assert caught.value.code == "search-rate-limited"
    assert len(server.requests) == 1


async def test_a_refused_key_is_remembered_and_not_shown(
    server: SerpApiServer, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    wrong = "decoy-wrong-key-9876543210"
    async with SerpApiSearch(wrong, server.url) as search:
        for _ in range(2):
            with pytest.raises(ToolError) as caught:
                await search.search(QUERY)
            assert caught.value.code == "search-bad-key"
            assert "SERPAPI_API_KEY" in caught.value.message
            assert_hidden(wrong, caught.value, caplog, capfd)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"error": "Invalid API key. Your API key should be here: ..."}, 200, "search-bad-key"),
        ({"error": "Your account has run out of searches."}, 200, "search-rate-limited"),
        ({"error": "Missing query `q` parameter."}, 400, "search-bad-answer"),
        ({"error": "Something new"}, 200, "search-bad-answer"),
        ([], 200, "search-bad-answer"),
    ],
)
async def test_errors_in_the_body_are_read(
    server: SerpApiServer, search: SerpApiSearch, body: Any, status: int, code: str
) -> None:
    server.answer(QUERY, body, status)
    with pytest.raises(ToolError) as caught:
        await search.search(QUERY)
    assert caught.value.code == code


async def test_no_server_is_offline_and_hides_the_key(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with SerpApiServer() as gone:
        url = gone.url
    async with SerpApiSearch(KEY, url) as search:
        with pytest.raises(ToolError) as caught:
            await search.search(QUERY)
    assert caught.value.code == "search-offline"
    assert_hidden(KEY, caught.value, caplog, capfd)


async def test_cancelling_a_hang_ends_it_and_the_next_search_works(
    server: SerpApiServer, search: SerpApiSearch
) -> None:
    server.answer(QUERY, FOUND)
    server.break_with(HttpFault.HANG)
    task = asyncio.create_task(search.search(QUERY))
    assert await asyncio.to_thread(server.hanging.wait, 30)
    task.cancel()
    async with asyncio.timeout(2):
        with pytest.raises(asyncio.CancelledError):
            await task
    server.fault = None
    assert (await search.search(QUERY)).links
    server.heal()


async def test_the_query_stays_out_of_the_logs(
    server: SerpApiServer, search: SerpApiSearch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.answer("zebracorn", FOUND)
    await search.search("zebracorn")
    assert "zebracorn" not in caplog.text
    assert KEY not in caplog.text


def page_of(start: int, n: int = 10, *, follows: bool = False) -> dict[str, Any]:
    """One page of results, numbered through."""
    urls = [f"https://page{start + number}.example.com/" for number in range(n)]
    pagination = {"serpapi_pagination": {"next": "https://serpapi.com/search?start=x"}}
    return {"organic_results": organic(*urls, start=start)} | (pagination if follows else {})


def starts(server: SerpApiServer) -> list[int]:
    return [int(request.query.get("start", "0")) for request in server.requests]


async def test_many_results_come_by_pages(server: SerpApiServer, search: SerpApiSearch) -> None:
    graph = {"knowledge_graph": {"title": "MIT", "website": "https://www.mit.edu/"}}
    for start in range(0, 100, 10):
        server.answer(QUERY, page_of(start) | ({} if start else graph), start=start)
    found = await search.search(QUERY, 100)
    assert starts(server) == list(range(0, 100, 10))
    assert len(found.links) == 100
    assert [link.url for link in found.links[:3]] == [
        "https://www.mit.edu/",
        "https://page0.example.com/",
        "https://page1.example.com/",
    ]
    assert (found.entity, found.notes) == ("MIT", ())


@pytest.mark.parametrize(
    ("count", "wanted", "n_links"),
    [(1, [0], 10), (10, [0], 10), (11, [0, 10], 12), (25, [0, 10, 20], 25)],
)
async def test_no_page_more_than_is_wanted_is_asked_for(
    server: SerpApiServer, search: SerpApiSearch, count: int, wanted: list[int], n_links: int
) -> None:
    for start in (0, 10, 20):
        server.answer(QUERY, page_of(start), start=start)
    assert len((await search.search(QUERY, count)).links) == n_links
    assert starts(server) == wanted


@pytest.mark.parametrize(
    ("bodies", "n_asked", "n_links"),
    [
        ([page_of(0, 7)], 1, 7),
        ([page_of(0, 7, follows=True), page_of(7, 3)], 2, 10),
        ([page_of(0), {"error": "Google hasn't returned any results for this query."}], 2, 10),
        ([page_of(0, 10, follows=True), {"organic_results": []}], 2, 10),
        ([page_of(0), page_of(0)], 2, 10),
    ],
)
async def test_an_empty_or_short_page_is_the_last(
    server: SerpApiServer,
    search: SerpApiSearch,
    bodies: list[dict[str, Any]],
    n_asked: int,
    n_links: int,
) -> None:
    for number, body in enumerate(bodies):
        server.answer(QUERY, body, start=10 * number)
    found = await search.search(QUERY, 20 if n_asked == len(bodies) else 100)
    assert (len(server.requests), len(found.links)) == (n_asked, n_links)
    assert found.notes == ()


@pytest.mark.parametrize(
    ("body", "status", "why"),
    [
        ({"error": "internal"}, 500, "does not answer"),
        ({"error": "Your account has run out of searches."}, 429, "answers no more questions"),
        ([], 200, "cannot use"),
    ],
)
async def test_what_was_found_is_kept_when_a_later_page_fails(
    server: SerpApiServer, search: SerpApiSearch, body: Any, status: int, why: str
) -> None:
    server.answer(QUERY, page_of(0))
    server.answer(QUERY, page_of(10), start=10)
    server.answer(QUERY, body, status, start=20)
    found = await search.search(QUERY, 50)
    assert len(found.links) == 20
    [note] = found.notes
    assert note.startswith("These are not all. The web search ")
    assert why in note
    assert KEY not in note


async def test_a_later_page_that_hangs_ends_with_the_time_and_keeps_the_first(
    server: SerpApiServer,
) -> None:
    server.answer(QUERY, page_of(0))

    class HangsOnTheSecond(SerpApiSearch):
        async def _page(self, query: str, start: int, seconds: float) -> Any:
            if start:
                server.break_with(HttpFault.HANG)
                seconds = 0.3
            return await super()._page(query, start, seconds)

    async with HangsOnTheSecond(KEY, server.url, 5.0) as search:
        found = await search.search(QUERY, 30)
        server.heal()
    assert len(found.links) == 10
    assert found.notes == (
        "These are not all. The web search takes too long to answer. Try again later.",
    )


async def test_no_page_is_asked_for_without_time(
    server: SerpApiServer, search: SerpApiSearch
) -> None:
    with pytest.raises(ToolError) as caught:
        await search._page(QUERY, 10, 0.0)
    assert caught.value.code == "search-timeout"
    assert server.requests == []
