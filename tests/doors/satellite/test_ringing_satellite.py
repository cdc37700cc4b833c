"""Unit: an entry rings where it was set, and everywhere of its user where that is not heard."""

from datetime import UTC, datetime
from typing import Any, cast

import pytest

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import Origin
from jarvis_voice.doors.satellite.house import House
from jarvis_voice.doors.satellite.messages import Hello
from jarvis_voice.doors.satellite.ringing_satellite import RingingSatellite, ring_places
from jarvis_voice.doors.satellite.satellite import Satellite

pytestmark = pytest.mark.unit


NOW = datetime(2026, 11, 5, 9, 7, tzinfo=UTC)


def a_satellite(user: str, place: str) -> Satellite:
    origin = Origin(user, place)
    return Satellite(
        Hello(place, "", "push"), origin, cast("Any", None), Bus(), lambda: 0.0, cast("Any", None)
    )


KITCHEN, ATTIC, ANNAS = (
    a_satellite("me", "Kitchen"),
    a_satellite("me", "Attic"),
    a_satellite("anna", "Kitchen"),
)


def house() -> House:
    found = House()
    for one in (KITCHEN, ATTIC, ANNAS):
        found.enter(one)
    return found


@pytest.mark.parametrize(
    ("user", "place", "has_mouth", "here", "there"),
    [
        ("me", "Kitchen", True, False, [KITCHEN]),
        ("anna", "Kitchen", True, False, [ANNAS]),
        ("me", "", True, True, []),
        ("me", "", False, True, [KITCHEN, ATTIC]),
        ("me", "Cellar", True, True, [KITCHEN, ATTIC]),
        ("bob", "Cellar", True, True, []),
    ],
)
def test_where_an_entry_rings(
    user: str, place: str, *, has_mouth: bool, here: bool, there: list[Satellite]
) -> None:
    entry = Entry("timer", NOW, NOW, user_id=user, place=place)
    found = ring_places(house(), entry, has_mouth=has_mouth)
    assert found.here is here
    assert list(found.mouths) == [RingingSatellite(one) for one in there]


def test_where_nothing_is_played_it_rings_everywhere_of_its_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        Satellite, "plays_sound", property(lambda self: self.origin.place != "Kitchen")
    )
    entry = Entry("timer", NOW, NOW, user_id="me", place="Kitchen")
    found = ring_places(house(), entry, has_mouth=True)
    assert found.here
    assert list(found.mouths) == [RingingSatellite(KITCHEN), RingingSatellite(ATTIC)]
