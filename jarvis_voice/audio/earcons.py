"""Synthesises the earcons: the short sounds that Jarvis plays.

Invariant: the same name and rate give the same samples, silent at both ends, shorter than 250 ms;
but for the alarm, which is to be heard from the next room.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.audio.pcm import FULL_SCALE, level_dbfs
from jarvis_voice.core.ports import Earcon

if TYPE_CHECKING:
    from numpy.typing import NDArray

EARCON_DBFS = -14.0
"""Root-mean-square level: beside speech at its usual -20 dBFS clear, not startling."""

FADE_SECONDS = 0.008
"""Long enough that a note begins and ends without a click."""

_Note = tuple[float, float]
_NOTES: dict[Earcon, tuple[_Note, ...]] = {
    # (pitch in Hz, length in seconds): up for "I listen", one note for "done", down for an error
    "awake": ((587.3, 0.07), (880.0, 0.11)),
    "done": ((784.0, 0.13),),
    "error": ((415.3, 0.09), (293.7, 0.14)),
    "alarm": ((880.0, 0.16), (1_108.7, 0.16), (1_318.5, 0.16)) * 2,
}


@lru_cache(maxsize=12)
def earcon(name: Earcon, rate_hz: int) -> NDArray[np.int16]:
    """Mono int16, shape (n_samples,), at `rate_hz`, read-only."""
    sound = np.concatenate([_note(pitch, seconds, rate_hz) for pitch, seconds in _NOTES[name]])
    raw = (sound * FULL_SCALE / 4).astype(np.int16)
    gain = 10.0 ** ((EARCON_DBFS - level_dbfs(raw)) / 20)
    pcm: NDArray[np.int16] = np.clip(np.rint(raw * gain), -FULL_SCALE, FULL_SCALE - 1).astype(
        np.int16
    )
    pcm.flags.writeable = False
    return pcm


def _note(pitch_hz: float, seconds: float, rate_hz: int) -> NDArray[np.float64]:
    time = np.arange(round(seconds * rate_hz)) / rate_hz
    tone = np.sin(2 * np.pi * pitch_hz * time) + 0.25 * np.sin(4 * np.pi * pitch_hz * time)
    to_nearer_end = np.minimum(time, time[-1] - time)
    fade = np.sin(np.pi / 2 * np.clip(to_nearer_end / FADE_SECONDS, 0, 1)) ** 2
    shaped: NDArray[np.float64] = tone * fade * np.exp(-4 * time)
    return shaped
