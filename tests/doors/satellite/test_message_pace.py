"""How fast the messages of a satellite are taken."""

from __future__ import annotations

import pytest

from jarvis_voice.doors.satellite.message_pace import (
    MESSAGES_PER_SECOND,
    MOST_AT_ONCE,
    MessagePace,
)

pytestmark = pytest.mark.unit


class Seconds:
    """A clock that waits move."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_sound_that_comes_in_its_time_never_waits() -> None:
    seconds = Seconds()
    pace = MessagePace(seconds)
    for _ in range(5_000):
        seconds.now += 1 / 23
        assert pace.wait_seconds() == 0.0


def test_what_comes_together_behind_a_gap_does_not_wait() -> None:
    pace = MessagePace(Seconds())
    assert sum(pace.wait_seconds() for _ in range(MOST_AT_ONCE)) == pytest.approx(0.0, abs=1e-6)


def test_a_flood_is_taken_at_the_pace() -> None:
    seconds = Seconds()
    pace = MessagePace(seconds)
    for _ in range(MOST_AT_ONCE + 10 * MESSAGES_PER_SECOND):
        seconds.now += pace.wait_seconds()
    assert seconds.now == pytest.approx(110.0)
