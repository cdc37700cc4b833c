"""Unit: words of a time go in, the moment that is meant comes out."""

from datetime import UTC, date, datetime

import pytest

from jarvis_voice.language.en.calendar_days import Day
from jarvis_voice.language.en.coming_times import (
    coming_day,
    coming_time,
    is_clock_time,
    seconds_away,
)

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 5, 14, 47, tzinfo=UTC)  # a Thursday


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        *(("in 3 hours", 10_800), ("3 hours from now", 10_800), ("half an hour", 1_800)),
        *(("in an hour and a half", 5_400), ("20 minutes ago", -1_200), ("two hours later", 7_200)),
        *(("in two hours time", 7_200), ("5 pm", None), ("Tokyo", None), ("a while ago", None)),
        ("", None),
    ],
)
def test_how_far_off(words: str, seconds: float | None) -> None:
    assert seconds_away(words) == seconds


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("5 pm", datetime(2026, 11, 5, 17, tzinfo=UTC)),
        ("9", datetime(2026, 11, 5, 21, tzinfo=UTC)),
        ("midnight", datetime(2026, 11, 6, tzinfo=UTC)),
        ("tomorrow at seven", datetime(2026, 11, 6, 7, tzinfo=UTC)),
        ("today at 9 am", None),
        ("friday", None),
        ("every day at 9", None),
    ],
)
def test_the_next_time_of_day(words: str, moment: datetime | None) -> None:
    assert coming_time(words, NOW, UTC) == moment


def test_what_is_a_time_of_day() -> None:
    assert is_clock_time("half past three")
    assert not is_clock_time("in 3 hours")
    assert not is_clock_time("friday")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("saturday", (Day(date(2026, 11, 7)), datetime(2026, 11, 7, tzinfo=UTC))),
        (
            "Christmas",
            (Day(date(2026, 12, 25), "Christmas"), datetime(2026, 12, 25, tzinfo=UTC)),
        ),
        ("today", None),
        ("the end of the month", None),
        ("my party", None),
    ],
)
def test_a_day_and_when_it_begins(words: str, found: tuple[Day, datetime] | None) -> None:
    assert coming_day(words, NOW, UTC) == found
