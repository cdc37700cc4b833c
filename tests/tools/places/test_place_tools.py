"""Contract: find_places over the real HTTP client, against servers of both services."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from pydantic import ValidationError
from tools.around import NOW, NoSearch, run, surroundings, the_tool

from jarvis_voice.core.config import UserConfig
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link, ReceiptKind
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.places.place_phrases import NOT_JUDGED
from jarvis_voice.tools.places.place_tools import FindPlacesArguments, tools
from jarvis_voice.tools.registry import Tool, ToolContext
from jarvis_voice.tools.web.local_search import GoogleLocal
from jarvis_voice.tools.web.search import SearchResults
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.open_meteo_server import OpenMeteoServer
from jarvis_voice.workshop.worlds.overpass_server import OverpassServer, map_node
from jarvis_voice.workshop.worlds.serpapi_server import SerpApiServer, local_place

pytestmark = pytest.mark.contract

KEY = "decoy-serpapi-key-0123456789"
BOSCO = map_node(1, "Bosco", 51.4552, -2.5967, addr__street="Park Street", website="https://b.org/")
NOODLES = map_node(2, "Noodles", 51.4553, -2.5967, addr__street="Broad Street")


class PagesFound:
    """A web search that finds one page, or none."""

    def __init__(self, *links: Link) -> None:
        self._links = links
        self.asked: list[str] = []

    async def search(self, query: str, count: int = 10) -> SearchResults:
        del count
        self.asked.append(query)
        return SearchResults(query, self._links, "", "", "", "test")


@pytest.fixture
def the_map() -> Iterator[OverpassServer]:
    with OverpassServer() as server:
        yield server


@pytest.fixture
def google() -> Iterator[SerpApiServer]:
    with SerpApiServer(api_key=KEY) as server:
        yield server


def finder(the_map: OverpassServer, home_city: str = "", **around: Any) -> Tool:
    settings = {"home_city": home_city, "units": "metric", "currency": "EUR", "clock": "24"}
    user = UserConfig.model_validate({"locale": "en_GB"} | settings)
    nobody = "http://127.0.0.1:1"
    endpoints = Endpoints(
        open_meteo=around.pop("open_meteo", nobody), overpass=the_map.url, serpapi=nobody
    )
    edge = Edge(endpoints=endpoints)
    return the_tool(tools, "find_places", surroundings(user=user, edge=edge, **around))


@asynccontextmanager
async def with_google(
    the_map: OverpassServer, google: SerpApiServer, home_city: str = ""
) -> AsyncIterator[Tool]:
    async with GoogleLocal(KEY, google.url) as local:
        yield finder(the_map, home_city, local_search=local)


async def test_the_map_finds_places_around_the_middle_of_a_city(the_map: OverpassServer) -> None:
    the_map.elements = [NOODLES, BOSCO]
    result = await run(finder(the_map), kind="restaurants", near="Bristol")
    assert result.receipt.kind is ReceiptKind.LOOKUP
    assert result.receipt.observed == (
        "I found two restaurants near the middle of Bristol: Bosco on Park Street and Noodles on "
        "Broad Street, by OpenStreetMap."
    )
    assert result.links == (Link("Bosco", "https://b.org/", "openstreetmap"),)
    assert result.data["places"] == ["Bosco", "Noodles"]


async def test_nearby_is_the_home_city(the_map: OverpassServer) -> None:
    the_map.elements = [BOSCO]
    context = ToolContext(NOW, goal="find a good restaurant near me")
    tool = finder(the_map, "Bristol")
    result = await run(tool, context, kind="a good restaurant", near="me")
    assert "near the middle of Bristol" in result.receipt.observed
    assert result.receipt.observed.endswith(NOT_JUDGED)


async def test_without_a_city_it_asks_for_one(the_map: OverpassServer) -> None:
    result = await run(finder(the_map), kind="restaurant")
    assert (result.receipt.kind, result.receipt.observed) == (ReceiptKind.NO_OP, "For which city?")
    assert not the_map.requests


async def test_nothing_found_is_told(the_map: OverpassServer) -> None:
    result = await run(finder(the_map), kind="banks", near="Leeds")
    assert result.receipt.kind is ReceiptKind.NO_OP
    assert result.receipt.observed == (
        "I found no bank near the middle of Leeds, by OpenStreetMap."
    )


async def test_the_same_request_is_asked_once(the_map: OverpassServer) -> None:
    the_map.elements = [BOSCO]
    tool = finder(the_map)
    for kind in ("restaurant", "a restaurant"):
        await run(tool, kind=kind, near="Bristol")
    assert len(the_map.requests) == 1
    await run(tool, kind="restaurant", near="Leeds")
    assert len(the_map.requests) == 2


async def test_a_town_that_the_list_lacks_is_looked_up(the_map: OverpassServer) -> None:
    the_map.elements = [BOSCO]
    with OpenMeteoServer() as geocoder:
        place = {"name": "Zennor", "country": "United Kingdom", "latitude": 50.2, "longitude": -5.6}
        geocoder.places["Zennor"] = [place]
        tool = finder(the_map, open_meteo=geocoder.url)
        result = await run(tool, kind="pub", near="Zennor")
    assert "around:600,50.200,-5.600" in the_map.requests[0].query["data"]
    assert "near the middle of Zennor" in result.receipt.observed


async def test_a_city_that_nobody_knows_is_told(the_map: OverpassServer) -> None:
    result = await run(finder(the_map), kind="pub", near="Blorptown")
    assert result.receipt.observed == "I do not know a city called Blorptown."
    assert not the_map.requests


async def test_a_key_asks_google_and_not_the_map(
    the_map: OverpassServer, google: SerpApiServer
) -> None:
    place = local_place("Sky", "1 High Street, Leeds", "https://sky.example.org/")
    google.answer_places("rooftop bars in Leeds, United Kingdom", {"local_results": [place]})
    async with with_google(the_map, google) as tool:
        result = await run(tool, kind="some rooftop bars", near="Leeds")
    assert result.receipt.observed == (
        "I found one rooftop bar in Leeds: Sky at 1 High Street, by Google."
    )
    assert result.links == (Link("Sky", "https://sky.example.org/", "search"),)
    assert not the_map.requests


async def test_where_google_fails_the_map_is_asked(
    the_map: OverpassServer, google: SerpApiServer
) -> None:
    the_map.elements = [BOSCO]
    google.break_with(HttpFault.SERVER_ERROR)
    async with with_google(the_map, google, "Bristol") as tool:
        result = await run(tool, kind="restaurant")
        assert result.data["source"] == "OpenStreetMap"
        with pytest.raises(ToolError, match="The web search does not answer"):
            await run(tool, kind="rooftop bars")


async def test_a_refused_key_is_told_once(the_map: OverpassServer, google: SerpApiServer) -> None:
    the_map.elements = [BOSCO]
    google.api_key = "another"
    async with with_google(the_map, google, "Bristol") as tool:
        first = await run(tool, kind="restaurant")
        second = await run(tool, kind="restaurant")
    note = " The web search refused the key in SERPAPI_API_KEY. Check it, or remove it."
    assert first.receipt.observed == second.receipt.observed + note


async def test_a_station_is_no_city(the_map: OverpassServer) -> None:
    with OpenMeteoServer() as geocoder:
        tool = finder(the_map, open_meteo=geocoder.url)
        result = await run(tool, kind="pub", near="the train station")
    assert result.receipt.observed == "I do not know a city called the train station."
    assert not geocoder.requests


async def test_a_kind_that_the_map_does_not_know_is_looked_for_on_the_web(
    the_map: OverpassServer,
) -> None:
    page = Link("Ten rooftop bars", "https://bars.example.org/", "search")
    web = PagesFound(page)
    result = await run(finder(the_map, search=web), kind="rooftop bars", near="Leeds")
    assert web.asked == ["rooftop bars in Leeds"]
    assert result.links == (page,)
    assert result.receipt.observed == (
        "The map does not know rooftop bars. Web pages about it: Ten rooftop bars."
    )
    nothing = await run(finder(the_map, search=PagesFound()), kind="rooftop bars", near="Leeds")
    assert nothing.receipt.kind is ReceiptKind.NO_OP


async def test_a_map_that_is_down_is_told_and_nothing_is_made_up(the_map: OverpassServer) -> None:
    the_map.break_with(HttpFault.SERVER_ERROR)
    with pytest.raises(ToolError, match="The map service does not answer"):
        await run(finder(the_map, search=NoSearch()), kind="restaurant", near="Bristol")


@pytest.mark.parametrize(
    ("said", "near"),
    [
        ("me", ""),
        ("me in Bristol", "Bristol"),
        ("the area", ""),
        ("my house", ""),
        ("here in Leeds", "Leeds"),
        ("Mexico", "Mexico"),
        ("Homer", "Homer"),
        ("Bristol city centre", "Bristol"),
        ("the center of Leeds", "Leeds"),
        ("downtown Chicago", "Chicago"),
        ("downtown", ""),
        ("central London", "London"),
        ("Central Park", "Central Park"),
        ("the centre of town", ""),
        ("the Hague", "the Hague"),
    ],
)
def test_words_for_where_the_user_is_are_no_city(said: str, near: str) -> None:
    assert FindPlacesArguments(kind="bank", near=said).near == near


def test_a_kind_is_one_without_praise() -> None:
    assert FindPlacesArguments(kind="Some good coffee shops").kind == "coffee shop"


@pytest.mark.parametrize(
    ("kind", "near"),
    [
        ("information", "Bristol"),
        ("hotel", "Paris for next weekend"),
        ("hotel", "Paris and open it"),
        ("best restaurant", "Bristol"),
        ("largest park", "London"),
        ("bank", "a street that I do not know"),
    ],
)
def test_other_requests_are_refused(kind: str, near: str) -> None:
    with pytest.raises(ValidationError):
        FindPlacesArguments(kind=kind, near=near)
