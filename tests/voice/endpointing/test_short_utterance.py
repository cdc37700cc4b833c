"""Short speech between silences (unit): letters go in, the frames of what was cut out come out."""

from __future__ import annotations

import numpy as np
import pytest

from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, AudioFrame
from jarvis_voice.voice.endpointing.short_utterance import ShortUtterance

pytestmark = pytest.mark.flow


def cut(letters: str) -> list[tuple[int, int, int]]:
    """After which frame something was cut out, and from which frame to which; "2" is speech with
    64 ms of silence behind it."""
    speech, found = ShortUtterance(), []
    for number, letter in enumerate(letters):
        frame = AudioFrame(np.full(FRAME_SAMPLES, number, np.int16), (number + 1) * FRAME_SECONDS)
        tail = 0.064 if letter == "2" else 0.0
        pcm = speech.add(frame, is_speech=letter != ".", silent_tail_seconds=tail)
        if pcm is not None:
            found.append((number, int(pcm[0]), int(pcm[-1])))
    return found


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("......ssss...", [(11, 2, 11)]),  # two silent frames; 0.3 s before it
        ("......sss2...", [(10, 2, 10)]),  # one is enough behind a quiet end
        (".......", []),
        ("ssss..", [(5, 0, 5)]),
        ("......ss.ss..", [(12, 2, 12)]),  # a stop within a word
        ("..ss.....ss..", [(5, 0, 5), (12, 5, 12)]),
        ("." + "s" * 20 + "..", [(22, 0, 22)]),
        ("." + "s" * 21 + "...", []),  # too long for a "stop"
        ("." + "s" * 40 + ".." + "ss..", [(46, 39, 46)]),
    ],
)
def test_what_is_cut_out(letters: str, expected: list[tuple[int, int, int]]) -> None:
    assert cut(letters) == expected


def test_what_was_forgotten_is_not_cut_out() -> None:
    speech = ShortUtterance()
    speech.add(AudioFrame(np.zeros(FRAME_SAMPLES, np.int16), 0.08), is_speech=True)
    speech.clear()
    for number in range(2, 6):
        frame = AudioFrame(np.zeros(FRAME_SAMPLES, np.int16), number * FRAME_SECONDS)
        assert speech.add(frame, is_speech=False) is None
