"""Cuts a long sound into pieces that speech to text can hear, in its pauses. Pure.

Invariant: pieces do not overlap, hold all speech, and none is longer than speech to text hears at
once; what is between them is silence.
"""

from __future__ import annotations

from dataclasses import dataclass

from jarvis_voice.core.types import FRAME_SECONDS

SPEECH = 0.5
"""From this probability on a frame is speech."""

LEAD_FRAMES = 4
"""Of silence before speech: its first consonant may be in there."""

PAUSE_FRAMES = 10
"""A pause of 0.8 s ends a piece."""

TAIL_FRAMES = 4
"""Of that pause stay with the piece."""

MOST_FRAMES = round(14.0 / FRAME_SECONDS)
EARLIEST_FRAME = MOST_FRAMES // 2
"""Speech without such a pause is cut between these two."""


@dataclass(frozen=True, slots=True)
class SoundPiece:
    """A piece of a sound, in frames of 80 ms: from `begin` to before `end`.

    Attributes:
        voiced: How many of them are speech.
    """

    begin: int
    end: int
    voiced: int


class PieceCutter:
    """Takes the speech probability of each frame, and tells when a piece is complete."""

    def __init__(self) -> None:
        self._begin = 0
        self._open: list[float] = []

    def push(self, probability: float) -> SoundPiece | None:
        """The next frame; a piece that it completes."""
        self._open.append(probability)
        if not self._voiced:
            dropped = max(0, len(self._open) - LEAD_FRAMES)
            del self._open[:dropped]
            self._begin += dropped
            return None
        if len(self._open) > PAUSE_FRAMES and max(self._open[-PAUSE_FRAMES:]) < SPEECH:
            return self._cut(len(self._open) - PAUSE_FRAMES + TAIL_FRAMES)
        return self._cut(best_place(self._open)) if len(self._open) == MOST_FRAMES else None

    def end(self) -> SoundPiece | None:
        """The last piece, where there is one."""
        return self._cut(len(self._open)) if self._voiced else None

    @property
    def _voiced(self) -> int:
        return sum(one >= SPEECH for one in self._open)

    def _cut(self, at: int) -> SoundPiece:
        voiced = sum(one >= SPEECH for one in self._open[:at])
        piece = SoundPiece(self._begin, self._begin + at, voiced)
        del self._open[:at]
        self._begin += at
        return piece


def best_place(probabilities: list[float]) -> int:
    """Where speech without a long pause is cut.

    That is in the middle of its longest silence, or at the frame that is least like speech.

    Args:
        probabilities: Of as many frames as a piece may have.
    """
    best, longest, run = 0, 0, 0
    for place, probability in enumerate(probabilities):
        run = run + 1 if probability < SPEECH else 0
        if place >= EARLIEST_FRAME and run >= max(longest, 1):
            best, longest = place - run // 2 + 1, run
    if longest:
        return best
    later = range(EARLIEST_FRAME, len(probabilities))
    return min(later, key=lambda place: probabilities[place]) + 1
