"""Keeps the last seconds of what the loudspeaker played, as a reference for the echo canceller.

Invariant: `put` may come from a foreign thread and only hands over; all else belongs to one reader.
Samples that follow on one another in the device are one stretch; where the device was opened anew,
another begins.
"""

from __future__ import annotations

import math
import statistics
from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.audio.pcm import FULL_SCALE, Resampler
from jarvis_voice.core.types import RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

KEPT_SECONDS = 4.0
"""The longest delay, the length of a room, and the sound that a delay is found from."""

MOST_BLOCKS = 4_096
"""That wait for the reader; 10 ms each."""

JUMP_SECONDS = 0.12
"""A block that comes so much out of turn belongs to another stretch; estimates of the time shake
by some tens of milliseconds."""

STARTS_KEPT = 64


class Stretch:
    """Samples that were played without a gap, as float32 in [-1, 1] at 16 000 Hz.

    Args:
        rate_hz: The rate they were played at.
        at: When the first one left the loudspeaker, as estimated, in monotonic seconds.
    """

    def __init__(self, rate_hz: int, at: float) -> None:
        self.rate_hz = rate_hz
        self.anchor: float | None = None
        """Where on the microphone's count of samples its first one belongs, as far as is known."""
        self.is_found = False
        """Whether its echo was found there, or it is where the last one was."""
        self._resampler = Resampler(rate_hz, RATE_HZ)
        self._starts = deque([at], maxlen=STARTS_KEPT)
        self._played_samples = 0
        self._first = 0
        self._kept = np.zeros(0, np.float32)

    @property
    def starts_at(self) -> float:
        """When its first sample left the loudspeaker, by all estimates so far."""
        return statistics.median(self._starts)

    @property
    def ends_at(self) -> float:
        """When its last sample will have left it."""
        return self.starts_at + self._played_samples / self.rate_hz

    @property
    def end(self) -> int:
        """How many samples it has so far."""
        return self._first + len(self._kept)

    def follows(self, rate_hz: int, at: float) -> bool:
        """Whether a block is the next of this stretch."""
        return rate_hz == self.rate_hz and abs(at - self.ends_at) < JUMP_SECONDS

    def add(self, pcm: NDArray[np.int16], at: float) -> None:
        """Take the next block, mono int16, shape (n_samples,), at `rate_hz`."""
        if self._played_samples:
            self._starts.append(at - self._played_samples / self.rate_hz)
        self._played_samples += len(pcm)
        new = self._resampler.process(pcm).astype(np.float32) / np.float32(FULL_SCALE)
        self._kept = np.concatenate((self._kept, new))
        surplus = len(self._kept) - round(KEPT_SECONDS * RATE_HZ)
        if surplus > 0:
            self._kept, self._first = self._kept[surplus:], self._first + surplus

    def read(self, position: float, count: int, step: float = 1.0) -> NDArray[np.float32]:
        """Samples from `position` on, that lie `step` apart; zeros where there are none.

        Between samples a cubic is laid through the four nearest.
        """
        whole = math.floor(position)
        if step == 1.0 and position == whole:
            return self._slice(whole, count)
        places = position - whole + step * np.arange(count)
        index = places.astype(np.int64)
        part = (places - index).astype(np.float32)
        near = self._slice(whole - 1, int(index[-1]) + 4)
        weights = (
            -part * (part - 1) * (part - 2) / 6,
            (part + 1) * (part - 1) * (part - 2) / 2,
            -(part + 1) * part * (part - 2) / 2,
            (part + 1) * part * (part - 1) / 6,
        )
        total = sum((near[index + shift] * one for shift, one in enumerate(weights)), np.zeros(1))
        between: NDArray[np.float32] = total.astype(np.float32)
        return between

    def _slice(self, start: int, count: int) -> NDArray[np.float32]:
        out = np.zeros(count, np.float32)
        first, last = max(start, self._first), min(start + count, self.end)
        if first < last:
            out[first - start : last - start] = self._kept[first - self._first : last - self._first]
        return out


class PlayedSound:
    """Collects what a loudspeaker plays into stretches; `put` is a speaker's `on_played`."""

    def __init__(self) -> None:
        self._blocks: deque[tuple[NDArray[np.int16], int, float]] = deque(maxlen=MOST_BLOCKS)
        self._sounded_until = -math.inf
        self.stretches: list[Stretch] = []

    def put(self, pcm: NDArray[np.int16], rate_hz: int, at: float) -> None:
        """Take a block that was handed to the device; from any one thread.

        Args:
            pcm: Mono int16, shape (n_samples,).
            rate_hz: Its rate.
            at: When its first sample leaves the loudspeaker, monotonic seconds.
        """
        if len(pcm):
            self._blocks.append((pcm.copy(), rate_hz, at))
            if pcm.any():
                self._sounded_until = at + len(pcm) / rate_hz

    def sounded_since(self, at: float) -> bool:
        """Whether anything but silence left the loudspeaker after this moment."""
        return self._sounded_until > at

    def gather(self, since: float) -> list[Stretch]:
        """The stretches that sounded after `since`, oldest first, with all that was put so far."""
        while self._blocks:
            pcm, rate_hz, at = self._blocks.popleft()
            if not self.stretches or not self.stretches[-1].follows(rate_hz, at):
                self.stretches.append(Stretch(rate_hz, at))
            self.stretches[-1].add(pcm, at)
        self.stretches = [one for one in self.stretches if one.ends_at > since]
        return self.stretches
