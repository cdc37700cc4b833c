"""Unit: the rules of what comes again, as they are read, worked out and said."""

from datetime import UTC, datetime

import pytest

from jarvis_voice.core.schedule_entries import next_due
from jarvis_voice.language.en.schedule_phrases import rule_said
from jarvis_voice.language.en.schedule_rules import days_of, has_date, rule_of, with_day, without
from jarvis_voice.language.en.schedule_times import ON_WHICH_DAY, Due, due
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.timed_tasks import split_when

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 5, 15, 0, tzinfo=UTC)  # a Thursday


@pytest.mark.parametrize(
    ("said", "told", "first"),
    [
        ("on the first of every month", "on the 1st of every month", "Dec 01 09:00"),
        ("every month on the 15th at 8 am", "on the 15th of every month", "Nov 15 08:00"),
        ("monthly on the 3rd", "on the 3rd of every month", "Dec 03 09:00"),
        ("every 22nd", "on the 22nd of every month", "Nov 22 09:00"),
        ("on the last day of each month", "on the last day of every month", "Nov 30 09:00"),
        ("on the 31st of every month", "on the 31st of every month", "Nov 30 09:00"),
        (
            "on the first monday of every month",
            "on the first Monday of every month",
            "Dec 07 09:00",
        ),
        ("every last friday of the month", "on the last Friday of every month", "Nov 27 09:00"),
        ("every other month on the 2nd", "on the 2nd of every 2 months", "Jan 02 09:00"),
        ("every year on May 3rd", "every 3 May", "May 03 09:00"),
        ("every May 3rd at noon", "every 3 May", "May 03 12:00"),
        ("every 3rd of May", "every 3 May", "May 03 09:00"),
        ("every day at 9 am except weekends", "every weekday", "Nov 06 09:00"),
        ("every day except sunday at 9 am", "every day except Sunday", "Nov 06 09:00"),
        (
            "every weekday except friday at 9 am",
            "every Monday, Tuesday, Wednesday and Thursday",
            "Nov 09 09:00",
        ),
        ("every day at 9 am on weekdays", "every weekday", "Nov 06 09:00"),
        ("every other thursday at 6 pm", "every 2 weeks on Thursday", "Nov 05 18:00"),
        ("every second day at 9 am", "every 2 days", "Nov 07 09:00"),
        ("every workday at 9 am", "every weekday", "Nov 06 09:00"),
        ("9 am from monday to friday", "every weekday", "Nov 06 09:00"),
        (
            "monday through thursday at 9 am",
            "every Monday, Tuesday, Wednesday and Thursday",
            "Nov 09 09:00",
        ),
        ("weekday mornings at 9", "every weekday", "Nov 06 09:00"),
        ("nightly at 10", "every day", "Nov 05 22:00"),
        ("every half hour", "every 30 minutes", "Nov 05 15:30"),
        ("every single morning at 9", "every day", "Nov 06 09:00"),
        ("every fortnight on monday at 9 am", "every 2 weeks on Monday", "Nov 09 09:00"),
        ("every second tuesday at 9 am", "every 2 weeks on Tuesday", "Nov 10 09:00"),
        ("once a week on sunday at 6 pm", "every Sunday", "Nov 08 18:00"),
        ("every week on sundays at 6 pm", "every Sunday", "Nov 08 18:00"),
        ("every monday and every friday at 9 am", "every Monday and Friday", "Nov 06 09:00"),
        ("saturdays at 9 am", "every Saturday", "Nov 07 09:00"),
        ("every month for the 5th at 9 am", "on the 5th of every month", "Dec 05 09:00"),
        (
            "9 am every day except weekends and thursdays",
            "every Monday, Tuesday, Wednesday and Friday",
            "Nov 06 09:00",
        ),
    ],
)
def test_what_comes_again_is_read_worked_out_and_said(said: str, told: str, first: str) -> None:
    when = read_when(said, is_bare=True)
    assert when is not None
    found = due(when, "reminder", NOW, UTC)
    assert isinstance(found, Due)
    assert (rule_said(found.rule), f"{found.at:%b %d %H:%M}") == (told, first)


def test_in_a_short_month_the_last_day_stands_for_the_31st() -> None:
    rule = f"{with_day('FREQ=MONTHLY;INTERVAL=1', '31')};BYHOUR=9;BYMINUTE=0;BYSECOND=0"
    days, after = [], NOW
    for _ in range(4):
        found = next_due(rule, NOW, after, UTC)
        assert found is not None
        after = found
        days.append(f"{found:%b %d}")
    assert days == ["Nov 30", "Dec 31", "Jan 31", "Feb 28"]


def test_a_month_without_a_day_is_asked_for_it() -> None:
    when = read_when("every month at 9 am", is_bare=True)
    assert when is not None
    assert due(when, "reminder", NOW, UTC) == ON_WHICH_DAY
    assert not has_date(when.rule)


@pytest.mark.parametrize("said", ["on the first monday", "the last day", "every month on friday"])
def test_a_place_in_a_month_needs_the_month(said: str) -> None:
    assert read_when(said) is None


@pytest.mark.parametrize(("rule", "what"), [("FREQ=HOURLY;INTERVAL=1", "sunday"), ("", "sunday")])
def test_only_days_can_be_left_out_of_days(rule: str, what: str) -> None:
    assert without(rule, what) is None
    assert rule_of("moon") is None


@pytest.mark.parametrize(
    ("words", "task", "told"),
    [
        ("run every day at 9 am except sundays", "run", "every day except Sunday"),
        ("every day at 9 am to run except sundays", "run", "every day except Sunday"),
        ("every day at 9 am to run, but not on weekends", "run", "every weekday"),
        (
            "every weekday at 9 am to eat nothing but bread",
            "eat nothing but bread",
            "every weekday",
        ),
    ],
)
def test_days_are_left_out_wherever_it_is_said(words: str, task: str, told: str) -> None:
    found = split_when(words)
    assert found is not None
    assert (found[0], rule_said(found[1].rule)) == (task, told)


@pytest.mark.parametrize(
    "said",
    [
        "take my pill every day at 8 and at 20",
        "every morning at 8 and every evening at 9 to brush my teeth",
        "the meeting on the first monday of the month at 9",
        "every third tuesday at 9 am to water it",
        "every day at 8, 12 and 6 pm to eat",
        "drink water twice a day at 8",
        "on the 1st and 15th of every month to pay bills",
    ],
)
def test_a_task_with_a_piece_of_its_time_left_in_it_is_not_parted(said: str) -> None:
    assert split_when(said) is None


def test_a_rule_is_the_same_whatever_its_time_of_day() -> None:
    rule = "FREQ=DAILY;INTERVAL=1;BYHOUR=9;BYMINUTE=0;BYSECOND=0"
    assert days_of(rule) == days_of("FREQ=DAILY") == "FREQ=DAILY"
