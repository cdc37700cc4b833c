"""Splicer: speech of any rate onto one tape, without a seam.

Invariant: what a resampler holds back is written before speech of another rate, and at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.audio.pcm import Resampler

if TYPE_CHECKING:
    from jarvis_voice.audio.playback_buffer import PlaybackBuffer
    from jarvis_voice.core.types import SpeechChunk


class Splicer:
    """Writes chunks to a tape.

    Attributes:
        tape: What it writes to.
    """

    def __init__(self, tape: PlaybackBuffer) -> None:
        self.tape = tape
        self._resampler: Resampler | None = None
        self._source_hz = 0

    def write(self, chunk: SpeechChunk) -> None:
        """Put a chunk behind those before it."""
        self.tape.write(self._resampler_from(chunk.rate_hz).process(chunk.pcm), chunk.text)

    def end(self, silence_seconds: float) -> None:
        """Write what is held back, and silence behind it."""
        self._flush()
        self.tape.write(np.zeros(round(silence_seconds * self.tape.rate_hz), np.int16))

    def _resampler_from(self, rate_hz: int) -> Resampler:
        """One for all chunks of a rate: a new one each sentence would be heard at the seam."""
        if self._resampler is None or rate_hz != self._source_hz:
            self._flush()
            self._resampler, self._source_hz = Resampler(rate_hz, self.tape.rate_hz), rate_hz
        return self._resampler

    def _flush(self) -> None:
        if self._resampler:
            self.tape.write(self._resampler.flush())
