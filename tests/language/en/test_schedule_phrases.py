"""Unit: entries and moments go in, the words of them come out."""

from datetime import UTC, datetime, timedelta

import pytest

from jarvis_voice.core.schedule_entries import MOST_MISSED, Entry
from jarvis_voice.language.en.schedule_phrases import Teller

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "told"),
    [
        ([2], "on 26 November at 06:00"),
        ([2, 1], "on 26 November at 06:00 and at 06:00 yesterday"),
        ([2, 1, 0], "on 26 November at 06:00, at 06:00 yesterday and at 06:00 today"),
        ([3, 2, 1, 0], "4 times, first on 25 November at 06:00 and last at 06:00 today"),
        ([*range(MOST_MISSED, -1, -1)], "more than 99 times, first on 21 August at 06:00"),
    ],
)
def test_each_time_that_was_missed_is_told(days: list[int], told: str) -> None:
    times = [NOW.replace(hour=6) - timedelta(days=one) for one in days]
    alarm = Entry("alarm", times[0], times[0], rule="FREQ=DAILY;BYHOUR=6;BYMINUTE=0;BYSECOND=0")
    said = Teller("24", NOW, UTC).missed([(alarm, times)])
    assert said == f"You missed your alarm for 06:00, {told}."
