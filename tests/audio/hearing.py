"""A microphone of the fake sound library, and what came out of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.audio.microphone import DeviceMicrophone
from jarvis_voice.core.types import AudioFrame

Run = Callable[[Coroutine[Any, Any, Any]], Any]
NOISE = np.random.default_rng(1).integers(-900, 900, 1_280 * 200).astype(np.int16)


class Heard:
    """A microphone with what came out of it."""

    def __init__(self, device: str = "", *, waits: bool = False) -> None:
        self.troubles: list[str] = []
        self.said: list[str] = []
        self.frames: list[AudioFrame] = []
        self.microphone = DeviceMicrophone(device, self._take_trouble, waits=waits)

    def _take_trouble(self, code: str, message: str) -> None:
        self.troubles.append(code)
        self.said.append(message)

    async def read(self, count: int) -> NDArray[np.int16]:
        frames = self.microphone.frames()
        new = [await anext(frames) for _ in range(count)]
        self.frames += new
        return np.concatenate([frame.pcm for frame in new])


async def sound_again(fake_sound: Any) -> None:
    """The newest stream gives its first block."""
    fake_sound.opened[-1].deliver(block(0))
    await asyncio.sleep(0.01)


def block(number: int) -> NDArray[np.int16]:
    return NOISE[1_280 * number : 1_280 * (number + 1)]
