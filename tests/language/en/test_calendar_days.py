"""Unit: spoken days of the calendar."""

from datetime import date

import pytest

from jarvis_voice.language.en.calendar_days import Day, read_day

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 23)  # a Monday


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("July 4th", date(2027, 7, 4)),
        ("the fourth of July", date(2027, 7, 4)),
        ("november 23", TODAY),
        ("the 1st of December, 2031", date(2031, 12, 1)),
        ("May 1 last year", date(2025, 5, 1)),
        ("february 29th", date(2028, 2, 29)),
        ("in ten days", date(2026, 12, 3)),
        ("in a week's time", date(2026, 11, 30)),
        ("in 2 months and 3 days", date(2027, 1, 26)),
        ("a fortnight from now", date(2026, 12, 7)),
        ("a week from friday", date(2026, 12, 4)),
        ("three weeks ago", date(2026, 11, 2)),
        ("2 days before friday", date(2026, 11, 25)),
        ("a year ago", date(2025, 11, 23)),
        ("monday", TODAY),
        ("next Monday", date(2026, 11, 30)),
        ("last Monday", date(2026, 11, 16)),
        ("this coming friday", date(2026, 11, 27)),
        ("the day after tomorrow", date(2026, 11, 25)),
        ("the weekend", date(2026, 11, 28)),
        ("yesterday", date(2026, 11, 22)),
        ("the 30th", date(2026, 11, 30)),
        ("the 31st", date(2026, 12, 31)),
        ("Dec. 25", date(2026, 12, 25)),
        ("Sept 5", date(2027, 9, 5)),
        ("on Friday, December 4th", date(2026, 12, 4)),
        ("July 20 1969", date(1969, 7, 20)),
        ("2027-01-05", date(2027, 1, 5)),
        ("this past Friday", date(2026, 11, 20)),
        ("two weeks ago today", date(2026, 11, 9)),
        ("in 1,000 days", date(2029, 8, 19)),
        ("the day before Christmas", date(2026, 12, 24)),
        ("two weeks after Easter", date(2027, 4, 11)),
        ("10 days from Christmas", date(2027, 1, 4)),
    ],
)
def test_a_day(words: str, expected: date) -> None:
    assert read_day(words, TODAY) == Day(expected)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("christmas", Day(date(2026, 12, 25), "Christmas")),
        ("Christmas Day next year", Day(date(2027, 12, 25), "Christmas")),
        ("new year's eve", Day(date(2026, 12, 31), "New Year's Eve")),
        ("new year", Day(date(2027, 1, 1), "New Year")),
        ("Halloween", Day(date(2027, 10, 31), "Halloween")),
        ("halloween this year", Day(date(2026, 10, 31), "Halloween")),
        ("Easter", Day(date(2027, 3, 28), "Easter")),
        ("last Easter", Day(date(2026, 4, 5), "Easter")),
        ("St. Patrick's Day", Day(date(2027, 3, 17), "Saint Patrick's Day")),
        ("St. Valentine's Day", Day(date(2027, 2, 14), "Valentine's Day")),
        ("last Christmas", Day(date(2025, 12, 25), "Christmas")),
        ("this coming Christmas", Day(date(2026, 12, 25), "Christmas")),
        ("cyber monday", Day(date(2026, 11, 30), "Cyber Monday")),
        ("good friday", Day(date(2027, 3, 26), "Good Friday")),
        ("thanksgiving", Day(date(2026, 11, 26), "Thanksgiving")),
        ("black friday", Day(date(2026, 11, 27), "Black Friday")),
        ("july", Day(date(2027, 7, 1), "July", begins=True)),
        ("the end of the month", Day(date(2026, 11, 30), "the end of the month")),
        ("the end of this year", Day(date(2026, 12, 31), "the end of the year")),
    ],
)
def test_a_day_with_a_name(words: str, expected: Day) -> None:
    assert read_day(words, TODAY) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("may 1st", date(2026, 5, 1)),
        ("december 1st", date(2025, 12, 1)),
        ("february 29", date(2024, 2, 29)),
        ("friday", date(2026, 11, 20)),
        ("monday", date(2026, 11, 16)),
        ("the 30th", date(2026, 10, 30)),
        ("next friday", date(2026, 11, 27)),
    ],
)
def test_what_is_known_to_be_past_is_the_last_of_its_name(words: str, expected: date) -> None:
    assert read_day(words, TODAY, is_past=True) == Day(expected)


@pytest.mark.parametrize(
    "words",
    [
        *("", "my birthday", "february 30", "the 32nd of may", "10 days", "in 99999 years"),
        *("christmas dinner", "3 weeks ago friday", "5 days from nowhere", "may 1 0000"),
        *("independence day", "easter 1500", "next weekend", "2027-13-01", "3 weeks before"),
        *("easter in the year 2030 or so", "july 4th and 5th", "30 years before dawn"),
    ],
)
def test_anything_else_is_no_day(words: str) -> None:
    assert read_day(words, TODAY) is None


@pytest.mark.parametrize("today", [date(2026, 11, 28), date(2026, 11, 29)])
def test_at_the_weekend_it_is_the_weekend(today: date) -> None:
    assert read_day("the weekend", today) == Day(today)
