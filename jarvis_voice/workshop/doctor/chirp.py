"""Makes a test sound and finds it in a recording: how late it is and how loud.

Invariant: pure; the same rate gives the same samples.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.audio.pcm import FLOOR_DBFS, FULL_SCALE

if TYPE_CHECKING:
    from numpy.typing import NDArray

SWEEPS_HZ = ((600.0, 3_800.0), (3_800.0, 600.0))
"""Up and down: nothing that is said does that."""

SWEEP_SECONDS = 0.35
CHIRP_SECONDS = SWEEP_SECONDS * len(SWEEPS_HZ)
FADE_SECONDS = 0.02
PEAK = 0.25
BAND_HZ = (500.0, 4_000.0)
"""What hums below it, or hisses above, is left out of the comparison."""

SURE_LIKENESS = 0.25
"""Six voices that read a sentence had 0.09 at most, steady tones 0.03; a chirp 20 dB below speech
still had 0.30."""


@dataclass(frozen=True, slots=True)
class Echo:
    """Where a recording contains the chirp, and how loud.

    Attributes:
        at_seconds: Where it begins in the sound.
        level_db: How loud it is, compared with what was played.
        likeness: How like the chirp the sound there is, in the chirp's band, 0..1.
    """

    at_seconds: float
    level_db: float
    likeness: float

    @property
    def is_heard(self) -> bool:
        """Whether it is there beyond doubt."""
        return self.likeness >= SURE_LIKENESS


NOTHING = Echo(0.0, FLOOR_DBFS, 0.0)


def chirp(rate_hz: int) -> NDArray[np.int16]:
    """Mono int16, shape (n_samples,): two sweeps, 0.7 s."""
    time = np.arange(round(SWEEP_SECONDS * rate_hz)) / rate_hz
    edge = np.minimum(time, time[-1] - time)
    fade = np.sin(np.pi / 2 * np.clip(edge / FADE_SECONDS, 0, 1)) ** 2
    parts = []
    for low, high in SWEEPS_HZ:
        phase = 2 * np.pi * (low * time + (high - low) * time**2 / (2 * SWEEP_SECONDS))
        parts.append(np.sin(phase) * fade)
    whole = np.concatenate(parts) * PEAK * FULL_SCALE
    pcm: NDArray[np.int16] = np.rint(whole).astype(np.int16)
    return pcm


def find(pcm: NDArray[np.int16], rate_hz: int) -> Echo:
    """Look for the chirp in a sound, mono int16, shape (n_samples,), at `rate_hz`."""
    wanted = chirp(rate_hz).astype(np.float64)
    if len(pcm) < len(wanted):
        return NOTHING
    size = 1 << (len(pcm) + len(wanted)).bit_length()
    spectrum = np.fft.rfft(pcm.astype(np.float64), size)
    pitch_hz = np.fft.rfftfreq(size, 1 / rate_hz)
    spectrum[(pitch_hz < BAND_HZ[0]) | (pitch_hz > BAND_HZ[1])] = 0
    places = len(pcm) - len(wanted) + 1
    product = np.abs(np.fft.irfft(spectrum * np.conj(np.fft.rfft(wanted, size)), size)[:places])
    sound = np.fft.irfft(spectrum, size)[: len(pcm)]
    power = np.concatenate(([0.0], np.cumsum(sound**2)))
    energy = power[len(wanted) :] - power[: -len(wanted)]
    own = float(wanted @ wanted)
    # a floor of half a step: what a filter leaves in digital silence is like everything
    likeness = product / np.sqrt(own * np.maximum(energy, len(wanted) / 4))
    at = int(likeness.argmax())
    gain = float(product[at]) / own
    level_db = max(20 * float(np.log10(gain)), FLOOR_DBFS) if gain > 0 else FLOOR_DBFS
    return Echo(at / rate_hz, level_db, float(likeness[at]))
