"""Contract: the real google-search-results client against a server that speaks its protocol."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from protocols.loopback import Fault
from protocols.secrecy import assert_hidden
from protocols.serpapi import SerpApiServer, organic

from jarvis_voice.errors import ToolError
from jarvis_voice.tools.search_serpapi import SerpApiSearch
from jarvis_voice.types import Link

KEY = "decoy-serpapi-key-0123456789"
QUERY = "best engineering university"
FOUND = {"organic_results": organic("https://www.mit.edu/")}

FAULT_CODES = {
    Fault.RATE_LIMITED: "search-rate-limited",
    Fault.SERVER_ERROR: "search-offline",
    Fault.HANG: "search-timeout",
    Fault.CUT: "search-bad-answer",
    Fault.HTML: "search-bad-answer",
    Fault.EMPTY: "search-bad-answer",
}


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
    pages = organic(*(f"https://page{n}.example/" for n in range(10)))
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
        {"organic_results": [None, 3, {}, {"link": "not a url"}, {"link": ["https://x.example"]}]},
    ],
)
async def test_missing_and_mistyped_keys_are_no_results(
    server: SerpApiServer, search: SerpApiSearch, body: dict[str, Any]
) -> None:
    server.answer(QUERY, body)
    found = await search.search(QUERY)
    assert (found.links, found.answer, found.entity) == ((), "", "")


@pytest.mark.parametrize("fault", Fault)
async def test_each_fault_has_its_code_hides_the_key_and_passes(
    server: SerpApiServer,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    fault: Fault,
) -> None:
    caplog.set_level(logging.DEBUG)
    server.answer(QUERY, FOUND)
    server.retry_after = "0"
    budget = 0.3 if fault is Fault.HANG else 5.0
    async with asyncio.timeout(30), SerpApiSearch(KEY, server.url, budget) as search:
        server.break_with(fault)
        with pytest.raises(ToolError) as caught:
            await search.search(QUERY)
        assert caught.value.code == FAULT_CODES[fault]
        assert_hidden(KEY, caught.value, caplog, capfd)
        server.heal()
        if fault is not Fault.RATE_LIMITED:
            search._timeout_seconds = 5.0
            assert (await search.search(QUERY)).links


async def test_a_rate_limit_is_remembered(server: SerpApiServer, search: SerpApiSearch) -> None:
    server.retry_after = "120"
    server.break_with(Fault.RATE_LIMITED)
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
    server.break_with(Fault.HANG)
    task = asyncio.create_task(search.search(QUERY))
    assert await asyncio.to_thread(server.hanging.wait, 30)
    task.cancel()
    async with asyncio.timeout(2):
        with pytest.raises(asyncio.CancelledError):
            await task
    server.fault = None  # the first request still hangs in its thread
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
