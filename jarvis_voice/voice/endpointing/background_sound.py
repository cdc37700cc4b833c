"""Measures sound that goes on while the user is silent too: a television, music, many people.

Invariant: in a quiet room, or where the room is not known yet, it hides nothing; what stands out of
it is never hidden. VAD takes a television's speech for speech: only its level tells it apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jarvis_voice.core.types import AudioFrame

WINDOW_FRAMES = 8
"""0.64 s: long enough to reach over the gaps between words, of the user and of the background."""

KNOWN_FRAMES = 38
"""After 3 s there is a background to speak of."""

QUIETEST_DBFS = -50.0
"""What is below this is a quiet room, where VAD alone decides."""

SHARE = 0.2
"""A fifth of the windows are quieter than what counts as the background: the rest may hold a user
who spoke before."""

MARGIN_DB = 4.0
"""Babble goes up and down by 2 to 3 dB from window to window; a user who speaks 6 dB above it
adds 7 dB."""


@dataclass(frozen=True, slots=True)
class BackgroundSound:
    """How loud it was before Jarvis began to listen; -inf when that is not known."""

    level_dbfs: float = -math.inf

    @classmethod
    def of(cls, frames: Sequence[AudioFrame]) -> BackgroundSound:
        """The background of a stretch of sound, or none of a short one."""
        if len(frames) < KNOWN_FRAMES:
            return cls()
        powers = [power(frame) for frame in frames]
        levels = sorted(
            _level(powers[start : start + WINDOW_FRAMES])
            for start in range(len(powers) - WINDOW_FRAMES + 1)
        )
        return cls(levels[int(len(levels) * SHARE)])

    @property
    def is_loud(self) -> bool:
        """Whether it can be taken for a user at all."""
        return self.level_dbfs >= QUIETEST_DBFS

    def is_all(self, powers: Sequence[float]) -> bool:
        """Whether nothing stands out of it in the newest frames; False in a quiet room.

        Args:
            powers: Mean squares of frames, oldest first, as `power` gives them.
        """
        newest = powers[-WINDOW_FRAMES:]
        return self.is_loud and bool(newest) and _level(newest) <= self.level_dbfs + MARGIN_DB


def power(frame: AudioFrame) -> float:
    """The mean square of a frame's samples."""
    samples = frame.pcm.astype(float)
    return float(samples @ samples) / len(samples)


def _level(powers: Iterable[float]) -> float:
    values = list(powers)
    mean = sum(values) / len(values)
    return 10 * math.log10(mean / 32_768.0**2) if mean else -math.inf
