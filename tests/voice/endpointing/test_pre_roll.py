"""The pre-roll ring (unit): frames go in, the last seconds of them come out."""

from __future__ import annotations

import numpy as np
import pytest

from jarvis_voice.core.types import AudioFrame
from jarvis_voice.voice.endpointing.pre_roll import PreRoll

pytestmark = pytest.mark.flow


def fill(ring: PreRoll, seconds: float, step: float) -> None:
    for number in range(1, round(seconds / step) + 1):
        ring.append(AudioFrame(np.full(4, number, np.int16), number * step))


def times(frames: list[AudioFrame]) -> list[float]:
    return [round(frame.captured_at, 3) for frame in frames]


@pytest.mark.parametrize("step", [0.02, 0.08, 0.25])
def test_it_holds_seconds_whatever_the_frame(step: float) -> None:
    ring = PreRoll(2.0)
    fill(ring, 60.0, step)
    held = ring.since(0.0)
    assert len(held) * step == pytest.approx(2.0)
    assert held[-1].captured_at == pytest.approx(60.0)
    assert times(held) == sorted(times(held))


def test_since_gives_the_frames_with_sound_after_a_moment() -> None:
    ring = PreRoll(1.0)
    fill(ring, 4.0, 0.08)
    assert times(ring.since(3.7)) == [3.76, 3.84, 3.92, 4.0]
    assert times(ring.since(3.76)) == [3.84, 3.92, 4.0]
    assert ring.since(4.0) == []


def test_a_gap_in_time_lets_go_what_lies_before_it() -> None:
    ring = PreRoll(1.0)
    fill(ring, 0.8, 0.08)
    ring.append(AudioFrame(np.zeros(4, np.int16), 9.0))
    assert times(ring.since(0.0)) == [9.0]


def test_an_empty_ring_has_nothing() -> None:
    assert PreRoll(1.0).since(0.0) == []


def test_cleared_it_holds_nothing() -> None:
    ring = PreRoll(2.0)
    fill(ring, 2.0, 0.08)
    ring.clear()
    assert ring.since(0.0) == []
