"""Simulates a room: computes how its microphone hears its loudspeaker.

Invariant: the same arguments give the same sound on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOUND_METRES_PER_SECOND = 343.0
Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Room:
    """A shoebox with one loudspeaker and one microphone, in metres.

    Attributes:
        name: What to call it.
        size: Length, width, height.
        loudspeaker: Where it stands.
        microphone: Where it stands.
        reflection: How much of a sound's amplitude a wall gives back, 0..1.
        seconds: How long its response is followed.
    """

    name: str
    size: Place
    loudspeaker: Place
    microphone: Place
    reflection: float
    seconds: float = 0.35

    def response(self, rate_hz: int) -> NDArray[np.float32]:
        """The impulse response by image sources, its strongest sample 1; float32, shape (n,).

        It begins with the first sound: the way of the loudspeaker to the microphone is left out.
        """
        axes = [self._along(axis) for axis in range(3)]
        (x, bounces_x), (y, bounces_y), (z, bounces_z) = axes
        distance = np.sqrt(x[:, None, None] ** 2 + y[None, :, None] ** 2 + z[None, None, :] ** 2)
        bounces = bounces_x[:, None, None] + bounces_y[None, :, None] + bounces_z[None, None, :]
        strength = self.reflection**bounces / np.maximum(distance, 0.05)
        samples = (distance - distance.min()) / SOUND_METRES_PER_SECOND * rate_hz
        count = round(self.seconds * rate_hz)
        is_near = samples < count - 1
        at, part = np.divmod(samples[is_near], 1.0)
        response = np.zeros(count)
        np.add.at(response, at.astype(int), strength[is_near] * (1 - part))
        np.add.at(response, at.astype(int) + 1, strength[is_near] * part)
        response[1:] -= 0.97 * response[:-1]  # images add up to a pressure that no room holds
        scaled: NDArray[np.float32] = (response / np.abs(response).max()).astype(np.float32)
        return scaled

    def _along(self, axis: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """How far the images are apart from the microphone on one axis, and their bounces."""
        length, source, ear = self.size[axis], self.loudspeaker[axis], self.microphone[axis]
        reach = int(self.seconds * SOUND_METRES_PER_SECOND / (2 * length)) + 1
        offsets, bounces = [], []
        for number, is_mirrored in product(range(-reach, reach + 1), (False, True)):
            image = 2 * number * length + (-source if is_mirrored else source)
            offsets.append(image - ear)
            bounces.append(abs(2 * number - is_mirrored))
        return np.array(offsets), np.array(bounces)


ROOMS = (
    Room("desk", (3.2, 2.6, 2.4), (1.0, 1.2, 0.8), (1.3, 1.3, 0.8), 0.6),
    Room("bedroom", (4.1, 3.3, 2.5), (0.6, 2.8, 1.1), (1.9, 1.4, 0.9), 0.75),
    Room("kitchen", (5.2, 3.8, 2.7), (0.5, 0.4, 1.4), (3.1, 2.2, 1.0), 0.85),
)
