"""Takes of the wake word (unit): sound and scores in, advice and a sensitivity out."""

from __future__ import annotations

import numpy as np
import pytest

from jarvis_voice.voice.wake.take import fitting_sensitivity, why_once_more

pytestmark = pytest.mark.flow


def take(
    level: float, begin: float = 0.6, end: float = 1.2
) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """2 s of a quiet room, in which something sounds."""
    sound = np.random.default_rng(1).normal(0, 20, 32_000)
    rest = slice(round(begin * 16_000), round(end * 16_000))
    sound[rest] += level * np.sin(np.arange(32_000)[rest] / 8)
    return np.clip(sound, -32_768, 32_767).astype(np.int16)


def test_a_word_in_a_quiet_room_is_kept() -> None:
    assert why_once_more(take(5_000), -64.0) == ""


@pytest.mark.parametrize(
    ("pcm", "room_dbfs", "word"),
    [
        (take(0), -64.0, "too little"),
        (take(60), -64.0, "too little"),
        (take(1_000), -35.0, "too little"),
        (take(60_000), -64.0, "clipped"),
        (take(5_000, 0.0, 0.4), -64.0, "cut off"),
        (take(5_000, 1.7, 2.0), -64.0, "cut off"),
        (np.zeros(32_000, np.int16), -np.inf, "too little"),
    ],
    ids=["nothing", "whisper", "loud room", "too loud", "begun early", "ended late", "muted"],
)
def test_another_is_asked_for_with_the_reason(
    pcm: np.ndarray[tuple[int], np.dtype[np.int16]], room_dbfs: float, word: str
) -> None:
    assert word in why_once_more(pcm, room_dbfs)


@pytest.mark.parametrize(
    ("scores", "sensitivity"),
    [
        ([0.99, 0.98, 0.97], 0.5),
        ([0.99, 0.75, 0.9], 0.5),
        ([0.99, 0.6, 0.9], 0.6),
        ([0.99, 0.4, 0.9], 0.7),
        ([0.99, 0.01, 0.9], 0.75),
        ([0.0], 0.75),
        ([1.0], 0.5),
    ],
)
def test_the_lowest_try_is_heard_with_a_margin_as_far_as_that_is_wise(
    scores: list[float], sensitivity: float
) -> None:
    assert fitting_sensitivity(scores, 0.6) == sensitivity
