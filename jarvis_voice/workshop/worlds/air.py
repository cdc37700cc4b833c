"""Simulates the air from a loudspeaker to a microphone: delay, room, distortion, noise.

Invariant: block for block, without a clock; the same arguments give the same sound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.audio.pcm import FULL_SCALE, Resampler
from jarvis_voice.core.types import FRAME_SAMPLES, RATE_HZ
from jarvis_voice.workshop.worlds.room import ROOMS, Room

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHORTEST_DELAY_SECONDS = 0.05
"""Resampling needs so long; no sound card is faster."""


@dataclass(frozen=True, slots=True)
class AirSetup:
    """How a microphone hears a loudspeaker.

    Attributes:
        room: Where.
        delay_seconds: From the moment a sample leaves by the system's estimate to its first sound.
        echo_db: How loud it is heard, beside how loud it was played; at 8 dB our voice has
            -22 dBFS.
        rate_hz: Of the loudspeaker.
        drift: How much faster the microphone's clock runs, 1e-6 is one part in a million.
        drive: How hard the loudspeaker's cone is pushed: 0 is linear, 1 bends a loud voice.
        noise_dbfs: Of the microphone and the room.
        seed: Of the noise.
    """

    room: Room = ROOMS[0]
    delay_seconds: float = 0.12
    echo_db: float = 8.0
    rate_hz: int = 48_000
    drift: float = 0.0
    drive: float = 0.3
    noise_dbfs: float = -50.0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class HeardFrame:
    """A frame of the microphone and the echo in it, each shape (1280,).

    Attributes:
        pcm: Int16: all of it.
        echo: Float32 in [-1, 1]: what the loudspeaker played.
    """

    pcm: NDArray[np.int16]
    echo: NDArray[np.float32]


class Air:
    """Carries blocks of 80 ms from a loudspeaker to a microphone."""

    def __init__(self, setup: AirSetup) -> None:
        self.setup = setup
        response = setup.room.response(RATE_HZ)
        self._response = response / np.sqrt(np.square(response).sum()) * 10 ** (setup.echo_db / 20)
        self._resampler = Resampler(setup.rate_hz, RATE_HZ)
        self._random = np.random.default_rng(setup.seed)
        self._tail = np.zeros(len(response) - 1, np.float32)
        delay_samples = round(max(setup.delay_seconds, SHORTEST_DELAY_SECONDS) * RATE_HZ)
        self._coming = np.zeros(delay_samples, np.float32)
        self._place = 0.0

    def carry(
        self, played: NDArray[np.int16], near: NDArray[np.float32] | None = None
    ) -> HeardFrame:
        """What is heard in the 80 ms in which a block is played.

        Args:
            played: 80 ms of mono int16 at the loudspeaker's rate.
            near: What else sounds at the microphone meanwhile, shape (1280,), in [-1, 1].
        """
        self._coming = np.concatenate((self._coming, self._reverberate(played)))
        echo = self._take()
        noise = self._random.normal(0, 10 ** (self.setup.noise_dbfs / 20), FRAME_SAMPLES)
        whole = echo + noise + (0.0 if near is None else near)
        pcm = np.clip(np.rint(whole * FULL_SCALE), -FULL_SCALE, FULL_SCALE - 1)
        return HeardFrame(pcm.astype(np.int16), echo)

    def _reverberate(self, played: NDArray[np.int16]) -> NDArray[np.float32]:
        sound = self._resampler.process(played).astype(np.float32) / np.float32(FULL_SCALE)
        if self.setup.drive:
            sound = np.tanh(sound * self.setup.drive) / self.setup.drive
        if not len(sound):
            return sound
        whole = len(sound) + len(self._response) - 1
        size = 1 << (whole - 1).bit_length()
        spectrum = np.fft.rfft(sound, size) * np.fft.rfft(self._response, size)
        spread = np.fft.irfft(spectrum, size)[:whole].astype(np.float32)
        spread[: len(self._tail)] += self._tail
        self._tail = spread[len(sound) :].copy()
        return spread[: len(sound)]

    def _take(self) -> NDArray[np.float32]:
        """The next frame, read a little slower or faster than it came where clocks differ."""
        step = 1.0 - self.setup.drift
        places = self._place + step * np.arange(FRAME_SAMPLES)
        known = np.arange(len(self._coming))
        echo: NDArray[np.float32] = np.interp(places, known, self._coming).astype(np.float32)
        whole, self._place = divmod(self._place + step * FRAME_SAMPLES, 1.0)
        self._coming = self._coming[int(whole) :]
        return echo


def active_dbfs(sound: NDArray[np.float32]) -> float:
    """The level of a voice where it speaks: of the samples above a hundredth of its peak."""
    loud = np.abs(sound) > 0.01 * np.abs(sound).max(initial=1e-9)
    return float(10 * np.log10(np.mean(np.square(sound[loud], dtype=np.float64)) + 1e-12))


def at_dbfs(sound: NDArray[np.float32], dbfs: float) -> NDArray[np.float32]:
    """A voice made as loud as this, by `active_dbfs`."""
    loud: NDArray[np.float32] = sound * np.float32(10 ** ((dbfs - active_dbfs(sound)) / 20))
    return loud
