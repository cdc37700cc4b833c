"""Unit: arithmetic of the calendar."""

from datetime import date

import pytest

from jarvis_voice.language.en.calendar import between, easter_sunday, moved

pytestmark = pytest.mark.unit


def test_easter() -> None:
    assert [easter_sunday(year) for year in (2026, 2027)] == [date(2026, 4, 5), date(2027, 3, 28)]


@pytest.mark.parametrize("year", [1500, 4100])
def test_easter_is_not_known_of_every_year(year: int) -> None:
    with pytest.raises(ValueError, match=str(year)):
        easter_sunday(year)


@pytest.mark.parametrize(
    ("day", "months", "days", "expected"),
    [
        (date(2026, 1, 31), 1, 0, date(2026, 2, 28)),
        (date(2024, 2, 29), 12, 0, date(2025, 2, 28)),
        (date(2026, 11, 23), -11, -23, date(2025, 11, 30)),
        (date(2026, 11, 1), 1, -1, date(2026, 11, 30)),
    ],
)
def test_a_day_is_moved(day: date, months: int, days: int, expected: date) -> None:
    assert moved(day, months=months, days=days) == expected


def test_there_is_an_end_of_the_calendar() -> None:
    with pytest.raises((OverflowError, ValueError)):
        moved(date(2026, 1, 1), months=12 * 10_000)


@pytest.mark.parametrize(
    ("begin", "end", "length"),
    [
        (date(2026, 11, 23), date(2028, 1, 24), (14, 1)),
        (date(2026, 1, 31), date(2026, 2, 28), (1, 0)),
        (date(2026, 1, 1), date(2026, 1, 1), (0, 0)),
    ],
)
def test_what_lies_between_two_days(begin: date, end: date, length: tuple[int, int]) -> None:
    assert between(begin, end) == length
