"""Unit: what a spoken time means over changes of the clock, from its setting to its ring."""

import os
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import pytest
from clock_changes import TRICKY, ClockChange, all_changes, changes_in, strict
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.core.schedule_entries import Entry, Moment, advanced, in_seconds, verdict
from jarvis_voice.language.en.schedule_phrases import Teller, length_said, until
from jarvis_voice.language.en.schedule_times import Due, due
from jarvis_voice.language.en.schedule_words import When, read_when

pytestmark = pytest.mark.unit

ALL_ZONES = "JARVIS_ALL_ZONES"
"""Set it, and every change of ten years in every zone is tried, which takes some minutes."""

BERLIN = ZoneInfo("Europe/Berlin")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
FIRST_PASS = datetime(2026, 10, 25, 2, 10, tzinfo=BERLIN)
SECOND_PASS = FIRST_PASS.replace(fold=1)


def alarm_for(at: time, now: datetime, zone: ZoneInfo, rule: str = "") -> Entry:
    """What is kept of "wake me at ..." """
    found = due(When(hour=at.hour, minute=at.minute, is_24=True, rule=rule), "alarm", now, zone)
    assert isinstance(found, Due), found
    return Entry("alarm", found.at.astimezone(UTC), now.astimezone(UTC), rule=found.rule)


def at_moment(now: datetime) -> Moment:
    return Moment(now, 0.0, "")


@pytest.mark.parametrize(
    ("now", "said", "moment", "minutes"),
    [
        (FIRST_PASS, time(2, 12), "2026-10-25T02:12:00+02:00", 2),
        (SECOND_PASS, time(2, 12), "2026-10-25T02:12:00+01:00", 2),
        (FIRST_PASS, time(2, 8), "2026-10-25T02:08:00+01:00", 58),
        (SECOND_PASS, time(2, 8), "2026-10-26T02:08:00+01:00", 24 * 60 - 2),
        (FIRST_PASS, time(3, 0), "2026-10-25T03:00:00+01:00", 110),
        (SECOND_PASS, time(3, 0), "2026-10-25T03:00:00+01:00", 50),
    ],
)
def test_in_an_hour_that_comes_twice_an_alarm_is_for_the_next_time_that_the_wall_shows_it(
    now: datetime, said: time, moment: str, minutes: int
) -> None:
    entry = alarm_for(said, now, BERLIN)
    assert entry.due_at.astimezone(BERLIN).isoformat() == moment
    assert verdict(entry, at_moment(now)) == "waits"
    assert verdict(entry, at_moment(entry.due_at.astimezone(BERLIN))) == "rings"
    assert until(entry.due_at, now) == f", {length_said(minutes * 60)} from now"


def test_a_time_that_the_clock_leaves_out_is_moved_and_is_over_behind_the_change() -> None:
    before = datetime(2026, 3, 29, 1, 50, tzinfo=BERLIN)
    after = datetime(2026, 3, 29, 3, 10, tzinfo=BERLIN)
    moved, next_night = (alarm_for(time(2, 30), now, BERLIN) for now in (before, after))
    assert moved.due_at.astimezone(BERLIN).isoformat() == "2026-03-29T03:30:00+02:00"
    assert next_night.due_at.astimezone(BERLIN).isoformat() == "2026-03-30T02:30:00+02:00"


def test_what_comes_every_day_is_told_by_its_own_time_where_one_day_leaves_that_out() -> None:
    before = datetime(2026, 3, 29, 1, 50, tzinfo=BERLIN)
    entry = alarm_for(time(2, 30), before, BERLIN, "FREQ=DAILY")
    assert Teller("24", before, BERLIN).repeated(entry) == "every day at 02:30"
    assert Teller("12", before, BERLIN).repeated(entry) == "every day at 2:30 AM"


# ---- every change of the clock


class Wall:
    """The wall around a change of the clock, minute by minute."""

    def __init__(self, change: ClockChange) -> None:
        self.change = change
        self.zone = change.zone
        begin = change.at - 2 * DAY
        self.moments = [begin + n * MINUTE for n in range(6 * 24 * 60)]
        self.shown = [one.astimezone(self.zone).replace(tzinfo=None, fold=0)
                      for one in self.moments]  # fmt: skip
        self.place = {one: n for n, one in enumerate(self.moments)}
        self.old = (change.at.astimezone(self.zone) - change.by).replace(tzinfo=None, fold=0)
        """What the wall would show at the change, had it not been changed."""

    def next_showing(self, at: time, now: datetime) -> datetime:
        """The next moment that the wall shows a time, or would without the change."""
        for n in range(self.place[now.astimezone(UTC)] + 1, len(self.moments)):
            moment, shown = self.moments[n], self.shown[n]
            if shown.time() == at:
                return moment
            ahead = moment - self.change.at
            is_left_out = timedelta(0) <= ahead < self.change.by and now < self.change.at
            if is_left_out and (self.old + ahead).time() == at:
                return moment
        raise AssertionError("it is never shown")


@cache
def wall_of(change: ClockChange) -> Wall:
    return Wall(change)


def check_once(wall: Wall, at: time, now: datetime) -> None:
    """One alarm, from its setting to its ring."""
    here = strict(now.astimezone(wall.zone))
    entry = alarm_for(at, here, wall.zone)
    assert entry.due_at == wall.next_showing(at, now)
    assert verdict(entry, at_moment(here)) == "waits"
    before, then = (
        strict((entry.due_at - early).astimezone(wall.zone)) for early in (MINUTE / 60, 0 * MINUTE)
    )
    assert (verdict(entry, at_moment(before)), verdict(entry, at_moment(then))) == (
        "waits",
        "rings",
    )
    seconds = (entry.due_at - now).total_seconds()
    told = f", {length_said(seconds)} from now" if seconds < DAY.total_seconds() else ""
    assert until(entry.due_at, here) == told


def day_of(entry: Entry, at: time, wall: Wall) -> date:
    """The day that it rings for: what is moved over midnight is the day's before."""
    shown = entry.due_at.astimezone(wall.zone)
    if shown.time() == at:
        return shown.date()
    assert timedelta(0) <= entry.due_at - wall.change.at < wall.change.by
    return (shown - wall.change.by).date()


def check_again(wall: Wall, at: time, now: datetime) -> None:
    """An alarm of every day rings at the same moments, and once a day."""
    here = strict(now.astimezone(wall.zone))
    entry = alarm_for(at, here, wall.zone, "FREQ=DAILY")
    assert entry.due_at == wall.next_showing(at, now)
    days = [day_of(entry, at, wall)]
    for _ in range(3):
        going_on = advanced(entry, strict(entry.due_at.astimezone(wall.zone)), wall.zone)
        assert going_on
        assert verdict(going_on, at_moment(entry.due_at)) == "waits"
        entry = going_on
        days.append(day_of(entry, at, wall))
    assert days == [days[0] + n * DAY for n in range(4)]


def check_length(wall: Wall, seconds: int, now: datetime) -> None:
    """What is set for a length of time is due after it."""
    here = strict(now.astimezone(wall.zone))
    entry = in_seconds("timer", seconds, at_moment(here))
    assert entry.due_at - now == timedelta(seconds=seconds)
    often = Entry("routine", now, now, rule="FREQ=MINUTELY;INTERVAL=20")
    for _ in range(20):
        going_on = advanced(often, strict(often.due_at.astimezone(wall.zone)), wall.zone)
        assert going_on
        assert going_on.due_at - often.due_at == 20 * MINUTE
        often = going_on


def tricky_times(change: ClockChange) -> Iterator[tuple[datetime, time]]:
    """Moments of setting around a change, with times of day before, in and behind the hour."""
    size = abs(change.by)
    for early in (-size - 10 * MINUTE, -size / 2, -MINUTE, 0 * MINUTE, size / 2, size + MINUTE):
        now = change.at + early
        wall = change.at.astimezone(change.zone).replace(tzinfo=None, fold=0)
        for ahead in (-size, -size / 2 - 3 * MINUTE, -MINUTE, 0 * MINUTE, size / 2, size):
            yield now, (wall + ahead).time()


def check_all(change: ClockChange) -> None:
    wall = Wall(change)
    for now, at in tricky_times(change):
        check_once(wall, at, now)
        check_again(wall, at, now)
    check_length(wall, 5_400, change.at - 30 * MINUTE)


QUICK = [changes_in(name)[n] for name in TRICKY for n in (0, 1)]


CHANGES = all_changes() if os.environ.get(ALL_ZONES) else QUICK


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_around_a_change_of_the_clock_all_is_told_and_rings_when_the_wall_shows_it(
    change: ClockChange,
) -> None:
    check_all(change)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(QUICK),
    st.integers(-24 * 60, 24 * 60),
    st.integers(0, 24 * 60 - 1),
    st.integers(1, 200_000),
)
def test_at_any_minute_near_a_change_of_the_clock(
    change: ClockChange, minutes: int, of_day: int, seconds: int
) -> None:
    now, at = change.at + minutes * MINUTE, time(of_day // 60, of_day % 60)
    check_once(wall_of(change), at, now)
    check_again(wall_of(change), at, now)
    check_length(wall_of(change), seconds, now)


@pytest.mark.parametrize("today", range(7))
def test_what_comes_every_two_weeks_on_a_day_comes_on_that_day(today: int) -> None:
    now = datetime(2026, 11, 2 + today, 12, tzinfo=BERLIN)
    when = read_when("every two weeks on monday at nine")
    assert when is not None
    found = due(when, "alarm", now, BERLIN)
    assert isinstance(found, Due)
    first = Entry("alarm", found.at.astimezone(UTC), now.astimezone(UTC), rule=found.rule)
    second = advanced(first, found.at, BERLIN)
    assert second is not None
    assert found.at.weekday() == second.due_at.astimezone(BERLIN).weekday() == 0
    assert second.due_at - first.due_at == 14 * DAY
    assert found.at - now < (15 if today == 0 else 7) * DAY
