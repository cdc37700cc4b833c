"""Converts samples to mono, to another rate and into frames, and measures their level.

Invariant: no input, output or clock in here; what keeps state is a class, the rest is functions.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.core.types import FRAME_SAMPLES

if TYPE_CHECKING:
    from numpy.typing import NDArray

FULL_SCALE = 32_768.0
"""The int16 value that stands for 1.0."""

FLOOR_DBFS = -120.0
"""What `level_dbfs` gives for digital silence."""


def to_mono(samples: NDArray[Any]) -> NDArray[np.int16]:
    """The mean of all channels.

    Args:
        samples: Shape (n_samples,) or (n_samples, n_channels); uint8 (128 is silence), int16,
            int32 (24-bit samples stand in its upper 24 bits), or float32/float64 in [-1, 1].

    Returns:
        Mono int16, shape (n_samples,); what exceeds the range is clipped, NaN is silence.
    """
    if samples.dtype == np.int16 and samples.ndim == 1:
        return samples
    if samples.dtype == np.int16 and samples.shape[1] == 1:
        return np.ascontiguousarray(samples[:, 0])
    scaled = in_int16_scale(samples)
    mixed = scaled.mean(axis=1) if scaled.ndim > 1 else scaled
    return np.clip(np.rint(np.nan_to_num(mixed)), -FULL_SCALE, FULL_SCALE - 1).astype(np.int16)


def in_int16_scale(samples: NDArray[Any]) -> NDArray[np.float64]:
    """The same samples, any shape, with 0 as silence and 32 768 as full scale."""
    if samples.dtype == np.uint8:
        offset, scale = 128.0, 256.0
    elif samples.dtype == np.int16:
        offset, scale = 0.0, 1.0
    elif samples.dtype == np.int32:
        offset, scale = 0.0, 1 / 65_536
    elif samples.dtype.kind == "f":
        offset, scale = 0.0, FULL_SCALE
    else:
        raise TypeError(f"no samples of type {samples.dtype}")
    return (samples.astype(np.float64) - offset) * scale


def level_dbfs(pcm: NDArray[np.int16]) -> float:
    """Root-mean-square level in dB; a full-scale sine is -3.0, digital silence `FLOOR_DBFS`."""
    if not pcm.size:
        return FLOOR_DBFS
    rms = math.sqrt(float(np.mean(np.square(pcm, dtype=np.float64)))) / FULL_SCALE
    return max(20.0 * math.log10(rms), FLOOR_DBFS) if rms > 0 else FLOOR_DBFS


class Resampler:
    """Changes the rate of a sound that comes in blocks, with a low-pass filter and without gaps.

    Between equal rates samples pass through unchanged. Output lags input by up to 40 ms (soxr's
    filter and its own blocks); `flush` gives the rest.
    """

    def __init__(self, from_hz: int, to_hz: int) -> None:
        self._stream: Any = None
        if from_hz != to_hz:
            import soxr

            self._stream = soxr.ResampleStream(from_hz, to_hz, 1, dtype="int16", quality="HQ")

    def process(self, pcm: NDArray[np.int16]) -> NDArray[np.int16]:
        """The next samples, mono int16, shape (n,), at the new rate; possibly none yet."""
        return self._run(pcm, is_last=False)

    def flush(self) -> NDArray[np.int16]:
        """What was still held back; afterwards the resampler is ready for another sound."""
        rest = self._run(np.zeros(0, np.int16), is_last=True)
        if self._stream is not None:
            self._stream.clear()
        return rest

    def _run(self, pcm: NDArray[np.int16], *, is_last: bool) -> NDArray[np.int16]:
        if self._stream is None:
            return pcm
        block = np.ascontiguousarray(pcm, dtype=np.int16)
        resampled: NDArray[np.int16] = self._stream.resample_chunk(block, last=is_last)
        return resampled


class FrameCutter:
    """Cuts a sound that comes in blocks of any length into frames of one length."""

    def __init__(self, frame_samples: int = FRAME_SAMPLES) -> None:
        self._frame_samples = frame_samples
        self._rest = np.zeros(0, np.int16)

    @property
    def rest(self) -> NDArray[np.int16]:
        """The samples that wait for their frame to fill; shape (n_samples,)."""
        return self._rest

    def push(self, pcm: NDArray[np.int16]) -> list[NDArray[np.int16]]:
        """Every frame that is now full, in order; each an array of its own."""
        held = np.concatenate((self._rest, pcm))
        count = len(held) // self._frame_samples
        cut = count * self._frame_samples
        self._rest = held[cut:]
        return [frame.copy() for frame in held[:cut].reshape(count, self._frame_samples)]

    def pad(self) -> NDArray[np.int16] | None:
        """The last, unfilled frame with zeros at its end; None where nothing was left."""
        if not len(self._rest):
            return None
        frame = np.pad(self._rest, (0, self._frame_samples - len(self._rest)))
        self._rest = np.zeros(0, np.int16)
        return frame
