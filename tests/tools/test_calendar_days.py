"""Unit: spoken days of the calendar."""

from datetime import date

import pytest

from jarvis_voice.tools.calendar_days import Day, read_day

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
        ("the end of the month", date(2026, 11, 30)),
        ("the end of this year", date(2026, 12, 31)),
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
        ("good friday", Day(date(2027, 3, 26), "Good Friday")),
        ("thanksgiving", Day(date(2026, 11, 26), "Thanksgiving")),
        ("black friday", Day(date(2026, 11, 27), "Black Friday")),
        ("july", Day(date(2027, 7, 1), "July")),
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
    ],
)
def test_what_is_known_to_be_past_is_the_last_of_its_name(words: str, expected: date) -> None:
    assert read_day(words, TODAY, is_past=True) == Day(expected)


@pytest.mark.parametrize(
    "words",
    [
        *("", "my birthday", "february 30", "the 32nd of may", "10 days", "in 99999 years"),
        *("christmas dinner", "3 weeks ago friday", "5 days from nowhere", "may 1 0000"),
        *("easter in the year 2030 or so", "july 4th and 5th", "30 years before dawn"),
    ],
)
def test_anything_else_is_no_day(words: str) -> None:
    assert read_day(words, TODAY) is None
