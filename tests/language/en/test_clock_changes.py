"""Unit: a moment and a zone go in, the next changes of the clocks come out."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from jarvis_voice.language.en.clock_changes import ClockChange, changes_after

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 5, 9, 7, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("zone", "changes"),
    [
        (
            "Europe/London",
            [
                ClockChange(datetime(2027, 3, 28, 1, tzinfo=UTC), HOUR),
                ClockChange(datetime(2027, 10, 31, 1, tzinfo=UTC), -HOUR),
            ],
        ),
        (
            "America/New_York",
            [
                ClockChange(datetime(2027, 3, 14, 7, tzinfo=UTC), HOUR),
                ClockChange(datetime(2027, 11, 7, 6, tzinfo=UTC), -HOUR),
            ],
        ),
        (
            "Australia/Lord_Howe",  # by half an hour
            [
                ClockChange(datetime(2027, 4, 3, 15, tzinfo=UTC), -HOUR / 2),
                ClockChange(datetime(2027, 10, 2, 15, 30, tzinfo=UTC), HOUR / 2),
            ],
        ),
        ("Asia/Tokyo", []),
    ],
)
def test_the_next_changes(zone: str, changes: list[ClockChange]) -> None:
    assert [*changes_after(NOW, ZoneInfo(zone))][:2] == changes


def test_a_change_is_at_what_the_wall_shows_before_it() -> None:
    _, back = [*changes_after(NOW, ZoneInfo("Europe/London"))][:2]
    assert f"{back.at:%H:%M}" == "02:00"


def test_a_change_in_a_minute_is_still_to_come() -> None:
    london = ZoneInfo("Europe/London")
    just_before = datetime(2027, 3, 28, 0, 59, 30, tzinfo=UTC)
    assert next(changes_after(just_before, london)).at == datetime(2027, 3, 28, 1, tzinfo=UTC)
    just_after = datetime(2027, 3, 28, 1, 0, tzinfo=UTC)
    assert next(changes_after(just_after, london)).by == -HOUR
