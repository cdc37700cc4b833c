"""Unit: when an entry is due: clocks that jump, a machine that sleeps, both ends of summer time."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrule, rruleset, rrulestr
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.core.schedule_entries import (
    LATE_SECONDS,
    MOST_MISSED,
    Entry,
    Moment,
    advanced,
    as_clock_shows,
    earliest_seconds,
    in_order,
    in_seconds,
    missed_times,
    next_due,
    seconds_left,
    verdict,
)

pytestmark = pytest.mark.unit

LISBON = ZoneInfo("Europe/Lisbon")
NOW = datetime(2026, 11, 5, 9, 0, tzinfo=UTC)
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
START = Moment(NOW, 1_000.0, "boot")
DAILY = "FREQ=DAILY;BYHOUR={};BYMINUTE={};BYSECOND=0"


def later(
    seconds: float, *, wall_too: float | None = None, boot: str = "boot", counts: bool = True
) -> Moment:
    """So many seconds on; the wall clock may say something else."""
    wall = NOW + timedelta(seconds=seconds if wall_too is None else wall_too)
    return Moment(wall, 1_000.0 + seconds, boot, counts)


@pytest.fixture
def timer() -> Entry:
    return in_seconds("timer", 600, START, "pasta")


@pytest.fixture
def alarm() -> Entry:
    return Entry("alarm", NOW + timedelta(hours=1), NOW)


def test_a_timer_runs_down_and_rings_once_it_is_due(timer: Entry) -> None:
    assert seconds_left(timer, later(200)) == 400
    assert verdict(timer, later(599.9)) == "waits"
    assert verdict(timer, later(600)) == "rings"
    assert verdict(timer, later(601 + LATE_SECONDS)) == "missed"


@pytest.mark.parametrize("jump", [-86_400, -3_600, 3_600, 86_400])
def test_a_wall_clock_that_is_set_neither_hastens_nor_delays_a_timer(
    timer: Entry, jump: float
) -> None:
    assert verdict(timer, later(599, wall_too=599 + jump)) == "waits"
    assert verdict(timer, later(600, wall_too=600 + jump)) == "rings"


def test_where_sleep_is_not_counted_it_is_taken_for_time_that_passed(timer: Entry) -> None:
    """The elapsed clock stood still for 15 minutes while the wall clock went on."""
    asleep = later(30, wall_too=930, counts=False)
    assert verdict(timer, asleep) == "rings"
    set_back = later(600, wall_too=-3_000, counts=False)
    assert verdict(timer, set_back) == "rings"


def test_after_a_restart_of_the_machine_the_wall_clock_is_all_there_is(timer: Entry) -> None:
    rebooted = later(-990, wall_too=500, boot="another")
    assert seconds_left(timer, rebooted) == 100
    assert verdict(timer, later(-990, wall_too=700, boot="another")) == "rings"
    assert verdict(timer, later(-990, wall_too=7_000, boot="another")) == "missed"


def test_an_alarm_goes_by_the_wall_clock(alarm: Entry) -> None:
    assert verdict(alarm, later(3_000)) == "waits"
    assert verdict(alarm, later(10, wall_too=3_600)) == "rings", "the clock was set forward"
    assert verdict(alarm, later(3_700, wall_too=100)) == "waits", "the clock was set back"


def test_what_a_crash_cut_off_rings_again_while_it_is_fresh(timer: Entry) -> None:
    cut_off = replace(timer, state="ringing")
    assert verdict(cut_off, later(640)) == "rings"
    assert verdict(cut_off, later(600 + LATE_SECONDS + 1)) == "missed"
    set_back = replace(alarm_at(NOW), state="ringing")
    assert verdict(set_back, later(0, wall_too=-60)) == "rings", "it never goes back to waiting"


def alarm_at(due: datetime, rule: str = "") -> Entry:
    return Entry("alarm", due, NOW - timedelta(days=2), rule=rule)


def test_the_earliest_decides_how_long_to_wait(timer: Entry, alarm: Entry) -> None:
    assert earliest_seconds([], START) is None
    assert earliest_seconds([alarm, timer], START) == 600
    ringing = replace(timer, state="ringing")
    assert earliest_seconds([alarm, ringing], START) == 3_600
    assert in_order([alarm, timer], START) == [timer, alarm]


# ---- what comes again


def local(day: int, hour: int, minute: int = 0, *, month: int = 3, fold: int = 0) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=LISBON, fold=fold).astimezone(UTC)


def test_every_weekday_leaves_out_the_weekend() -> None:
    rule = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=8;BYMINUTE=0;BYSECOND=0"
    friday = local(6, 8, month=11)
    assert next_due(rule, LONG_AGO, friday, LISBON) == local(9, 8, month=11)


def test_a_time_that_the_clock_leaves_out_is_moved_by_that_hour() -> None:
    """On 29 March 2026 01:00 is followed by 02:00."""
    rule = DAILY.format(1, 30)
    due = next_due(rule, LONG_AGO, local(28, 12), LISBON)
    assert due is not None
    assert due.astimezone(LISBON).isoformat() == "2026-03-29T02:30:00+01:00"
    assert next_due(rule, LONG_AGO, due, LISBON) == local(30, 1, 30)


def test_a_time_that_exists_twice_rings_at_the_first_and_only_once() -> None:
    """On 25 October 2026 01:00 to 02:00 comes twice."""
    rule = DAILY.format(1, 30)
    first = next_due(rule, LONG_AGO, local(24, 12, month=10), LISBON)
    assert first == local(25, 1, 30, month=10, fold=0)
    for minute in (0, 29, 30, 59):
        again = local(25, 1, minute, month=10, fold=1)
        after = advanced(replace(alarm_at(first, rule), set_at=LONG_AGO), again, LISBON)
        assert after is not None
        assert after.due_at == local(26, 1, 30, month=10)


def test_what_is_set_while_the_hour_comes_again_rings_at_the_next_time_that_the_wall_shows() -> (
    None
):
    rule = DAILY.format(1, 30)
    for minute, fold in ((40, 0), (10, 1)):
        set_at = local(25, 1, minute, month=10, fold=fold)
        assert next_due(rule, set_at, set_at, LISBON) == local(25, 1, 30, month=10, fold=1)


def test_seven_in_the_morning_stays_seven_over_both_changes() -> None:
    rule = DAILY.format(7, 0)
    for month, day in ((3, 28), (3, 29), (10, 24), (10, 25)):
        due = next_due(rule, LONG_AGO, local(day, 12, month=month), LISBON)
        assert due is not None
        assert due.astimezone(LISBON).strftime("%H:%M") == "07:00"


def test_a_clock_that_is_set_back_does_not_make_the_same_morning_come_twice() -> None:
    due = local(6, 7, month=11)
    rang = alarm_at(due, DAILY.format(7, 0))
    after = advanced(rang, due - timedelta(hours=3), LISBON)
    assert after is not None
    assert after.due_at == local(7, 7, month=11)
    assert after.state == "waiting"


def test_what_was_missed_for_days_comes_next_and_not_once_a_day() -> None:
    missed = alarm_at(local(2, 7, month=11), DAILY.format(7, 0))
    after = advanced(missed, local(6, 12, month=11), LISBON)
    assert after is not None
    assert after.due_at == local(7, 7, month=11)


def test_once_is_once(timer: Entry) -> None:
    assert advanced(timer, NOW, LISBON) is None


def test_every_other_day_counts_from_where_it_was_set() -> None:
    rule = "FREQ=DAILY;INTERVAL=2;BYHOUR=12;BYMINUTE=0;BYSECOND=0"
    set_at = local(1, 9, month=11)
    assert next_due(rule, set_at, local(1, 13, month=11), LISBON) == local(3, 12, month=11)
    assert next_due(rule, set_at, local(4, 9, month=11), LISBON) == local(5, 12, month=11)


def test_every_two_hours_counts_from_the_minute_it_was_set() -> None:
    set_at = local(1, 9, 20, month=11)
    due = next_due("FREQ=HOURLY;INTERVAL=2", set_at, local(1, 12, month=11), LISBON)
    assert due == local(1, 13, 20, month=11)


OFTEN = (
    *("FREQ=MINUTELY", "FREQ=MINUTELY;INTERVAL=7", "FREQ=MINUTELY;INTERVAL=90", "FREQ=HOURLY"),
    *("FREQ=HOURLY;INTERVAL=2", "FREQ=HOURLY;INTERVAL=5", "FREQ=HOURLY;INTERVAL=36"),
    *("FREQ=MINUTELY;INTERVAL=20;BYHOUR=8,9;BYDAY=MO", "FREQ=HOURLY;COUNT=9"),
)
FIRST = datetime(2026, 3, 26, tzinfo=UTC)


def readings(at: datetime) -> list[datetime]:
    """The moments that a time in Lisbon may mean; one that the clock leaves out is moved."""
    both = [at.replace(tzinfo=LISBON, fold=fold).astimezone(UTC) for fold in (0, 1)]
    return both if both[0] < both[1] else both[:1]


@settings(deadline=None)
@given(
    st.sampled_from(OFTEN),
    st.sampled_from([FIRST, datetime(2026, 10, 22, tzinfo=UTC)]),
    st.integers(0, 6 * 86_400),
    st.integers(-3_600, 6 * 86_400),
)
def test_what_comes_often_comes_when_it_would_if_it_were_walked_there(
    rule: str, day: datetime, set_second: int, seconds: int
) -> None:
    """Over both changes of the clock; what is a length of time goes on as if there were none."""
    set_at = day + timedelta(seconds=set_second)
    after = set_at + timedelta(seconds=seconds)
    zone = LISBON if "BY" in rule or "COUNT" in rule else UTC
    walked = rrulestr(rule, dtstart=set_at.astimezone(zone).replace(tzinfo=None, fold=0))
    expected: datetime | None
    if zone is UTC:
        expected = next(one for at in walked if (one := at.replace(tzinfo=UTC)) > after)
    else:
        moments = {moment for at in islice(walked, 20) for moment in readings(at)}
        expected = min((one for one in moments if one > after), default=None)
    assert next_due(rule, set_at, after, LISBON) == expected


def test_what_comes_every_few_minutes_goes_on_in_an_hour_that_comes_twice() -> None:
    set_at = local(25, 0, 50, month=10)
    due: datetime | None = set_at
    came = []
    while due and due < local(25, 2, month=10):
        due = next_due("FREQ=MINUTELY;INTERVAL=20", set_at, due, LISBON)
        assert due
        came.append(f"{due.astimezone(LISBON):%H:%M}")
    assert came == ["01:10", "01:30", "01:50", "01:10", "01:30", "01:50", "02:10"]


OF_DAYS = "FREQ=MINUTELY;INTERVAL=7;BYDAY=MO,TU,WE,TH,FR,SA,SU"


@pytest.mark.parametrize("rule", ["FREQ=MINUTELY;INTERVAL=7", OF_DAYS])
def test_what_comes_every_minute_for_years_is_not_walked_through(
    monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    starts: list[datetime] = []

    def noted(rule: str, dtstart: datetime) -> rrule | rruleset:
        starts.append(dtstart)
        return rrulestr(rule, dtstart=dtstart)

    monkeypatch.setattr("dateutil.rrule.rrulestr", noted)
    due = next_due(rule, LONG_AGO, NOW + timedelta(days=900), LISBON)
    assert due is not None
    for start in starts:
        assert due.replace(tzinfo=None) - start <= timedelta(days=1, hours=1, minutes=7)


HUGE = "FREQ=HOURLY;INTERVAL=99999999999999"


@pytest.mark.parametrize(
    "rule", ["FREQ=HOURLY;INTERVAL=0", "FREQ=HOURLY;INTERVAL=", "HOURLY", HUGE]
)
def test_a_damaged_rule_comes_no_more(rule: str) -> None:
    assert next_due(rule, LONG_AGO, NOW, LISBON) is None


@given(
    st.integers(0, 3 * 365 * 24 * 60),
    st.integers(0, 23),
    st.integers(0, 59),
)
def test_the_next_time_is_always_ahead_and_never_more_than_two_days(
    minutes: int, hour: int, minute: int
) -> None:
    after = LONG_AGO + timedelta(minutes=minutes)
    due = next_due(DAILY.format(hour, minute), after, after, LISBON)
    assert due is not None
    assert timedelta(0) < due - after <= timedelta(days=2)


@pytest.mark.parametrize(
    ("wall_too", "shown"), [(60.0, 600), (-3_600.0, -3_060), (86_400.0, 86_940), (75.0, 600)]
)
def test_what_is_set_for_a_length_is_told_by_the_wall_clock_of_now(
    timer: Entry, wall_too: float, shown: int
) -> None:
    told = as_clock_shows(timer, later(60, wall_too=wall_too))
    assert told.due_at == NOW + timedelta(seconds=shown)
    assert as_clock_shows(timer, later(60, wall_too=wall_too, boot="other")) == timer


def test_a_time_of_day_is_told_as_it_was_set(alarm: Entry) -> None:
    assert as_clock_shows(alarm, later(60, wall_too=-86_400)) == alarm


@pytest.mark.parametrize(
    ("rule", "hours", "n_missed"),
    [
        ("", 48, 1),
        (DAILY.format(10, 0), 49, 3),
        (DAILY.format(10, 0), 1.2, 1),
        ("FREQ=HOURLY;INTERVAL=1", 24 * 30, MOST_MISSED + 1),
    ],
)
def test_all_that_was_missed_is_counted_up_to_a_bound(
    alarm: Entry, rule: str, hours: float, n_missed: int
) -> None:
    missed = missed_times(replace(alarm, rule=rule), later(hours * 3_600), UTC)
    assert len(missed) == n_missed
    assert missed[0] == alarm.due_at
    assert list(missed) == sorted(set(missed))
