"""Unit: moments and what the wall shows, where an hour is left out or comes twice."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from clock_changes import TRICKY, changes_in
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.core.wall_times import (
    first_moment,
    in_utc,
    moment_after,
    moments_of,
    seconds_between,
    wall_time,
)

pytestmark = pytest.mark.unit

BERLIN = ZoneInfo("Europe/Berlin")
TWICE, NEVER = datetime(2026, 10, 25, 2, 30), datetime(2026, 3, 29, 2, 30)  # noqa: DTZ001 - what the wall shows


def utc(month: int, day: int, hour: int, minute: int) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def test_a_time_is_shown_once_twice_or_never() -> None:
    assert moments_of(TWICE.replace(hour=4), BERLIN) == (utc(10, 25, 3, 30),)
    assert moments_of(TWICE, BERLIN) == (utc(10, 25, 0, 30), utc(10, 25, 1, 30))
    assert moments_of(NEVER, BERLIN) == ()


def test_the_first_moment_behind_another() -> None:
    assert first_moment(TWICE, BERLIN, utc(10, 25, 0, 29)) == utc(10, 25, 0, 30)
    assert first_moment(TWICE, BERLIN, utc(10, 25, 0, 30)) == utc(10, 25, 1, 30)
    assert first_moment(TWICE, BERLIN, utc(10, 25, 1, 30)) is None
    assert first_moment(NEVER, BERLIN, utc(3, 29, 0, 59)) == utc(3, 29, 1, 30), "moved"
    assert first_moment(NEVER, BERLIN, utc(3, 29, 1, 0)) is None, "the clock has gone forward"


def test_time_that_passes_is_told_right_over_an_hour_that_comes_twice() -> None:
    first = TWICE.replace(tzinfo=BERLIN)
    second = first.replace(fold=1)
    assert seconds_between(first, second) == 3_600
    assert seconds_between(second, first) == -3_600
    assert moment_after(first, 3_600) == in_utc(second)


def test_a_moment_without_a_zone_is_a_mistake() -> None:
    with pytest.raises(TypeError):
        seconds_between(TWICE, utc(10, 25, 0, 0))


CHANGES = [change for name in TRICKY for change in changes_in(name)]


@settings(deadline=None)
@given(st.sampled_from(CHANGES), st.integers(-4 * 3_600, 4 * 3_600))
def test_every_moment_is_among_those_of_what_the_wall_shows(change, seconds) -> None:  # type: ignore[no-untyped-def] # hypothesis gives them
    moment = change.at + timedelta(seconds=seconds)
    shown = moments_of(wall_time(moment, change.zone), change.zone)
    assert moment in shown
    assert len(shown) == 1 or shown[1] - shown[0] == -change.by
