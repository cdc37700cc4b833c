"""Distorts clips as rooms, noise, microphones and codecs do.

Invariant: pure, given a generator; float32 in, float32 of the same length out (`tape_speed` apart).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.workshop.training.pcm import resample

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pcm = NDArray[np.float32]

NYQUIST_HZ = RATE_HZ / 2

BABBLE_DB = (5.0, 15.0)
"""How much louder a call is than people who talk beside it."""

MOST_TALKERS = 6


@dataclass(frozen=True, slots=True)
class AcousticScenery:
    """Noises, talk and rooms that clips are mixed with.

    Attributes:
        noises: Recorded noises, float32, shape (n_samples,); may be empty.
        talk: Speech that wakes nobody, to mix as babble or to put beside the word.
        rooms: Impulse responses; may be empty.
    """

    noises: Sequence[Pcm] = field(default_factory=tuple)
    talk: Sequence[Pcm] = field(default_factory=tuple)
    rooms: Sequence[Pcm] = field(default_factory=tuple)


def happens(rng: np.random.Generator, share: float) -> bool:
    """True in that share of all cases."""
    return bool(rng.random() < share)


def tape_speed(pcm: Pcm, factor: float) -> Pcm:
    """Pitch, formants and pace together, as a tape that runs `factor` times as fast."""
    return resample(pcm, RATE_HZ * factor, RATE_HZ)


def distort(
    pcm: Pcm, around: AcousticScenery, rng: np.random.Generator, *, hard: bool = True
) -> Pcm:
    """Each thing that can happen, with some chance each, in the order it happens."""
    if around.rooms and happens(rng, 0.4):
        pcm = in_room(pcm, around.rooms[int(rng.integers(len(around.rooms)))])
    if happens(rng, 0.75):
        low, high = (0, 20) if hard else (8, 30)
        pcm = mixed(pcm, some_noise(len(pcm), around, rng), rng.uniform(low, high))
    elif around.talk and happens(rng, 0.6):
        pcm = mixed(pcm, babble(len(pcm), around, rng), rng.uniform(*BABBLE_DB))
    if happens(rng, 0.4):
        pcm = equalised(pcm, rng)
    if happens(rng, 0.25):
        pcm = band_limited(pcm, *_some_band(rng))
    if happens(rng, 0.08):
        pcm = mu_law(pcm) if happens(rng, 0.6) else coded(pcm, rng)
    return at_level(pcm, rng)


def in_room(pcm: Pcm, impulse: Pcm) -> Pcm:
    """As heard in a room."""
    from scipy.signal import oaconvolve

    return np.asarray(oaconvolve(pcm, impulse)[: len(pcm)], np.float32)


def mixed(pcm: Pcm, noise: Pcm, ratio_db: float) -> Pcm:
    """With noise; the ratio is that of the loud part of the sound to the noise's mean."""
    loud, hiss = loudness(pcm), float(np.sqrt(np.mean(np.square(noise)))) + 1e-9
    return np.asarray(pcm + noise * (loud / hiss * 10 ** (-ratio_db / 20)), np.float32)


def loudness(pcm: Pcm) -> float:
    """Root mean square of the louder fifth of 20 ms blocks: of the speech, not its pauses."""
    blocks = len(pcm) // 320
    if not blocks:
        return 1e-4
    power = np.square(pcm[: blocks * 320]).reshape(blocks, 320).mean(axis=1)
    return float(np.sqrt(power[power >= np.quantile(power, 0.8)].mean())) + 1e-6


def some_noise(length: int, around: AcousticScenery, rng: np.random.Generator) -> Pcm:
    """A recorded noise, babble or coloured hiss of that length."""
    if around.noises and happens(rng, 0.5):
        return cut(around.noises[int(rng.integers(len(around.noises)))], length, rng)
    if around.talk and happens(rng, 0.5):
        return babble(length, around, rng)
    return coloured(length, rng)


def babble(length: int, around: AcousticScenery, rng: np.random.Generator) -> Pcm:
    """One to six people talking at once, all as loud."""
    chosen = rng.integers(len(around.talk), size=int(rng.integers(1, MOST_TALKERS + 1)))
    return np.asarray(sum(_levelled(cut(around.talk[one], length, rng)) for one in chosen))


def cut(pcm: Pcm, length: int, rng: np.random.Generator) -> Pcm:
    """A stretch of that length from anywhere; a shorter sound is repeated."""
    if len(pcm) <= length:
        pcm = np.tile(pcm, length // max(len(pcm), 1) + 2)
    start = int(rng.integers(len(pcm) - length))
    return pcm[start : start + length]


def _levelled(pcm: Pcm) -> Pcm:
    return pcm / (loudness(pcm) + 1e-4)


def coloured(length: int, rng: np.random.Generator) -> Pcm:
    """Hiss from white to brown, sometimes with a mains hum."""
    if not length:
        return np.zeros(0, np.float32)
    spectrum = np.fft.rfft(rng.standard_normal(length))
    slope = rng.uniform(0, 2) / 2
    frequency = np.maximum(np.fft.rfftfreq(length, 1 / RATE_HZ), 20.0)
    hiss = np.fft.irfft(spectrum * (frequency / 1_000) ** -slope, length)
    hiss /= hiss.std() + 1e-9
    if happens(rng, 0.2):
        mains = rng.choice((50.0, 60.0)) * 2 * np.pi * np.arange(length) / RATE_HZ
        hiss += sum(rng.uniform(0, 1) * np.sin(mains * part) for part in (1, 2, 3, 5))
    return np.asarray(hiss, np.float32)


def equalised(pcm: Pcm, rng: np.random.Generator) -> Pcm:
    """Through a microphone of another colour: up to 8 dB up or down, smooth over frequency."""
    from scipy.signal import firwin2, oaconvolve

    points = np.array([0, 150, 400, 1_000, 2_000, 3_500, 5_500, NYQUIST_HZ])
    gains = 10 ** (rng.uniform(-8, 8, len(points)) / 20)
    shape = firwin2(257, points / NYQUIST_HZ, gains)
    return np.asarray(oaconvolve(pcm, shape, "same"), np.float32)


def _some_band(rng: np.random.Generator) -> tuple[float, float]:
    bands = ((300, 3_400), (20, 4_000), (20, 7_000), (120, 7_900), (250, 6_000), (80, 5_500))
    low, high = bands[rng.integers(len(bands))]
    return low * rng.uniform(0.8, 1.2), min(high * rng.uniform(0.9, 1.1), NYQUIST_HZ * 0.99)


def band_limited(pcm: Pcm, low_hz: float, high_hz: float) -> Pcm:
    """Only what lies between two frequencies."""
    from scipy.signal import butter, sosfilt

    shape = butter(4, (low_hz, high_hz), "bandpass", fs=RATE_HZ, output="sos")
    return np.asarray(sosfilt(shape, pcm), np.float32)


def mu_law(pcm: Pcm) -> Pcm:
    """Through the eight bits of a telephone line."""
    peak = float(np.abs(pcm).max()) + 1e-9
    scaled = pcm / peak
    code = np.sign(scaled) * np.log1p(255 * np.abs(scaled)) / np.log(256)
    code = np.rint(code * 127) / 127
    return np.asarray(np.sign(code) * (256 ** np.abs(code) - 1) / 255 * peak, np.float32)


def coded(pcm: Pcm, rng: np.random.Generator) -> Pcm:
    """Through a lossy codec at a low quality."""
    import soundfile

    peak = float(np.abs(pcm).max()) + 1e-9
    box = io.BytesIO()
    container, subtype = (("OGG", "VORBIS"), ("MP3", "MPEG_LAYER_III"), ("OGG", "OPUS"))[
        rng.integers(3)
    ]
    with soundfile.SoundFile(
        box, "w", RATE_HZ, 1, subtype, format=container, compression_level=rng.uniform(0.6, 1.0)
    ) as file:
        file.write(pcm / peak * 0.9)
    box.seek(0)
    decoded = soundfile.read(box, dtype="float32")[0] * (peak / 0.9)
    whole = np.zeros_like(pcm)
    whole[: len(decoded)] = decoded[: len(pcm)]
    return whole


def at_level(pcm: Pcm, rng: np.random.Generator) -> Pcm:
    """Speech between -40 and -3 dBFS, sometimes louder than the range: then it clips."""
    peak = float(np.abs(pcm).max()) + 1e-9
    wanted_db = rng.uniform(-3, 12) if happens(rng, 0.05) else rng.uniform(-36, 0)
    return np.asarray(np.clip(pcm * (10 ** (wanted_db / 20) / peak), -1, 1), np.float32)
