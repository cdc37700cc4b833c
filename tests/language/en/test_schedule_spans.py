"""Unit: the days that somebody asks about."""

from datetime import UTC, date, datetime

import pytest

from jarvis_voice.language.en.schedule_spans import span_in

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 5)  # a Thursday


@pytest.mark.parametrize(
    ("said", "first", "last", "hours"),
    [
        ("today", 5, 5, (0, 24)),
        ("for tomorrow", 6, 6, (0, 24)),
        ("tomorrow's", 6, 6, (0, 24)),
        ("tomorrow morning", 6, 6, (0, 12)),
        ("tonight", 5, 5, (18, 24)),
        ("on friday evening", 6, 6, (17, 24)),
        ("the day after tomorrow", 7, 7, (0, 24)),
        ("the 12th", 12, 12, (0, 24)),
        ("this week", 5, 8, (0, 24)),
        ("the weekend", 7, 8, (0, 24)),
        ("next week", 9, 15, (0, 24)),
        ("this month", 5, 30, (0, 24)),
        ("in the morning", 5, 6, (0, 12)),
        ("until monday", 5, 8, (0, 24)),
        ("until thursday", 5, 11, (0, 24)),
        ("until the 20th", 5, 19, (0, 24)),
        ("until next week", 5, 8, (0, 24)),
        ("through monday", 5, 9, (0, 24)),
        ("from saturday to monday", 7, 9, (0, 24)),
        ("from saturday until monday", 7, 8, (0, 24)),
        ("from friday to thursday", 6, 12, (0, 24)),
        ("between saturday and monday", 7, 9, (0, 24)),
        ("for the next three days", 6, 8, (0, 24)),
        ("the next 2 weeks", 6, 19, (0, 24)),
        ("the next two mornings", 6, 7, (0, 12)),
    ],
)
def test_days_are_read(said: str, first: int, last: int, hours: tuple[int, int]) -> None:
    span = span_in(said, TODAY)
    assert span is not None
    assert (span.first.day, span.last.day, span.hours) == (first, last, hours)


@pytest.mark.parametrize(
    "said",
    [
        *("7 am tomorrow", "pasta", "8", "10 minutes", "in an hour", "every day", "two weeks", ""),
        *("until seven", "until today", "until monday morning", "the next few days"),
        *("bread and butter", "monday and 7 am", "from home to work"),
    ],
)
def test_a_time_of_day_and_a_name_are_no_days(said: str) -> None:
    assert span_in(said, TODAY) is None


def test_a_span_holds_the_moments_of_its_hours() -> None:
    span = span_in("tomorrow morning", TODAY)
    assert span is not None
    assert span.holds(datetime(2026, 11, 6, 7, tzinfo=UTC))
    assert not span.holds(datetime(2026, 11, 6, 13, tzinfo=UTC))
    assert not span.holds(datetime(2026, 11, 5, 7, tzinfo=UTC))


def test_days_that_are_listed_hold_none_between() -> None:
    span = span_in("tomorrow, on sunday and on tuesday", TODAY)
    assert span is not None
    assert [day for day in range(5, 13) if span.holds_day(date(2026, 11, day))] == [6, 8, 10]
