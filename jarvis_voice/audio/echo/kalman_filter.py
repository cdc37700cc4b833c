"""Learns the echo of a known sound block by block and removes it: a Kalman filter on spectra.

The echo path is cut into partitions of one block each, and every partition has a complex gain and
an uncertainty for each frequency (the partitioned-block frequency-domain Kalman filter of Enzner,
Vary and Kuech). What it cannot explain raises the estimate of what else is heard, so it learns
slowly while somebody talks over us.

Invariant: linear: what is not an echo of the reference passes unchanged, whatever its level. Only
NumPy, no clock, no input or output in here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.types import RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK_SAMPLES = 160
"""10 ms: eight to a frame. With 20 ms it takes twice as long to cancel the first 15 dB."""

TAIL_SECONDS = 0.4
"""How long a room is followed behind the first sound of an echo."""

PRIOR_DECAY_DB_PER_SECOND = 120.0
"""How fast an unknown room is taken to fall off: its first reflections are learnt first."""

RESTLESS, STEADY = 0.999, 0.9999
"""How much of what is known of the echo path holds a block later. Restless follows a path that
moves, as it does while two clocks run apart; steady is not led astray by who talks over us."""

NOISE_SMOOTHING = 0.7
"""Of the estimate of what else is heard, a block."""

NEIGHBOURS = np.full(3, 1 / 3, np.float32)
"""Frequencies whose mean is the estimate: one alone is too rough while a path is being learnt."""

LEARNT_BLOCKS = 150
"""1.5 s of sound: by then the echo is 10 dB down in every room that was tried."""

SILENCE = 1e-8
"""Mean square, in [-1, 1], below which a reference teaches nothing: -80 dBFS."""


class EchoFilter:
    """Learns one echo path and removes its echo from the microphone's sound.

    Args:
        tail_seconds: The length of the path.
    """

    def __init__(self, tail_seconds: float = TAIL_SECONDS) -> None:
        self._partitions = round(tail_seconds * RATE_HZ / BLOCK_SAMPLES)
        self.persistence = RESTLESS
        self.reset()

    def reset(self) -> None:
        """Forget the path."""
        shape = (self._partitions, BLOCK_SAMPLES + 1)
        ages = np.arange(self._partitions, dtype=np.float32)[:, np.newaxis]
        fall_db = PRIOR_DECAY_DB_PER_SECOND * BLOCK_SAMPLES / RATE_HZ
        self._path = np.zeros(shape, np.complex64)
        self._doubt = np.broadcast_to(10 ** (-ages * fall_db / 10), shape).astype(np.float32)
        self._other = np.zeros(shape[1], np.float32)
        self._learnt_blocks = 0
        self.forget_reference()

    @property
    def reach_samples(self) -> int:
        """How far back in the reference it looks."""
        return self._partitions * BLOCK_SAMPLES

    @property
    def has_learnt(self) -> bool:
        """Whether the path is one to tell an echo by."""
        return self._learnt_blocks >= LEARNT_BLOCKS

    @property
    def response(self) -> NDArray[np.float32]:
        """The path as an impulse response, shape (reach_samples,)."""
        taps = np.fft.irfft(self._path, axis=1)[:, :BLOCK_SAMPLES]
        response: NDArray[np.float32] = taps.reshape(-1).astype(np.float32)
        return response

    def align(self, reference: NDArray[np.float32]) -> None:
        """Go on from another place of the reference; the path is kept.

        Args:
            reference: What was played up to the next block, shape (reach_samples + 160,).
        """
        blocks = reference.reshape(-1, BLOCK_SAMPLES)
        pairs = np.concatenate((blocks[:-1], blocks[1:]), axis=1)
        self._spectra = np.fft.rfft(pairs, axis=1)[::-1].astype(np.complex64)
        self._last = blocks[-1].copy()

    def forget_reference(self) -> None:
        """What comes next does not follow on what was given before; the path is kept."""
        self._spectra = np.zeros_like(self._path)
        self._last = np.zeros(BLOCK_SAMPLES, np.float32)

    def process(
        self, reference: NDArray[np.float32], heard: NDArray[np.float32], *, learns: bool = True
    ) -> NDArray[np.float32]:
        """What was heard, without the echo.

        Args:
            reference: What the loudspeaker played, aligned with `heard`: shape (n_samples,), in
                [-1, 1], 16 000 Hz, a multiple of 160 samples.
            heard: The same of the microphone.
            learns: Whether the two are known to be aligned.
        """
        blocks = zip(
            reference.reshape(-1, BLOCK_SAMPLES), heard.reshape(-1, BLOCK_SAMPLES), strict=True
        )
        return np.concatenate(
            [self._process_block(played, block, learns=learns) for played, block in blocks]
        )

    def _process_block(
        self, played: NDArray[np.float32], heard: NDArray[np.float32], *, learns: bool
    ) -> NDArray[np.float32]:
        spectra = self._spectra
        spectra[1:] = spectra[:-1]
        spectra[0] = np.fft.rfft(np.concatenate((self._last, played)))
        self._last = played
        echo = np.fft.irfft((spectra * self._path).sum(0))[BLOCK_SAMPLES:]
        rest: NDArray[np.float32] = (heard - echo).astype(np.float32)
        if learns:
            power = (spectra.real**2 + spectra.imag**2).astype(np.float32)
            if float(power.mean()) > SILENCE * BLOCK_SAMPLES:
                self._learn(rest, power)
                self._learnt_blocks += 1
        return rest

    def _learn(self, rest: NDArray[np.float32], power: NDArray[np.float32]) -> None:
        """Correct the path by what it did not explain, as far as that can be its fault."""
        error = np.fft.rfft(np.concatenate((np.zeros_like(rest), rest))).astype(np.complex64)
        now = np.convolve(error.real**2 + error.imag**2, NEIGHBOURS, "same").astype(np.float32)
        self._other = NOISE_SMOOTHING * self._other + (1 - NOISE_SMOOTHING) * now
        expected = 0.5 * (power * self._doubt).sum(0) + self._other + 1e-9
        gain = self._doubt / expected
        change = np.fft.irfft(gain * np.conj(self._spectra) * error, axis=1)
        change[:, BLOCK_SAMPLES:] = 0.0  # a partition is one block long: the rest is wrapped around
        self._path += np.fft.rfft(change, axis=1).astype(np.complex64)
        size = self._path.real**2 + self._path.imag**2
        self._doubt *= 1 - 0.5 * gain * power
        self._doubt += (1 - self.persistence**2) * size
