"""Contract: Google's local results by SerpAPI, at a server of its protocol."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.tools.web.local_search import FoundPlace, GoogleLocal
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.serpapi_server import NOTHING_FOUND, SerpApiServer, local_place

pytestmark = pytest.mark.contract

KEY = "decoy-serpapi-key-0123456789"
ASKED = "thai places in Leeds"


@pytest.fixture
def server() -> Iterator[SerpApiServer]:
    with SerpApiServer(api_key=KEY) as server:
        yield server


@pytest.fixture
async def search(server: SerpApiServer) -> AsyncIterator[GoogleLocal]:
    async with GoogleLocal(KEY, server.url, timeout_seconds=5) as search:
        yield search


async def test_places_come_with_street_and_website(
    server: SerpApiServer, search: GoogleLocal
) -> None:
    places = [
        local_place("Zaap", "22 Grand Arcade, Leeds LS1", "https://www.zaap.co.uk/"),
        local_place("Sukhothai"),
        {"title": "My Thai", "website": "https://my-thai.example.org/", "address": 7},
    ]
    server.answer_places(ASKED, {"local_results": places})
    assert await search.find("thai places", "Leeds") == (
        FoundPlace("Zaap", "22 Grand Arcade", Link("Zaap", "https://www.zaap.co.uk/", "search")),
        FoundPlace("Sukhothai", "", None),
        FoundPlace("My Thai", "", Link("My Thai", "https://my-thai.example.org/", "search")),
    )
    [request] = server.requests
    assert request.query["q"] == ASKED
    assert request.query["engine"] == "google_local"


@pytest.mark.parametrize(
    "body",
    [
        NOTHING_FOUND,
        {},
        {"local_results": {"places": []}},
        {"local_results": [None, 7, {}, {"title": 1}, {"title": ""}]},
    ],
)
async def test_nothing_found_is_no_error(
    server: SerpApiServer, search: GoogleLocal, body: Any
) -> None:
    server.answer_places(ASKED, body)
    assert await search.find("thai places", "Leeds") == ()


async def test_a_local_address_is_no_website(server: SerpApiServer, search: GoogleLocal) -> None:
    place = local_place("Evil", "", "http://192.168.0.1/admin")
    server.answer_places(ASKED, {"local_results": [place | {"links": place["links"]}]})
    assert await search.find("thai places", "Leeds") == (FoundPlace("Evil", "", None),)


async def test_a_refused_key_is_asked_with_once(server: SerpApiServer) -> None:
    async with GoogleLocal("another-key", server.url) as search:
        for _ in range(2):
            with pytest.raises(ToolError) as failure:
                await search.find("thai places", "Leeds")
            assert failure.value.code == "search-bad-key"
            assert "another-key" not in str(failure.value)
    assert len(server.requests) == 1


async def test_a_server_that_is_down_is_told(server: SerpApiServer, search: GoogleLocal) -> None:
    server.break_with(HttpFault.SERVER_ERROR)
    with pytest.raises(ToolError) as failure:
        await search.find("thai places", "Leeds")
    assert failure.value.code == "search-offline"
