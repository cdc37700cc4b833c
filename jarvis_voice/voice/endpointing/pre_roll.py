"""Keeps the last seconds of sound, so that words from before Jarvis listened are not lost.

Invariant: holds at most its seconds, whatever the size of the frames.
"""

from __future__ import annotations

from collections import deque

from jarvis_voice.core.types import AudioFrame

_ROUNDING_SECONDS = 1e-6


class PreRoll:
    """A ring buffer of frames.

    Args:
        seconds: How far back it reaches.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._frames: deque[AudioFrame] = deque()

    def append(self, frame: AudioFrame) -> None:
        """Keep a frame and let go what is too old."""
        self._frames.append(frame)
        oldest = frame.captured_at - self._seconds + _ROUNDING_SECONDS
        while self._frames[0].captured_at <= oldest:
            self._frames.popleft()

    def clear(self) -> None:
        """Let go of all."""
        self._frames.clear()

    def since(self, seconds: float) -> list[AudioFrame]:
        """The frames with sound captured after this moment, in order.

        Args:
            seconds: On the frames' clock, as `AudioFrame.captured_at`.
        """
        after = seconds + _ROUNDING_SECONDS
        return [frame for frame in self._frames if frame.captured_at > after]
