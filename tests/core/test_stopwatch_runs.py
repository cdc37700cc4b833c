"""Unit: what a stopwatch has measured, by two clocks."""

from datetime import UTC, datetime, timedelta

import pytest

from jarvis_voice.core.schedule_entries import Moment
from jarvis_voice.core.stopwatch_runs import begun, held, measured_seconds

pytestmark = pytest.mark.unit

NOON = datetime(2026, 11, 5, 12, tzinfo=UTC)
START = Moment(NOON, 100.0, "one")


def later(
    seconds: float, elapsed: float, boot: str = "one", *, counts_sleep: bool = True
) -> Moment:
    return Moment(NOON + timedelta(seconds=seconds), 100.0 + elapsed, boot, counts_sleep)


@pytest.mark.parametrize(
    ("moment", "seconds"),
    [
        (later(60, 60), 60.0),
        (later(3_660, 60), 60.0),  # somebody set the wall clock
        (later(-3_540, 60), 60.0),
        (later(3_660, 60, counts_sleep=False), 3_660.0),  # it slept for an hour
        (later(600, 5, "two"), 600.0),  # it was started anew
        (later(-600, 5, "two"), 0.0),
    ],
)
def test_what_it_shows(moment: Moment, seconds: float) -> None:
    assert measured_seconds(begun(START), moment) == seconds


def test_once_it_is_stopped_it_stays_where_it_was() -> None:
    stopped = held(begun(START, "t1"), later(60, 60))
    assert measured_seconds(stopped, later(600, 600)) == 60.0
    assert stopped.turn_id == "t1"
