"""Unit: a zone that only the C library knows has the walls of the named one."""

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
import tzlocal

from jarvis_voice.core import clock
from jarvis_voice.core.machine_zone import MachineZone, is_of_machine

pytestmark = [
    pytest.mark.unit,
    pytest.mark.skipif(not hasattr(time, "tzset"), reason="no zone by TZ there"),
]

BERLIN = "CET-1CEST,M3.5.0,M10.5.0/3"
LISBON = "WET0WEST,M3.5.0/1,M10.5.0"
NEW_YORK = "EST5EDT,M3.2.0,M11.1.0"
NAMED = {BERLIN: "Europe/Berlin", LISBON: "Europe/Lisbon", NEW_YORK: "America/New_York"}


@pytest.fixture
def in_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    monkeypatch.undo()
    time.tzset()


def set_zone(posix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", posix)
    time.tzset()


@pytest.mark.parametrize("posix", NAMED)
def test_each_half_hour_of_two_years_is_as_in_the_named_zone(
    posix: str, in_zone: pytest.MonkeyPatch
) -> None:
    set_zone(posix, in_zone)
    own, named = MachineZone(), ZoneInfo(NAMED[posix])
    for number in range(0, 2 * 365 * 48, 7):
        at = datetime(2027, 1, 1, tzinfo=UTC) + number * timedelta(minutes=30)
        ours, theirs = at.astimezone(own), at.astimezone(named)
        assert (ours.replace(tzinfo=None), ours.fold) == (theirs.replace(tzinfo=None), theirs.fold)
        assert ours.utcoffset() == theirs.utcoffset()
        assert ours.astimezone(UTC) == at


@pytest.mark.parametrize(
    "wall",
    [
        "2028-03-26T02:30",
        "2028-10-29T02:30",
        "2028-03-26T03:00",
        "2028-07-01T09:00",
        "2028-12-31T23:59",
    ],
)
@pytest.mark.parametrize("fold", [0, 1])
def test_gaps_and_repeated_hours_go_by_fold(
    wall: str, fold: int, in_zone: pytest.MonkeyPatch
) -> None:
    set_zone(BERLIN, in_zone)
    at = datetime.fromisoformat(wall)
    own = at.replace(tzinfo=MachineZone(), fold=fold)
    named = at.replace(tzinfo=ZoneInfo("Europe/Berlin"), fold=fold)
    assert own.utcoffset() == named.utcoffset()
    assert own.astimezone(UTC) == named.astimezone(UTC)
    assert own.tzname()


def told_by_tzlocal(zone: tzinfo | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def get() -> tzinfo:
        if zone is None:
            raise ValueError("no zone has this name")
        return zone

    monkeypatch.setattr(tzlocal, "get_localzone", get)


@pytest.mark.parametrize("told", [None, "Etc/UTC", "Africa/Lagos", "America/New_York"])
@pytest.mark.parametrize("month", [1, 7])
def test_where_another_zone_is_told_the_walls_are_still_those_of_the_machine(
    told: str | None, month: int, in_zone: pytest.MonkeyPatch
) -> None:
    set_zone(BERLIN, in_zone)
    told_by_tzlocal(ZoneInfo(told) if told else None, in_zone)
    now = datetime(2028, month, 20, 12, tzinfo=UTC).astimezone()
    found = clock.local_zone(now)
    other = datetime(2028, 8 - month, 1, 9, tzinfo=found)
    assert other.astimezone(UTC) == other.replace(tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)
    assert found == clock.local_zone(now)


@pytest.mark.parametrize("told", ["Europe/Berlin", "Europe/Paris", "Europe/Rome"])
def test_a_named_zone_with_the_same_walls_is_taken(told: str, in_zone: pytest.MonkeyPatch) -> None:
    set_zone(BERLIN, in_zone)
    told_by_tzlocal(ZoneInfo(told), in_zone)
    now = datetime(2028, 1, 20, 12, tzinfo=UTC).astimezone()
    assert clock.local_zone(now) == ZoneInfo(told)


def test_another_zone_is_another_one(in_zone: pytest.MonkeyPatch) -> None:
    told_by_tzlocal(None, in_zone)
    found = []
    for posix in NAMED:
        set_zone(posix, in_zone)
        found.append(clock.local_zone(datetime(2028, 1, 20, 12, tzinfo=UTC).astimezone()))
    assert len(set(found)) == len(NAMED)


def test_whether_a_zone_is_of_the_machine(in_zone: pytest.MonkeyPatch) -> None:
    set_zone(BERLIN, in_zone)
    now = datetime(2028, 1, 20, 12, tzinfo=UTC)
    assert os.environ["TZ"] == BERLIN
    assert is_of_machine(ZoneInfo("Europe/Madrid"), now)
    assert not is_of_machine(ZoneInfo("Africa/Lagos"), now)
