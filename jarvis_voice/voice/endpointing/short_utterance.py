"""Cuts a short utterance of a word or two out of frames: it may be a "stop". Pure.

Invariant: what is cut out has silence before and behind it and is short; longer speech is passed
over whole, up to the next silence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarvis_voice.core.types import FRAME_SECONDS, AudioFrame
from jarvis_voice.voice.endpointing.pre_roll import PreRoll

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST_SECONDS = 1.6
"""Speech in a slow "stop talking, please, Jarvis"."""

PAUSE_SECONDS = 0.11
"""Silence behind a word that may stop: the sooner, the better, for nothing is lost by it."""

BEFORE_SECONDS = 0.3
"""Sound before the first frame of speech: VAD notices a word late."""

_ROUNDING_SECONDS = 1e-6


class ShortUtterance:
    """Finds short speech between silences, one piece after the other."""

    def __init__(self) -> None:
        self._ring = PreRoll(LONGEST_SECONDS + 1.0)
        self._began_at: float | None = None
        self._spoken_seconds = 0.0
        self._silent_seconds = 0.0

    def clear(self) -> None:
        """Forget all; what goes on is taken for new."""
        self._ring.clear()
        self._end()

    def add(
        self, frame: AudioFrame, *, is_speech: bool, silent_tail_seconds: float = 0.0
    ) -> NDArray[np.int16] | None:
        """Take the next frame.

        Args:
            frame: The next one.
            is_speech: Whether there is speech in it.
            silent_tail_seconds: If so, how much silence is behind it within the frame.

        Returns:
            Short speech that is over, mono int16, shape (n_samples,), 16 000 Hz; once a pause.
        """
        self._ring.append(frame)
        if is_speech:
            if self._began_at is None:
                self._began_at = frame.captured_at - FRAME_SECONDS
            self._spoken_seconds += FRAME_SECONDS
            self._silent_seconds = silent_tail_seconds
            return None
        if self._began_at is None:
            return None
        self._silent_seconds += FRAME_SECONDS
        if self._silent_seconds < PAUSE_SECONDS - _ROUNDING_SECONDS:
            return None
        return self._cut(self._began_at)

    def _cut(self, began_at: float) -> NDArray[np.int16] | None:
        import numpy as np

        is_short = self._spoken_seconds <= LONGEST_SECONDS + _ROUNDING_SECONDS
        self._end()
        if not is_short:
            return None
        return np.concatenate([frame.pcm for frame in self._ring.since(began_at - BEFORE_SECONDS)])

    def _end(self) -> None:
        self._began_at = None
        self._spoken_seconds = 0.0
        self._silent_seconds = 0.0
