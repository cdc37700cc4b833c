"""Unit: times that are to be left out go in, the entry that is due later comes out, and back."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.core.left_out import (
    MOST_TIMES,
    LeftOut,
    brought_back,
    brought_back_on,
    leave_out,
    leave_out_next,
)
from jarvis_voice.core.rule_dates import MOST_DATES
from jarvis_voice.core.schedule_entries import Entry, advanced, next_due
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


def left(one: Entry, *days: int, hours: range = range(24)) -> LeftOut:
    return leave_out(
        one,
        lambda local: local.day in days and local.hour in hours,
        date(2026, 11, max(days)),
        NOW,
        ZoneInfo("UTC"),
    )


@pytest.mark.parametrize(
    ("rule", "days", "count", "coming"),
    [
        (DAILY, (6,), 1, (7, 8, 9)),
        (WEEKDAYS, (6,), 1, (9, 10, 11)),
        (DAILY, (6, 7, 8), 3, (9, 10, 11)),
        (DAILY, (7,), 1, (6, 8, 9)),
        (DAILY, (7, 9), 2, (6, 8, 10)),
        (WEEKDAYS, (6, 7, 8, 9), 2, (10, 11, 12)),
        (WEEKDAYS, (7, 8), 0, (6, 9, 10)),
    ],
)
def test_whole_days_are_left_out(
    rule: str, days: tuple[int, ...], count: int, coming: tuple[int, ...]
) -> None:
    found = left(entry(rule), *days)
    one = found.rest
    due: list[int] = []
    while one and len(due) < len(coming):
        due.append(one.due_at.day)
        one = advanced(one, one.due_at, ZoneInfo("UTC"))
    assert (len(found.times), tuple(due)) == (count, coming)


TWICE = "FREQ=DAILY;BYHOUR=7,19;BYMINUTE=0;BYSECOND=0"


def test_a_part_of_a_day_is_left_out_only_where_it_comes_next() -> None:
    next_one = left(entry(TWICE), 5, hours=range(12, 24))
    assert next_one.rest
    assert (len(next_one.times), next_one.rest.due_at.day) == (1, 6)
    later = left(entry(TWICE), 6, hours=range(12))
    assert (later.times, later.rest) == ((), entry(TWICE))


@pytest.mark.parametrize("rule", [DAILY, TWICE, "FREQ=HOURLY;INTERVAL=2"])
def test_only_the_next_time_is_left_out_where_no_day_is_said(rule: str) -> None:
    one = entry(rule)
    found = leave_out_next(one, NOW, ZoneInfo("UTC"))
    assert (found.times, found.rest) == ((one.due_at,), advanced(one, NOW, ZoneInfo("UTC")))


def test_nothing_is_left_of_what_came_once_more() -> None:
    found = left(entry(LAST), 6)
    assert (len(found.times), found.rest) == (1, None)


def test_what_comes_every_minute_has_an_end() -> None:
    assert len(left(entry("FREQ=MINUTELY;INTERVAL=1"), 5).times) >= MOST_TIMES


def test_a_time_that_is_left_out_comes_back_and_what_is_not_does_not() -> None:
    whole = entry(DAILY)
    for days in ((6, 7), (7,), (9,)):
        less = left(whole, *days).rest
        assert less
        assert brought_back(less, NOW, ZoneInfo("UTC")) == whole
        assert brought_back(replace(less, state="ringing"), NOW, ZoneInfo("UTC")) is None
    assert brought_back(whole, NOW, ZoneInfo("UTC")) is None


def test_the_next_time_that_is_left_out_comes_back() -> None:
    whole = entry(TWICE)
    less = leave_out_next(whole, NOW, ZoneInfo("UTC")).rest
    assert less
    assert brought_back(less, NOW, ZoneInfo("UTC")) == whole


@pytest.mark.parametrize(
    ("rule", "days", "back", "coming"),
    [
        (DAILY, (6, 8), (8,), (7, 8, 9)),
        (DAILY, (6, 8), (6,), (6, 7, 9)),
        (DAILY, (6, 7, 8), (7,), (7, 9, 10)),
        (WEEKDAYS, (6, 9), (9, 10), (9, 10, 11)),
    ],
)
def test_of_the_days_that_are_left_out_only_some_come_back(
    rule: str, days: tuple[int, ...], back: tuple[int, ...], coming: tuple[int, ...]
) -> None:
    out = left(entry(rule), *days).rest
    assert out
    one = brought_back_on(out, lambda day: day.day in back, NOW, ZoneInfo("UTC"))
    due: list[int] = []
    while one and len(due) < len(coming):
        due.append(one.due_at.day)
        one = advanced(one, one.due_at, ZoneInfo("UTC"))
    assert tuple(due) == coming
    assert brought_back_on(out, lambda day: day.day == 20, NOW, ZoneInfo("UTC")) is None


def test_what_was_left_out_next_and_next_again_comes_back_by_its_day() -> None:
    zone = ZoneInfo("UTC")
    one = entry(DAILY)
    for _ in range(3):
        one = leave_out_next(one, NOW, zone).rest or one
    back = brought_back_on(one, lambda day: day.day == 7, NOW, zone)
    assert back
    following = advanced(back, back.due_at, zone)
    assert (back.due_at.day, following and following.due_at.day) == (7, 9)


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
    day = whole.due_at.astimezone(zone).date()
    less = leave_out(whole, lambda local: local.date() == day, day, now, zone).rest
    assert less
    assert less.due_at - whole.due_at >= timedelta(hours=23)
    assert in_zone(less, zone, now) == less
    assert brought_back(less, now, zone) == whole


def _is_on(days: set[date], local: datetime) -> bool:
    return local.date() in days


def test_more_days_than_a_rule_can_leave_out_are_refused_whole() -> None:
    one, first = entry(DAILY), NOW.date() + timedelta(days=1)
    for number in range(MOST_DATES // 40 + 1):
        begin, end = first + timedelta(days=40 * number), first + timedelta(days=40 * number + 39)
        meant = {begin + timedelta(days=place) for place in range(40)}
        found = leave_out(one, partial(_is_on, meant), end, NOW, ZoneInfo("UTC"))
        assert found.rest
        assert found.is_full == (found.rest == one)
        one = found.rest
        following = next_due(one.rule, NOW, NOW, ZoneInfo("UTC"))
        told = end if not found.is_full else begin - timedelta(days=1)
        assert following
        assert following.date() == told + timedelta(days=1)
    assert found.is_full
