"""Counts how often a recording does not go on where what was said does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

PIECE_SECONDS = 0.02
WAIT_SECONDS = 0.002
"""Of zeros in a row."""

LIKENESS = 0.98
"""Of a piece and the samples that it is taken for; 1 is the same, however loud."""

SLACK_SAMPLES = 1
"""A resampler may round the place of a piece up in one block and down in the next."""


def breaks(
    heard: NDArray[np.int16], wanted: NDArray[np.int16] | NDArray[np.float64], rate_hz: int
) -> int:
    """How often samples are missing, come twice or are others.

    Args:
        heard: A recording of `wanted`, from its first sample on.
        wanted: Noise, no two pieces of which are alike.
        rate_hz: Of both.
    """
    size = round(PIECE_SECONDS * rate_hz)
    whole = _Wanted(wanted.astype(np.float64), size)
    count, lag, is_known = 0, 0, True
    for start in range(0, len(heard) - size + 1, size):
        found = whole.lag_of(heard[start : start + size].astype(np.float64), start, lag)
        if found is None:
            count += is_known
        elif is_known and abs(found - lag) > SLACK_SAMPLES:
            count += 1
        lag, is_known = (lag, False) if found is None else (found, True)
    return count


def without_waits(handed: NDArray[np.int16], rate_hz: int) -> tuple[NDArray[np.int16], int]:
    """What a device was handed without the zeros between, and how often there were some.

    A loudspeaker's buffer gives zeros for as long as nothing more was written to it.

    Args:
        handed: Noise, in which a run of zeros does not happen.
        rate_hz: Its rate.
    """
    least = round(WAIT_SECONDS * rate_hz)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], (handed == 0).astype(np.int8), [0]])))
    waits = [(start, end) for start, end in edges.reshape(-1, 2) if end - start >= least]
    kept = np.ones(len(handed), bool)
    for start, end in waits:
        kept[start:end] = False
    return handed[kept], len(waits)


class _Wanted:
    """Finds where in a sound a piece stands."""

    def __init__(self, sound: NDArray[np.float64], size: int) -> None:
        self._sound = sound
        self._size = size
        self._length = 1 << (len(sound) + size).bit_length()
        self._spectrum = np.fft.rfft(sound, self._length)
        energy = np.cumsum(np.concatenate([[0.0], sound**2]))
        self._norms = np.sqrt(np.maximum(energy[size:] - energy[:-size], 1.0))

    def lag_of(self, piece: NDArray[np.float64], start: int, lag: int) -> int | None:
        """How far behind `start` the piece stands; None is nowhere. Looked for beside `lag` first.

        Most pieces go on where the one before them ended.
        """
        norm = max(float(np.linalg.norm(piece)), 1.0)
        for place in range(start + lag - SLACK_SAMPLES, start + lag + SLACK_SAMPLES + 1):
            if 0 <= place < len(self._norms):
                like = float(self._sound[place : place + self._size] @ piece)
                if like / (norm * self._norms[place]) > LIKENESS:
                    return place - start
        product = self._spectrum * np.conj(np.fft.rfft(piece, self._length))
        likeness = np.fft.irfft(product)[: len(self._norms)] / (norm * self._norms)
        best = int(likeness.argmax())
        return best - start if likeness[best] > LIKENESS else None
