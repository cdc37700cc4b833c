"""Simulates rooms: impulse responses that make a clip sound as if from across a room.

Invariant: pure, given a generator; the direct sound is sample 0, so a word's times stay right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.types import RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONGEST_SECONDS = 0.5
ORDER = 10
"""Reflections followed; what comes later is added as a decaying hiss."""


def room_bank(rng: np.random.Generator, count: int) -> list[NDArray[np.float32]]:
    """So many impulse responses, float32, shape (n_samples,), loudest sample 1.0."""
    return [impulse(rng) for _ in range(count)]


def impulse(rng: np.random.Generator) -> NDArray[np.float32]:
    """One: a box of 2 to 9 m, 0.12 to 0.8 s of reverberation, speaker 0.4 to 5 m away."""
    import pyroomacoustics as acoustics

    size = np.array([rng.uniform(2.2, 9), rng.uniform(2.2, 7), rng.uniform(2.2, 3.5)])
    decay_seconds = float(rng.uniform(0.12, 0.8))
    absorption = min(0.95, 0.161 * size.prod() / (decay_seconds * _surface(size)))
    room = acoustics.ShoeBox(
        size, fs=RATE_HZ, materials=acoustics.Material(absorption), max_order=ORDER
    )
    microphone = size * rng.uniform(0.1, 0.9, 3)
    source = size * rng.uniform(0.1, 0.9, 3)
    room.add_source(source)
    room.add_microphone(microphone)
    room.compute_rir()
    early = np.asarray(room.rir[0][0], np.float32)
    return _with_tail(early, decay_seconds, rng)


def _surface(size: NDArray[np.float64]) -> float:
    x, y, z = size
    return float(2 * (x * y + x * z + y * z))


def _with_tail(
    early: NDArray[np.float32], decay_seconds: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Begin at the direct sound; go on as hiss at the level the reflections end with."""
    begin = int(np.argmax(np.abs(early) > 0.3 * np.abs(early).max()))
    whole = np.zeros(round(LONGEST_SECONDS * RATE_HZ), np.float32)
    known = early[begin : begin + len(whole)]
    whole[: len(known)] = known
    fade = 10 ** (-3 * np.arange(len(whole)) / (decay_seconds * RATE_HZ))
    mixed_at = round(0.05 * RATE_HZ)
    level = float(np.sqrt(np.mean(np.square(whole[mixed_at - 400 : mixed_at])))) + 1e-9
    hiss = rng.standard_normal(len(whole)) * fade / fade[mixed_at] * level
    hiss[:mixed_at] = 0
    whole += np.where(np.arange(len(whole)) >= len(known) * 0.7, hiss, 0).astype(np.float32)
    return np.asarray(whole / np.abs(whole).max(), np.float32)
