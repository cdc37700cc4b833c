"""Unit: when Jarvis makes no sound that nobody asked for."""

from datetime import UTC, datetime, time, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as some

from jarvis_voice.app.quiet_hours import QuietHours

pytestmark = pytest.mark.unit

NIGHT = QuietHours.between("22:00", "07:00")
NOON_REST = QuietHours.between("12:30", "14:00")


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-11-21T{text}:00+01:00")


@pytest.mark.parametrize(
    ("hours", "moment", "is_quiet"),
    [
        (NIGHT, "21:59", False),
        (NIGHT, "22:00", True),
        (NIGHT, "23:59", True),
        (NIGHT, "00:00", True),
        (NIGHT, "06:59", True),
        (NIGHT, "07:00", False),
        (NIGHT, "12:00", False),
        (NOON_REST, "12:29", False),
        (NOON_REST, "12:30", True),
        (NOON_REST, "13:59", True),
        (NOON_REST, "14:00", False),
        (NOON_REST, "00:00", False),
        (QuietHours(), "03:00", False),
        (QuietHours.between("", ""), "03:00", False),
        (QuietHours.between("08:00", "08:00"), "08:00", False),
    ],
)
def test_the_hours_begin_with_their_first_minute_and_end_before_their_last(
    hours: QuietHours, moment: str, is_quiet: bool
) -> None:
    assert hours.cover(at(moment)) is is_quiet


def test_what_somebody_asked_for_is_heard_and_nothing_else() -> None:
    midnight = at("00:00")
    assert NIGHT.allow("answer", midnight)
    assert NIGHT.allow("alarm", midnight)
    assert not NIGHT.allow("earcon", midnight)
    assert not NIGHT.allow("unasked", midnight)
    assert NIGHT.allow("earcon", at("12:00"))
    assert NIGHT.allow("unasked", at("12:00"))


def test_it_is_the_clock_on_the_wall_that_counts() -> None:
    same = datetime(2026, 11, 21, 21, 30, tzinfo=UTC)
    assert not NIGHT.cover(same)
    assert NIGHT.cover(same.astimezone(timezone(timedelta(hours=2))))


@given(some.times(), some.times(), some.datetimes())
def test_swapped_ends_are_the_other_half_of_the_day(
    since: time, until: time, moment: datetime
) -> None:
    if since != until:
        assert QuietHours(since, until).cover(moment) is not QuietHours(until, since).cover(moment)
