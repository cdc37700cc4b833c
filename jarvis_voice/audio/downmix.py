"""Mixes many channels down to one, and keeps a voice in any of them as loud as it was recorded.

Invariant: the weights change between blocks only, over a short ramp; channels that have been
silent so far have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.audio.pcm import FULL_SCALE, in_int16_scale

if TYPE_CHECKING:
    from numpy.typing import NDArray

SILENT_DB = 30.0
"""A channel whose loudest block is so far below the loudest channel's holds no sound of its own."""

CANCELLED_DB = 12.0
"""A mean that loses more against its loudest channel is of channels in anti-phase."""

ALIKE_SHARE = 0.9
"""Of two channels that are so close in energy the first counts as the loudest, at all times."""

RAMP_SAMPLES = 256


class Downmix:
    """Mixes a sound that comes in blocks down to mono.

    The mean of the channels that hold sound; the loudest channel alone where they cancel out.
    """

    def __init__(self) -> None:
        self._loudest_block: NDArray[np.float64] | None = None
        self._products: NDArray[np.float64] | None = None
        self._weights: NDArray[np.float64] | None = None

    def process(self, samples: NDArray[Any]) -> NDArray[np.int16]:
        """The next samples in mono.

        Args:
            samples: Shape (n_samples, n_channels), of a type `to_mono` takes.

        Returns:
            int16, shape (n_samples,); what exceeds the range is clipped, NaN is silence.
        """
        if samples.dtype == np.int16 and samples.shape[1] == 1:
            return np.ascontiguousarray(samples[:, 0])
        scaled = np.nan_to_num(in_int16_scale(samples), posinf=FULL_SCALE, neginf=-FULL_SCALE)
        weights = self._weights_for(scaled)
        mixed = scaled @ weights
        if self._weights is not None and not np.array_equal(weights, self._weights):
            head = scaled[:RAMP_SAMPLES]
            share = np.linspace(0.0, 1.0, len(head))
            mixed[: len(head)] = share * mixed[: len(head)] + (1 - share) * (head @ self._weights)
        self._weights = weights
        return np.clip(np.rint(mixed), -FULL_SCALE, FULL_SCALE - 1).astype(np.int16)

    def _weights_for(self, scaled: NDArray[np.float64]) -> NDArray[np.float64]:
        channels = scaled.shape[1]
        products = scaled.T @ scaled
        powers = np.diag(products) / max(len(scaled), 1)
        if self._loudest_block is None or self._products is None:
            self._loudest_block, self._products = powers, products
        else:
            self._loudest_block = np.maximum(self._loudest_block, powers)
            self._products = self._products + products
        most = float(self._loudest_block.max(initial=0.0))
        has_sound = self._loudest_block >= most * 10 ** (-SILENT_DB / 10)
        weights: NDArray[np.float64] = has_sound / has_sound.sum()
        energies = np.diag(self._products)
        loudest = int(np.argmax(energies >= ALIKE_SHARE * energies.max()))  # the first of them
        mean_energy = float(weights @ self._products @ weights)
        if mean_energy < energies[loudest] * 10 ** (-CANCELLED_DB / 10):
            weights = (np.arange(channels) == loudest).astype(np.float64)
        return weights
