"""Holds samples between the loop, which writes speech, and PortAudio's thread, which plays it.

Invariant: every sample is taken once, in order; after `cut` only silence comes out.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.audio.pcm import Resampler

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from jarvis_voice.core.types import SpeechChunk


class PlaybackBuffer:
    """Mono int16 samples at one rate, with the words that they speak."""

    def __init__(self, rate_hz: int) -> None:
        self.rate_hz = rate_hz
        self._lock = threading.Lock()  # held for copies of a few milliseconds of sound only
        self._blocks: deque[NDArray[np.int16]] = deque()
        self._words: list[tuple[int, int, str]] = []
        self._written_samples = 0
        self._taken_samples = 0
        self._is_cut = False

    @property
    def taken_samples(self) -> int:
        """Samples handed to the device so far."""
        return self._taken_samples

    @property
    def waiting_seconds(self) -> float:
        """How much is still to be played."""
        return (self._written_samples - self._taken_samples) / self.rate_hz

    def write(self, pcm: NDArray[np.int16], words: str = "") -> None:
        """Add samples, and the words that are in them."""
        with self._lock:
            if self._is_cut:
                return
            start, self._written_samples = self._written_samples, self._written_samples + len(pcm)
            if len(pcm):  # a resampler may still hold back all of a short chunk
                self._blocks.append(pcm)
            if words.strip():
                self._words.append((start, self._written_samples, words.strip()))

    def take(self, count: int) -> NDArray[np.int16]:
        """The next samples, shape (count,), filled up with silence where there are no more."""
        out = np.zeros(count, np.int16)
        with self._lock:
            filled = 0
            while self._blocks and filled < count:
                block = self._blocks.popleft()
                part = block[: count - filled]
                out[filled : filled + len(part)] = part
                filled += len(part)
                if len(part) < len(block):
                    self._blocks.appendleft(block[len(part) :])
            self._taken_samples += filled
        return out

    def cut(self) -> None:
        """Drop what was not taken yet, and all that is written from now on."""
        with self._lock:
            self._is_cut = True
            self._blocks.clear()
            self._written_samples = self._taken_samples

    def words_before(self, sample: int) -> str:
        """The words spoken up to `sample`; of a chunk played in part, its share of words."""
        heard: list[str] = []
        for start, end, words in self._words:
            share = min(max((sample - start) / max(end - start, 1), 0.0), 1.0)
            split = words.split()
            heard += split[: int(share * len(split))]
        return " ".join(heard)


class Splicer:
    """Resamples speech chunks and writes them to a playback buffer, without gaps.

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
