"""The follow-up window (unit): frames of speech and silence go in, its signal comes out."""

from __future__ import annotations

import pytest

from jarvis_voice.voice.endpointing.follow_up_window import FollowUpWindow
from jarvis_voice.voice.turn_taking import Signal

pytestmark = pytest.mark.flow

FRAME = 0.08
BEGAN, EXPIRED = Signal.SPEECH_BEGAN, Signal.FOLLOW_UP_EXPIRED


def feed(window: FollowUpWindow, letters: str) -> tuple[Signal | None, int]:
    """The signal, and after how many frames it came; "s" is speech, "." is none."""
    for count, letter in enumerate(letters, 1):
        if signal := window.process(count * FRAME, is_speech=letter == "s"):
            return signal, count
    return None, len(letters)


@pytest.mark.parametrize(
    ("letters", "quiet_seconds", "expected"),
    [
        (".......s", FRAME, (BEGAN, 8)),
        ("....ss.s", FRAME, (BEGAN, 8)),  # the answer's echo lasts five frames
        ("....ssssss.s", FRAME, (BEGAN, 12)),
        ("s" * 25, FRAME, (None, 25)),
        ("s" * 99, FRAME, (EXPIRED, 26)),
        ("sssss.s", 0.0, (BEGAN, 7)),
        ("ssssss", 0.0, (BEGAN, 6)),
        (".....ss....s........s.........s", 0.7, (EXPIRED, 26)),
        (".....s.........s", 0.7, (BEGAN, 16)),
    ],
)
def test_speech_counts_behind_silence(
    letters: str, quiet_seconds: float, expected: tuple[Signal | None, int]
) -> None:
    assert feed(FollowUpWindow(5 * FRAME, 25 * FRAME, quiet_seconds), letters) == expected
