"""Contract: the free map over the real HTTP client, against a server that speaks Overpass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tools.service_faults import FakeSeconds, fault_codes

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.tools.places.overpass import WAIT_SECONDS, Overpass, question
from jarvis_voice.tools.places.place_kinds import PlaceKind, kind_of
from jarvis_voice.tools.places.places import Place
from jarvis_voice.tools.web.local_search import FoundPlace
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.overpass_server import OverpassServer, map_node

pytestmark = pytest.mark.contract

BRISTOL = Place("Bristol", "Europe/London", 51.4552, -2.5967, "Bristol")
CAFE = kind_of("cafe") or PlaceKind("", "", (), 0)
FAULT_CODES = fault_codes("map")


@pytest.fixture
def server() -> Iterator[OverpassServer]:
    with OverpassServer() as server:
        yield server


async def test_one_bounded_question_names_us_and_holds_a_kind_and_coordinates_alone(
    server: OverpassServer,
) -> None:
    assert await Overpass(server.url).find(CAFE, BRISTOL) == ()
    [request] = server.requests
    assert request.method == "GET"
    assert set(request.query) == {"data"}
    assert request.query["data"] == (
        "[out:json][timeout:8][maxsize:64000000];"
        '(nwr["amenity"="cafe"](around:600,51.455,-2.597););out tags center qt 300;'
        '(nwr["amenity"="cafe"](around:3000,51.455,-2.597););out tags center qt 150;'
    )
    assert "jarvis-voice" in request.headers["user-agent"]


def test_a_kind_with_two_tags_is_asked_for_by_both() -> None:
    temple = kind_of("temple")
    assert temple is not None
    assert question(temple, BRISTOL).count('nwr["amenity"="place_of_worship"]') == 4


async def test_the_nearest_come_first_each_once(server: OverpassServer) -> None:
    far = map_node(1, "Far", 51.47, -2.5967, addr__street="Long Road")
    near = map_node(2, "Near", 51.4553, -2.5967, addr__street="Park Street", addr__housenumber="27")
    way = {
        "type": "way",
        "id": 3,
        "center": {"lat": 51.456, "lon": -2.5967},
        "tags": {"name": "Way", "contact:website": "https://way.example.org/"},
    }
    nameless = map_node(4, "", 51.4552, -2.5967)
    branded = map_node(5, "", 51.4554, -2.5967, brand="Costa")
    server.elements = [far, near, way, near, nameless, branded]
    found = await Overpass(server.url).find(CAFE, BRISTOL)
    assert found == (
        FoundPlace("Near", "27 Park Street", None),
        FoundPlace("Costa", "", None),
        FoundPlace("Way", "", Link("Way", "https://way.example.org/", "openstreetmap")),
        FoundPlace("Far", "Long Road", None),
    )


async def test_a_website_is_a_link_that_anybody_may_have_written(server: OverpassServer) -> None:
    server.elements = [
        map_node(1, "A", website="https://www.a-cafe.co.uk/menu"),
        map_node(2, "B", website="http://192.168.0.1/", url="javascript:alert(1)"),
    ]
    found = await Overpass(server.url).find(CAFE, BRISTOL)
    assert [place.link for place in found] == [
        Link("A", "https://www.a-cafe.co.uk/menu", "openstreetmap"),
        None,
    ]


@pytest.mark.parametrize(
    "element",
    [
        None,
        "x",
        {},
        {"tags": "x"},
        {"tags": {"name": 7}},
        {"tags": {"name": "A", "website": 7, "addr:street": []}, "lat": "x", "center": 9},
        {"tags": {"name": "A" * 5_000}, "lat": 1, "lon": None},
        {"tags": {"name": "A"}, "lat": 10**400, "lon": float("nan")},
    ],
)
async def test_odd_elements_do_no_harm(server: OverpassServer, element: Any) -> None:
    server.elements = [element]
    found = await Overpass(server.url).find(CAFE, BRISTOL)
    assert all(len(place.name) < 70 for place in found)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"elements": "x"}, "map-bad-answer"),
        ({}, "map-bad-answer"),
        (
            {"elements": [], "remark": "runtime error: Query timed out in query at line 1"},
            "map-timeout",
        ),
    ],
)
async def test_an_answer_without_places_is_no_empty_map(
    server: OverpassServer, body: Any, code: str
) -> None:
    server.body = body
    with pytest.raises(ToolError) as failure:
        await Overpass(server.url).find(CAFE, BRISTOL)
    assert failure.value.code == code


@pytest.mark.parametrize("fault", FAULT_CODES)
async def test_faults_are_told(server: OverpassServer, fault: HttpFault) -> None:
    server.break_with(fault)
    with pytest.raises(ToolError) as failure:
        await Overpass(server.url, timeout_seconds=0.5).find(CAFE, BRISTOL)
    assert failure.value.code == FAULT_CODES[fault]


async def test_after_a_refusal_it_is_not_asked_for_a_while(server: OverpassServer) -> None:
    seconds = FakeSeconds()
    service = Overpass(server.url, seconds=seconds)
    server.break_with(HttpFault.RATE_LIMITED)
    for _ in range(2):
        with pytest.raises(ToolError, match="answers no more questions"):
            await service.find(CAFE, BRISTOL)
    assert len(server.requests) == 1
    server.heal()
    seconds.now = WAIT_SECONDS + 1
    assert await service.find(CAFE, BRISTOL) == ()
