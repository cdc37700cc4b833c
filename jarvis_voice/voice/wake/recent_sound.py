"""Keeps the sound of the last seconds for the second look at a wake word.

Invariant: holds a few seconds of frames and a few more of levels; what is cut out ends where the
claim says, whatever came in since.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from jarvis_voice.core.types import AudioFrame
from jarvis_voice.voice.endpointing.pre_roll import PreRoll
from jarvis_voice.voice.sound_check import measure_level_dbfs
from jarvis_voice.voice.wake.second_stage import SPAN_SECONDS, BackOff, ClaimedSpan, levels_of
from jarvis_voice.voice.wake.wake_gate import Claim

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FLOOR_SECONDS = 10.0
FLOOR_SHARE = 0.2
"""A fifth of the frames before a claim were quieter than what is called the noise floor."""

FLOOR_KNOWN_FRAMES = 13
"""After a second there is a floor to speak of."""


class RecentSound:
    """The newest frames and the newest levels."""

    def __init__(self) -> None:
        self._frames = PreRoll(SPAN_SECONDS + BackOff.LONGEST_SECONDS + 1.0)
        self._levels: deque[tuple[float, float]] = deque()  # captured at, dBFS

    def append(self, frame: AudioFrame) -> None:
        """Keep one more frame."""
        self._frames.append(frame)
        self._levels.append((frame.captured_at, measure_level_dbfs(frame.pcm)))
        while self._levels[0][0] < frame.captured_at - FLOOR_SECONDS:
            self._levels.popleft()

    def clear(self) -> None:
        """Let go of the frames; how loud the room is stays known."""
        self._frames.clear()

    def frames(
        self, claim: Claim, behind_seconds: float = 0.0, seconds: float = SPAN_SECONDS
    ) -> list[AudioFrame]:
        """The frames of the claimed span, and of some time behind it as far as it has come in.

        Args:
            claim: Where the span ends.
            behind_seconds: How much behind it is wanted.
            seconds: How much before its end, at most the span.
        """
        until = claim.at + behind_seconds
        since = self._frames.since(claim.at - seconds)
        return [frame for frame in since if frame.captured_at <= until]

    def pcm(
        self, claim: Claim, behind_seconds: float = 0.0, seconds: float = SPAN_SECONDS
    ) -> NDArray[np.int16]:
        """The same as one sound: mono int16, shape (n_samples,), 16 000 Hz."""
        import numpy as np

        parts = [frame.pcm for frame in self.frames(claim, behind_seconds, seconds)]
        return np.concatenate(parts) if parts else np.zeros(0, np.int16)

    def span(self, claim: Claim) -> ClaimedSpan:
        """What is known of a claim's sound without asking any model."""
        return ClaimedSpan(levels_of(self.pcm(claim)), self._floor_dbfs(claim.at - SPAN_SECONDS))

    def _floor_dbfs(self, until: float) -> float | None:
        before = sorted(level for at, level in self._levels if at <= until)
        if len(before) < FLOOR_KNOWN_FRAMES:
            return None
        return before[int(len(before) * FLOOR_SHARE)]
