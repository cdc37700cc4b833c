"""Unit: the day of a time in words of the calendar goes in, the date comes out."""

import re
from datetime import date

import pytest

from jarvis_voice.language.en.calendar_day_words import CALENDAR_DAY, calendar_day, dates_in_words

pytestmark = pytest.mark.unit

FRIDAY = date(2026, 11, 27)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("in a month", "2026-12-27"),
        ("in a year", "2027-11-27"),
        ("in a fortnight", "2026-12-11"),
        ("on christmas", "2026-12-25"),
        ("on christmas eve", "2026-12-24"),
        ("on new year's eve", "2026-12-31"),
        ("the day before christmas", "2026-12-24"),
        ("2 days before christmas", "2026-12-23"),
        ("at easter", "2027-03-28"),
        ("10 days from tomorrow", "2026-12-08"),
        ("2 weeks from monday", "2026-12-14"),
        ("friday week", "2026-12-04"),
        ("a week on monday", "2026-12-07"),
        ("tomorrow week", "2026-12-05"),
        ("next week on tuesday", "2026-12-01"),
        ("tuesday next week", "2026-12-01"),
        ("the monday after next", "2026-12-07"),
        ("on the 1st monday of january", "2027-01-04"),
        ("the last friday of december", "2026-12-25"),
        ("the last friday of this month", "2026-11-27"),
        ("the 2nd tuesday of next month", "2026-12-08"),
        ("on the 5th of next month", "2026-12-05"),
        ("next month on the 5th", "2026-12-05"),
        ("monday the 30th", "2026-11-30"),
        ("at the end of the month", "2026-11-30"),
        ("on the last day of the month", "2026-11-30"),
        ("on 3 march next year", "2027-03-03"),
        ("on march 3rd 2028", "2028-03-03"),
    ],
)
def test_the_day_that_is_meant(said: str, expected: str) -> None:
    assert re.fullmatch(CALENDAR_DAY, said)
    assert calendar_day(said, FRIDAY) == date.fromisoformat(expected)


@pytest.mark.parametrize(
    "said", ["tuesday the 30th", "the 5th monday of february", "next month on the 32nd"]
)
def test_a_day_that_is_none(said: str) -> None:
    assert re.fullmatch(CALENDAR_DAY, said)
    assert calendar_day(said, FRIDAY) is None


@pytest.mark.parametrize(
    "said", ["next week", "in january", "christmas", "on the weekend", "in an hour", "monday"]
)
def test_what_is_no_day_of_the_calendar(said: str) -> None:
    assert re.fullmatch(CALENDAR_DAY, said) is None


def test_a_written_date_is_said_in_words() -> None:
    assert dates_in_words("on 2026-11-29 at nine") == "on 29 november 2026 at nine"
    assert dates_in_words("on 2026-13-29") == "on 2026-13-29"
