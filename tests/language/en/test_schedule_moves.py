"""Unit: where an entry is moved to."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.language.en.schedule_moves import (
    KEEPS_ITS_DAYS,
    is_of_some_days,
    moved_by,
    moved_to,
    rule_of_the_rest,
    weekdays_of,
)
from jarvis_voice.language.en.schedule_times import PAST, Due
from jarvis_voice.language.en.schedule_words import read_when

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 5, 15, 0, tzinfo=UTC)  # a Thursday
EVENING = Entry("reminder", NOW.replace(hour=19), NOW)
DAILY = replace(EVENING, rule="FREQ=DAILY;BYHOUR=19;BYMINUTE=0;BYSECOND=0")


def to(old: Entry, said: str) -> str:
    when = read_when(said, is_bare=True)
    assert when is not None
    found = moved_to(old, when, NOW, UTC)
    return f"{found.at:%d %H:%M} {found.rule}".strip() if isinstance(found, Due) else found


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("eight", "05 20:00"),
        ("8 am", "06 08:00"),
        ("tomorrow", "06 19:00"),
        ("tomorrow at eight", "06 20:00"),
        ("in ten minutes", "05 15:10"),
        ("two", "06 14:00"),
    ],
)
def test_what_is_left_unsaid_stays(said: str, at: str) -> None:
    assert to(EVENING, said) == at


def test_a_rule_keeps_its_days_and_takes_the_hour() -> None:
    assert to(DAILY, "eight") == "05 20:00 FREQ=DAILY;BYHOUR=20;BYMINUTE=0;BYSECOND=0"
    assert to(DAILY, "tomorrow") == KEEPS_ITS_DAYS


def test_an_entry_is_moved_by_a_length() -> None:
    later = moved_by(EVENING, 3_600, NOW, UTC)
    assert isinstance(later, Due)
    assert later.at == EVENING.due_at + timedelta(hours=1)
    assert moved_by(EVENING, -5 * 3_600, NOW, UTC) == PAST
    assert moved_by(DAILY, 6 * 3_600, NOW, UTC) == KEEPS_ITS_DAYS


@pytest.mark.parametrize(
    ("said", "is_so"),
    [
        ("8 am on sundays", True),
        ("8 every weekend", True),
        ("10 every weekend", True),
        ("10:30 am on fridays", True),
        ("noon on fridays", True),
        ("quarter past eight on mondays", True),
        ("sundays at 8", False),
        ("every weekend at 8", False),
        ("8 every day", False),
        ("7 pm on weekdays", False),
        ("weekdays", False),
        ("8", False),
        ("8 tomorrow", False),
        ("the kitchen", False),
    ],
)
def test_a_time_with_days_behind_it_is_for_those_alone(said: str, is_so: bool) -> None:
    assert is_of_some_days(DAILY, said, UTC) is is_so


@pytest.mark.parametrize(
    ("rule", "many"),
    [
        ("FREQ=DAILY;BYHOUR=7;BYMINUTE=0", 7),
        ("FREQ=WEEKLY;BYDAY=SA,SU;BYHOUR=7;BYMINUTE=0", 2),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SA", 0),
        ("FREQ=MONTHLY;BYMONTHDAY=1", 0),
        ("", 0),
    ],
)
def test_the_days_of_a_rule_are_known_where_they_are_of_the_week(rule: str, many: int) -> None:
    assert len(weekdays_of(rule)) == many


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("8 am on sundays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"),
        ("8 every weekday", "FREQ=WEEKLY;BYDAY=SA,SU"),
        ("8 every day", ""),
        ("8", ""),
    ],
)
def test_the_other_days_are_the_rest(said: str, rule: str) -> None:
    assert rule_of_the_rest(DAILY, said) == rule


def test_where_no_day_is_its_own_there_is_no_rest() -> None:
    weekdays = replace(EVENING, rule="FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=19;BYMINUTE=0")
    assert rule_of_the_rest(weekdays, "8 on weekends") == ""
