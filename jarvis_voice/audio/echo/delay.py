"""Measures how late a known sound is heard: the peak of the cross-correlation of two sounds.

Every frequency counts alike (GCC-PHAT), so that a room's reflections and the colour of a voice do
not smear the peak. Invariant: no clock, no input or output in here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.types import RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOWEST_HZ, HIGHEST_HZ = 200.0, 6_000.0
"""Where speech is, and where small loudspeakers sound."""


@dataclass(frozen=True, slots=True)
class Lag:
    """The measured delay of a sound, and how certain it is.

    Attributes:
        samples: Between samples too, at 16 000 Hz.
        sharpness: The peak, in standard deviations of the correlation around it. Echoes of speech
            over 1 s have 9 to 40; speech that is no echo had 8 at the most.
    """

    samples: float
    sharpness: float


def find_lag(
    heard: NDArray[np.float32], played: NDArray[np.float32], first: int, last: int
) -> Lag | None:
    """By how many samples `heard` is later than `played`; None where one of them is silent.

    Args:
        heard: Float32, shape (n_samples,), 16 000 Hz.
        played: The same of the loudspeaker; both begin at the same moment.
        first: The smallest lag to look at, possibly below 0.
        last: The largest.
    """
    size = 1 << int(len(heard) + max(-first, last)).bit_length()
    cross = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(played, size))
    strength = np.abs(cross)
    if not strength.any():
        return None
    cross /= strength + 1e-3 * strength.mean()
    hertz = np.fft.rfftfreq(size, 1 / RATE_HZ)
    cross[(hertz < LOWEST_HZ) | (hertz > HIGHEST_HZ)] = 0.0
    correlation = np.fft.irfft(cross)[np.arange(first, last + 1)]
    spread = float(correlation.std())
    peak = int(correlation.argmax())
    if not spread:
        return None
    return Lag(first + peak + _between(correlation, peak), float(correlation[peak]) / spread)


def _between(correlation: NDArray[np.float64], peak: int) -> float:
    """How far the top of the parabola through a peak and its neighbours is from the peak."""
    if not 0 < peak < len(correlation) - 1:
        return 0.0
    before, top, after = (float(one) for one in correlation[peak - 1 : peak + 2])
    bend = before - 2 * top + after
    return 0.5 * (before - after) / bend if bend else 0.0
