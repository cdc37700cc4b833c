"""Computes Whisper's features of a sound: its level in each of 80 bands, every 10 ms. Pure."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from jarvis_voice.core.types import RATE_HZ

BANDS = 80
STEP = RATE_HZ // 100
WINDOW = RATE_HZ // 40

LINEAR_HZ, LINEAR_STEP_HZ = 1_000.0, 200 / 3
"""Up to here the mel scale has steps of so many Hz, as Slaney defined it."""

OCTAVES_STEP = np.log(6.4) / 27
"""Above, each step is higher by this part of its logarithm."""

QUIETEST_POWER, QUIETEST_BELOW_LOUDEST = 1e-10, 8.0
"""What is quieter is taken for this; the second in powers of ten."""


def log_mel(sound: NDArray[np.float32]) -> NDArray[np.float32]:
    """The features of a sound, which is mirrored at its ends.

    Args:
        sound: Mono float32, shape (n_samples,), in [-1, 1], 16 000 Hz, at least one sample.

    Returns:
        float32, shape (80, n_samples // 160).
    """
    mirrored = np.pad(sound, WINDOW // 2, mode="reflect")
    windows = sliding_window_view(mirrored, WINDOW)[: len(sound) // STEP * STEP : STEP]
    spectrum = np.fft.rfft(windows * _hann()).astype(np.complex64)
    power = np.abs(spectrum) ** 2
    levels = np.log10(np.maximum(_bands() @ power.T, QUIETEST_POWER))
    above = np.maximum(levels, levels.max(initial=-np.inf) - QUIETEST_BELOW_LOUDEST)
    return np.asarray((above + 4.0) / 4.0, np.float32)


@cache
def _hann() -> NDArray[np.float32]:
    return np.hanning(WINDOW + 1)[:-1].astype(np.float32)


@cache
def _bands() -> NDArray[np.float32]:
    """What each frequency counts in each band: triangles of equal area, shape (80, 201)."""
    linear = LINEAR_HZ / LINEAR_STEP_HZ
    highest = linear + np.log(RATE_HZ / 2 / LINEAR_HZ) / OCTAVES_STEP
    mels = np.linspace(0.0, highest, BANDS + 2)
    above = LINEAR_HZ * np.exp(OCTAVES_STEP * (mels - linear))
    corners = np.where(mels < linear, mels * LINEAR_STEP_HZ, above)[:, None]
    frequencies = np.fft.rfftfreq(WINDOW, 1 / RATE_HZ)
    rising = (frequencies - corners[:-2]) / (corners[1:-1] - corners[:-2])
    falling = (corners[2:] - frequencies) / (corners[2:] - corners[1:-1])
    triangles = np.maximum(0.0, np.minimum(rising, falling))
    return np.asarray(triangles * (2.0 / (corners[2:] - corners[:-2])), np.float32)
