"""Finds places on OpenStreetMap's map, through the public server of the Overpass API.

No key is needed. The server is shared by all (https://dev.overpass-api.de/overpass-doc/en): one
small question for each request of a user, under our own name, and a pause where it asks for one.

Invariant: a kind of places and the coordinates of a city are sent, and nothing else; what comes
back is untrusted text, of which every key may be missing or of another type.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from jarvis_voice.core.cooldown import Cooldown, retry_after_seconds
from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.outbound.client import BoundedClient
from jarvis_voice.platform.outbound.no_answer import NoAnswerError
from jarvis_voice.tools.outage_words import (
    MAP,
    does_not_answer,
    no_answer,
    strange_answer,
    takes_too_long,
    wants_a_pause,
)
from jarvis_voice.tools.places.place_kinds import PlaceKind
from jarvis_voice.tools.places.places import Place
from jarvis_voice.tools.web.local_search import LONGEST_NAME, LONGEST_STREET, FoundPlace
from jarvis_voice.tools.web.search import plain, web_link

HOST = "https://overpass-api.de"
ORIGIN = "openstreetmap"
WAIT_SECONDS = 60.0
"""After a refusal that names no time."""

CLOSE_METERS = 600
"""Asked for apart: of the many in a large city the answer then still holds the nearest."""

_MOST_CLOSE, _MOST_FAR = 300, 150
_SERVER_SECONDS = 8
_SERVER_BYTES = 64_000_000
_METERS_OF_A_DEGREE = 111_320.0
_HALF_TURN = 180
_WEBSITES = ("website", "contact:website", "url")
_NAMES = ("name:en", "name", "brand", "operator")
_LONGEST_NUMBER = 8


class Overpass:
    """Client of the Overpass API.

    Args:
        base_url: Another server, for tests.
        timeout_seconds: For one whole answer.
        seconds: Monotonic seconds.
    """

    def __init__(
        self,
        base_url: str | None = None,
        timeout_seconds: float = 10.0,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url = f"{base_url or HOST}/api/interpreter"
        self._timeout_seconds = timeout_seconds
        self._refused = Cooldown(seconds)

    async def find(self, kind: PlaceKind, middle: Place) -> tuple[FoundPlace, ...]:
        """Places of a kind around the middle of a city, the nearest first.

        Raises:
            ToolError: "no-internet", "no-proxy", "map-offline", "map-timeout",
                "map-rate-limited" or "map-bad-answer".
        """
        self._refused.check()
        failure: ToolError
        try:
            async with BoundedClient() as client:
                asked = {"data": question(kind, middle)}
                answer = await client.get(self._url, asked, self._timeout_seconds)
            if answer.status != HTTPStatus.OK:
                raise self._refusal(answer.status, answer.headers)
            body = answer.as_object()
        except NoAnswerError as error:
            failure = no_answer(MAP, error)
        else:
            return _read(body, middle)
        raise failure

    def _refusal(self, status: int, headers: Mapping[str, str]) -> ToolError:
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            error = wants_a_pause(MAP)
            wait = retry_after_seconds(headers.get("Retry-After"))
            self._refused.start(error, WAIT_SECONDS if wait is None else wait)
            return error
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return does_not_answer(MAP)
        return strange_answer(MAP)


def question(kind: PlaceKind, middle: Place) -> str:
    """One question in Overpass's language: the closest ones, then those further away."""
    where = f"{middle.latitude:.3f},{middle.longitude:.3f}"
    rings = ((CLOSE_METERS, _MOST_CLOSE), (kind.meters, _MOST_FAR))
    parts = [
        f"({''.join(f'nwr{one}(around:{meters},{where});' for one in kind.filters)});"
        f"out tags center qt {most};"
        for meters, most in rings
    ]
    return f"[out:json][timeout:{_SERVER_SECONDS}][maxsize:{_SERVER_BYTES}];{''.join(parts)}"


def _read(body: Mapping[str, Any], middle: Place) -> tuple[FoundPlace, ...]:
    elements = body.get("elements")
    if not isinstance(elements, list):
        raise strange_answer(MAP)
    if not elements and "time" in str(body.get("remark", "")):
        raise takes_too_long(MAP)  # the server gave up, and says so in an answer without places
    found: dict[tuple[str, str], tuple[float, FoundPlace]] = {}
    for element in elements[: _MOST_CLOSE + _MOST_FAR]:
        place = _place(element)
        if place is None:
            continue
        meters = _meters(element, middle)
        key = place.name.casefold(), place.street.casefold()
        if key not in found or meters < found[key][0]:
            found[key] = meters, place
    return tuple(place for _, place in sorted(found.values(), key=lambda one: one[0]))


def _place(element: object) -> FoundPlace | None:
    tags = element.get("tags") if isinstance(element, dict) else None
    if not isinstance(tags, dict):
        return None
    name = next((said for key in _NAMES if (said := plain(tags.get(key), LONGEST_NAME))), "")
    if not name:
        return None
    street = plain(tags.get("addr:street"), LONGEST_STREET)
    number = plain(tags.get("addr:housenumber"), _LONGEST_NUMBER)
    links = (web_link(tags.get(key), name, ORIGIN) for key in _WEBSITES)
    whole = f"{number} {street}" if number[:1].isdigit() and street else street
    return FoundPlace(name, whole, next(filter(None, links), None))


def _meters(element: Mapping[str, Any], middle: Place) -> float:
    """How far it is from the middle; infinitely where it does not say where it is."""
    center = element.get("center")
    at = center if isinstance(center, dict) else element
    north, east = _degrees(at.get("lat")), _degrees(at.get("lon"))
    if north is None or east is None:
        return math.inf
    up = north - middle.latitude
    right = (east - middle.longitude) * math.cos(math.radians(middle.latitude))
    return math.hypot(up, right) * _METERS_OF_A_DEGREE


def _degrees(value: object) -> float | None:
    """Degrees that are on the globe; NaN is not, nor is a number of hundreds of digits."""
    if not isinstance(value, int | float) or not -_HALF_TURN <= value <= _HALF_TURN:
        return None
    return float(value)
