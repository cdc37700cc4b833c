"""Reports what a loudspeaker really received and when it sounds, for the echo canceller.

Invariant: called on PortAudio's thread alone; a block is told once, in order, silence like speech.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from jarvis_voice.audio.device_streams import OUTPUT_LATENCY_SECONDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STARTING_SECONDS = 2 * OUTPUT_LATENCY_SECONDS
"""By then a device's times can be relied on."""

OnPlayed = Callable[["NDArray[np.int16]", int, float], None]
"""Told each block that was handed to the device: mono int16 samples, shape (n_samples,), their rate
in Hz, and when the first of them leaves the loudspeaker, as estimated, in monotonic seconds. Called
on PortAudio's thread: it copies, hands over and returns."""


class PlaybackTap:
    """Reports each block of one output stream to a listener, with the time when it sounds.

    Args:
        on_played: Whoever does.
    """

    def __init__(self, on_played: OnPlayed) -> None:
        self._on_played = on_played
        self._samples = 0
        self._first_at = 0.0

    def tell(self, samples: NDArray[np.int16], rate_hz: int, ahead_seconds: float) -> None:
        """A block was taken.

        Args:
            samples: Mono int16, shape (n_samples,).
            rate_hz: Their rate.
            ahead_seconds: How long the device says it takes until the first of them is heard.
        """
        at = self._heard_at(time.monotonic(), rate_hz, ahead_seconds)
        self._samples += len(samples)
        self._on_played(samples, rate_hz, at)

    def _heard_at(self, now: float, rate_hz: int, ahead_seconds: float) -> float:
        """What a device takes at its start it plays at once, whatever it says of its buffer."""
        if not self._samples:
            self._first_at = now
        seconds = self._samples / rate_hz
        if seconds >= STARTING_SECONDS:
            return now + ahead_seconds
        return max(now, min(now + ahead_seconds, self._first_at + seconds))
