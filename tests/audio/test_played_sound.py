"""Blocks and what the device says of them in; when each is heard out."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest

from jarvis_voice.audio.played_sound import STARTING_SECONDS, PlaybackTap

pytestmark = pytest.mark.flow

BLOCK = np.zeros(1_600, np.int16)  # 0.1 s


def heard(monkeypatch: pytest.MonkeyPatch, *blocks: tuple[float, float]) -> list[float]:
    """When each block is heard that was taken at a time, so long ahead."""
    told: list[float] = []
    teller = PlaybackTap(lambda _pcm, _rate_hz, at: told.append(at))
    for now, ahead_seconds in blocks:
        monkeypatch.setattr(time, "monotonic", lambda now=now: now)
        teller.tell(BLOCK, 16_000, ahead_seconds)
    return told


def test_a_buffer_that_is_filled_at_the_start_is_played_from_then_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    filled = heard(monkeypatch, (5.0, 0.15), (5.001, 0.15), (5.1, 0.15))
    assert filled == pytest.approx([5.0, 5.1, 5.2])


def test_later_the_device_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    count = round(STARTING_SECONDS / 0.1)
    starting = ((5.0 + 0.1 * n, 0.15) for n in range(count))
    later = heard(monkeypatch, *itertools.chain(starting, [(6.0, 0.15), (6.1, 0.4)]))[count:]
    assert later == pytest.approx([6.15, 6.5])


def test_nothing_is_heard_before_it_was_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(monkeypatch, (5.0, 0.15), (7.0, 0.15)) == pytest.approx([5.0, 7.0])
