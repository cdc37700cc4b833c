"""Contract: the real HTTP client against a server that speaks for Wikidata and Wikipedia."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator

import pytest
from tools.service_faults import FakeSeconds, fault_codes

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.platform.outbound import freshness
from jarvis_voice.platform.outbound.answer_cache import AnswerCache, kept_for
from jarvis_voice.platform.outbound.client import user_agent
from jarvis_voice.tools.web.search_wikimedia import WikimediaSearch
from jarvis_voice.tools.web.wikimedia import WikimediaUrls
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.wikimedia_server import WebsiteClaim, WikimediaServer

pytestmark = pytest.mark.contract

FAULT_CODES = fault_codes("search")


def fill(server: WikimediaServer) -> WikimediaServer:
    server.add_entity(
        "Q49108",
        "Massachusetts Institute of Technology",
        WebsiteClaim("http://web.mit.edu/", "normal"),
        WebsiteClaim("https://www.mit.edu/", "preferred"),
        WebsiteClaim("https://old.mit.example/", "deprecated"),
        names=["MIT"],
        description="research university in Cambridge",
    )
    server.add_page(
        "Massachusetts_Institute_of_Technology",
        "The Massachusetts Institute of Technology is a private research university.",
        found_by=["MIT"],
    )
    return server


@pytest.fixture
def server() -> Iterator[WikimediaServer]:
    with WikimediaServer() as server:
        yield fill(server)


@pytest.fixture
def seconds() -> FakeSeconds:
    return FakeSeconds()


@pytest.fixture
async def search(server: WikimediaServer, seconds: FakeSeconds) -> AsyncIterator[WikimediaSearch]:
    urls = WikimediaUrls(server.url, server.url)
    async with WikimediaSearch(urls, seconds=seconds) as search:
        yield search


async def test_the_official_website_comes_first_and_the_answer_is_cited(
    search: WikimediaSearch,
) -> None:
    found = await search.search("find the MIT website")
    page = "https://en.wikipedia.org/wiki/Massachusetts_Institute_of_Technology"
    assert found.links == (
        Link(
            "Massachusetts Institute of Technology",
            "https://www.mit.edu/",
            "wikidata",
            "research university in Cambridge",
        ),
        Link(
            "Massachusetts Institute of Technology",
            page,
            "wikipedia",
            "Massachusetts Institute of Technology is",
        ),
    )
    assert found.answer.startswith("The Massachusetts Institute of Technology is a private")
    assert found.answer_source == page
    assert found.entity == "Massachusetts Institute of Technology"
    assert (found.query, found.backend) == ("find the MIT website", "Wikimedia")


async def test_every_request_says_who_asks(
    server: WikimediaServer, search: WikimediaSearch
) -> None:
    await search.search("MIT")
    assert {request.headers["user-agent"] for request in server.requests} == {user_agent()}
    assert [request.path for request in server.requests if "php" in request.path].count(
        "/w/api.php"
    ) == 2


async def test_entities_without_a_website_are_passed_over(
    server: WikimediaServer, search: WikimediaSearch
) -> None:
    server.add_entity("Q89", "apple", description="fruit")
    server.add_entity("Q312", "Apple Inc.", WebsiteClaim("https://www.apple.com/"), names=["apple"])
    found = await search.search("apple website")
    assert [link.url for link in found.links] == ["https://www.apple.com/"]
    assert found.entity == "Apple Inc."


async def test_a_page_whose_key_fits_into_no_address_is_passed_over(
    server: WikimediaServer, search: WikimediaSearch
) -> None:
    server.add_page("Zebra_\ud800", "Half a character.", found_by=["zebra"])
    server.add_page("Zebrafinken_\u00fc", "A bird.", found_by=["zebra"])
    found = await search.search("zebra")
    assert found.answer == "A bird."
    assert [link.url for link in found.links] == [
        "https://en.wikipedia.org/wiki/Zebrafinken_%C3%BC"
    ]


async def test_an_unknown_name_finds_nothing(search: WikimediaSearch) -> None:
    found = await search.search("qwertyuiop")
    assert (found.links, found.answer, found.entity) == ((), "", "")


async def test_a_disambiguation_page_is_no_answer(
    server: WikimediaServer, search: WikimediaSearch
) -> None:
    server.add_page("Mercury", "Mercury may refer to:", kind="disambiguation")
    found = await search.search("Mercury")
    assert (found.answer, found.answer_source) == ("", "")
    assert [link.origin for link in found.links] == ["wikipedia"]


async def test_a_second_search_of_the_same_user_comes_from_memory(
    server: WikimediaServer, search: WikimediaSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freshness, "USUAL_SECONDS", {"127.0.0.1": 600.0})
    kept = AnswerCache()
    with kept_for("anna", kept):
        first = await search.search("MIT website")
        asked = len(server.requests)
        again = await search.search("find the MIT website")
    assert again.links == first.links
    assert again.query == "find the MIT website"
    assert len(server.requests) == asked
    with kept_for("ben", kept):
        await search.search("MIT website")
    assert len(server.requests) == 2 * asked


@pytest.mark.parametrize("fault", HttpFault)
async def test_each_fault_has_its_code_and_passes(
    server: WikimediaServer, seconds: FakeSeconds, fault: HttpFault
) -> None:
    urls = WikimediaUrls(server.url, server.url)
    budget = 0.3 if fault is HttpFault.HANG else 5.0
    async with asyncio.timeout(30), WikimediaSearch(urls, budget, seconds) as search:
        server.break_with(fault)
        with pytest.raises(ToolError) as caught:
            await search.search("MIT")
        assert caught.value.code == FAULT_CODES[fault]
        server.heal()
        seconds.now += 3_600.0
        search._timeout_seconds = 5.0
        assert (await search.search("MIT")).links[0].url == "https://www.mit.edu/"


async def test_a_host_that_asks_for_a_pause_gets_it(
    server: WikimediaServer, search: WikimediaSearch, seconds: FakeSeconds
) -> None:
    server.retry_after = "120"
    server.break_with(HttpFault.RATE_LIMITED)
    with pytest.raises(ToolError):
        await search.search("MIT")
    server.heal()
    asked = len(server.requests)
    seconds.now = 119.0
    with pytest.raises(ToolError) as caught:
        await search.search("MIT")
    assert caught.value.code == "search-rate-limited"
    assert len(server.requests) == asked
    seconds.now = 120.0
    assert (await search.search("MIT")).links


async def test_pauses_double_when_no_time_is_named(
    server: WikimediaServer, seconds: FakeSeconds
) -> None:
    server.break_with(HttpFault.RATE_LIMITED)
    with WikimediaServer() as wikipedia:
        urls = WikimediaUrls(server.url, wikipedia.url)
        async with WikimediaSearch(urls, seconds=seconds) as search:
            asked_at = []
            for now in range(0, 240, 10):
                seconds.now = float(now)
                before = len(server.requests)
                await search.search(f"nothing {now}")
                if len(server.requests) > before:
                    asked_at.append(now)
    assert asked_at == [0, 30, 90, 210]


async def test_one_of_the_two_is_enough_and_is_not_kept(server: WikimediaServer) -> None:
    with WikimediaServer() as broken:
        broken.break_with(HttpFault.SERVER_ERROR)
        async with WikimediaSearch(WikimediaUrls(server.url, broken.url)) as search:
            found = await search.search("MIT")
            assert [link.origin for link in found.links] == ["wikidata"]
            assert found.answer == ""
            fill(broken).heal()
            assert (await search.search("MIT")).answer


async def test_no_server_is_offline() -> None:
    with WikimediaServer() as gone:
        urls = WikimediaUrls(gone.url, gone.url)
    async with WikimediaSearch(urls) as search:
        with pytest.raises(ToolError) as caught:
            await search.search("MIT")
    assert caught.value.code == "search-offline"
    assert caught.value.__context__ is None


async def test_cancelling_a_hang_ends_it(server: WikimediaServer, search: WikimediaSearch) -> None:
    server.break_with(HttpFault.HANG)
    task = asyncio.create_task(search.search("MIT"))
    assert await asyncio.to_thread(server.hanging.wait, 30)
    task.cancel()
    async with asyncio.timeout(2):
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_the_query_stays_out_of_the_logs(
    search: WikimediaSearch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await search.search("zebracorn")
    assert "zebracorn" not in caplog.text


async def test_as_many_pages_are_asked_for_as_are_wanted(
    server: WikimediaServer, search: WikimediaSearch
) -> None:
    for number in range(40):
        server.add_page(f"List_{number}", "A list.", found_by=["lists"])
    found = await search.search("lists", 30)
    assert len(found.links) == 30
    assert len((await search.search("lists")).links) == 10
    limits = [r.query["limit"] for r in server.requests if r.path.endswith("/search/page")]
    assert limits == ["30", "10"]


def test_both_projects_are_on_one_server_or_where_they_are() -> None:
    assert WikimediaUrls.at("http://127.0.0.1:1") == WikimediaUrls(
        "http://127.0.0.1:1", "http://127.0.0.1:1"
    )
    assert WikimediaUrls.at(None) == WikimediaUrls()
