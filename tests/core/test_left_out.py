"""Unit: times that are to be left out go in, the entry that is due later comes out, and back."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.core.left_out import MOST_TIMES, brought_back, leave_out
from jarvis_voice.core.schedule_entries import Entry, next_due
from jarvis_voice.core.zone_moves import in_zone

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 5, 9, 1, tzinfo=UTC)  # a Thursday
DAILY = "FREQ=DAILY;BYHOUR=7;BYMINUTE=0;BYSECOND=0"
WEEKDAYS = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=7;BYMINUTE=0;BYSECOND=0"
LAST = "FREQ=DAILY;UNTIL=20261106T235900;BYHOUR=7;BYMINUTE=0;BYSECOND=0"


def entry(rule: str, zone: str = "UTC", now: datetime = NOW) -> Entry:
    due_at = next_due(rule, now, now, ZoneInfo(zone))
    assert due_at
    return Entry("alarm", due_at, now, rule=rule)


def on(*days: int):  # type: ignore[no-untyped-def] # a function of a moment, for the tests alone
    return lambda local: local.day in days


@pytest.mark.parametrize(
    ("rule", "days", "count", "due"),
    [
        (DAILY, (6,), 1, 7),
        (WEEKDAYS, (6,), 1, 9),
        (DAILY, (6, 7, 8), 3, 9),
        (DAILY, (7,), 0, 6),
        (WEEKDAYS, (6, 7, 8, 9), 2, 10),
    ],
)
def test_the_times_that_come_next_are_left_out(
    rule: str, days: tuple[int, ...], count: int, due: int
) -> None:
    found = leave_out(entry(rule), on(*days), NOW, ZoneInfo("UTC"))
    assert found.rest
    assert (len(found.times), found.rest.due_at.day, found.rest.rule) == (count, due, rule)


def test_nothing_is_left_of_what_came_once_more() -> None:
    found = leave_out(entry(LAST), on(6), NOW, ZoneInfo("UTC"))
    assert (len(found.times), found.rest) == (1, None)


def test_what_comes_every_minute_has_an_end() -> None:
    found = leave_out(entry("FREQ=MINUTELY;INTERVAL=1"), lambda _: True, NOW, ZoneInfo("UTC"))
    assert len(found.times) == MOST_TIMES


def test_a_time_that_is_left_out_comes_back_and_what_is_not_does_not() -> None:
    whole = entry(DAILY)
    left = leave_out(whole, on(6, 7), NOW, ZoneInfo("UTC")).rest
    assert left
    assert brought_back(left, NOW, ZoneInfo("UTC")) == whole
    assert brought_back(whole, NOW, ZoneInfo("UTC")) is None
    assert brought_back(replace(left, state="ringing"), NOW, ZoneInfo("UTC")) is None


def test_the_second_pass_of_a_doubled_hour_is_not_left_out() -> None:
    zone = ZoneInfo("Europe/Berlin")
    rule = "FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0"
    night = datetime(2026, 10, 24, 12, 0, tzinfo=UTC)
    first = entry(rule, "Europe/Berlin", night)
    second = replace(first, due_at=first.due_at + timedelta(hours=1))
    assert brought_back(second, night, zone) is None


@given(st.integers(0, 10 * 365 * 24 * 60), st.sampled_from(["Europe/Berlin", "America/New_York"]))
@settings(max_examples=60, deadline=None)
def test_what_is_left_out_stays_so_by_another_zone_and_comes_back_whole(
    minutes: int, name: str
) -> None:
    now, zone = NOW + timedelta(minutes=minutes), ZoneInfo(name)
    whole = entry(DAILY, name, now)
    left = leave_out(whole, lambda local: local == whole.due_at, now, zone).rest
    assert left
    assert left.due_at - whole.due_at >= timedelta(hours=23)
    assert in_zone(left, zone, now) == left
    assert brought_back(left, now, zone) == whole
