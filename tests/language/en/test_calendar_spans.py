"""Unit: spoken years and months."""

from datetime import date

import pytest

from jarvis_voice.language.en.calendar_spans import CalendarMonth, read_month, read_year

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("words", "year"),
    [
        *(("2028", 2028), ("the year 1900", 1900), ("in 2028", 2028), ("this year", 2026)),
        *(("next year", 2027), ("last year", 2025), ("the current year", 2026)),
        *(("the coming year", 2027), ("the year", 2026)),
        *(("a year", None), ("next", None), ("2028 or so", None), ("99", None), ("", None)),
    ],
)
def test_a_year(words: str, year: int | None) -> None:
    assert read_year(words, TODAY) == year


@pytest.mark.parametrize(
    ("words", "month"),
    [
        ("February", CalendarMonth(date(2027, 2, 1), is_year_said=False)),
        ("december", CalendarMonth(date(2026, 12, 1), is_year_said=False)),
        ("november", CalendarMonth(date(2026, 11, 1), is_year_said=False)),
        ("february 2024", CalendarMonth(date(2024, 2, 1), is_year_said=True)),
        ("february of next year", CalendarMonth(date(2027, 2, 1), is_year_said=True)),
        ("last february", CalendarMonth(date(2026, 2, 1), is_year_said=True)),
        ("the month of may", CalendarMonth(date(2027, 5, 1), is_year_said=False)),
        ("this month", CalendarMonth(date(2026, 11, 1), is_year_said=True)),
        ("next month", CalendarMonth(date(2026, 12, 1), is_year_said=True)),
        ("last month", CalendarMonth(date(2026, 10, 1), is_year_said=True)),
        ("a month", None),
        ("february 3", None),
        ("", None),
    ],
)
def test_a_month(words: str, month: CalendarMonth | None) -> None:
    assert read_month(words, TODAY) == month
