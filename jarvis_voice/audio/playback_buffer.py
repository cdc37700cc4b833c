"""The samples between the loop, which records speech on it, and PortAudio's thread, which plays it.

Invariant: every sample is taken once, in order; after `cut` only silence comes out.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class PlaybackBuffer:
    """Mono int16 samples at one rate, with the words that are in them."""

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
