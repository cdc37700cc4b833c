"""Unit: entries and moments go in, the words of them come out."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from jarvis_voice.core.rule_dates import without_dates
from jarvis_voice.core.schedule_entries import MOST_MISSED, Entry
from jarvis_voice.language.en.schedule_phrases import Teller, listed

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "told"),
    [
        ([2], "on 26 November at 06:00"),
        ([2, 1], "on 26 November at 06:00 and at 06:00 yesterday"),
        ([2, 1, 0], "on 26 November at 06:00, at 06:00 yesterday and at 06:00 today"),
        ([3, 2, 1, 0], "4 times, first on 25 November at 06:00 and last at 06:00 today"),
        ([*range(MOST_MISSED, -1, -1)], "more than 99 times, first on 21 August at 06:00"),
    ],
)
def test_each_time_that_was_missed_is_told(days: list[int], told: str) -> None:
    times = [NOW.replace(hour=6) - timedelta(days=one) for one in days]
    alarm = Entry("alarm", times[0], times[0], rule="FREQ=DAILY;BYHOUR=6;BYMINUTE=0;BYSECOND=0")
    said = Teller("24", NOW, UTC).missed([(alarm, times)])
    assert said == f"You missed your alarm for 06:00, {told}."


AT_SIX = "FREQ=DAILY;BYHOUR=6;BYMINUTE=0;BYSECOND=0"


@pytest.mark.parametrize(
    "rule",
    [
        *("", "x", ";", "EXDATE=20261130", ";EXDATE=20261130", "FREQ=DAILY;FOO", "FREQ=FOO"),
        *("FREQ=DAILY;INTERVAL=x", "FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=1", "FREQ=YEARLY;BYMONTH=1"),
        *("FREQ=MONTHLY;BYDAY=XX", "FREQ=WEEKLY;BYDAY=XX", f"{AT_SIX};", "FREQ=MONTHLY;BYDAY="),
    ],
)
def test_a_rule_that_nobody_can_read_is_told_as_once(rule: str) -> None:
    alarm = Entry("alarm", NOW + timedelta(hours=21), NOW, rule=rule)
    assert Teller("24", NOW, UTC).told(alarm, 1.0) == "an alarm at 06:00 tomorrow"
    assert listed([alarm])[0]["again"] == "once"


@pytest.mark.parametrize("dates", ["", "x", "20261131", "1;x", "20261128T060000", "9" * 99, "-1,,"])
def test_dates_that_are_none_change_nothing_that_is_told(dates: str) -> None:
    alarm = Entry("alarm", NOW + timedelta(hours=21), NOW, rule=f"{AT_SIX};EXDATE={dates}")
    assert Teller("24", NOW, UTC).told(alarm, 1.0) == "an alarm every day at 06:00"


@pytest.mark.parametrize(
    ("days", "told"),
    [
        ([], ""),
        ([2, 3], ", but not on Monday or on Tuesday"),
        ([2, 3, 4, 12], ", but not on 4 days, first on Monday and last on 10 December"),
    ],
)
def test_of_many_days_that_are_left_out_the_first_and_the_last_are_told(
    days: list[int], told: str
) -> None:
    dates = [(NOW + timedelta(days=one)).date() for one in days]
    alarm = Entry("alarm", NOW + timedelta(hours=21), NOW)
    alarm = replace(alarm, rule=without_dates(AT_SIX, dates, NOW.date()))
    assert Teller("24", NOW, UTC).told(alarm, 1.0) == f"an alarm every day at 06:00{told}"
