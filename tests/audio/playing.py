"""What is said into a loudspeaker of the fake sound library, and what comes out of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.types import SpeechChunk

Run = Callable[[Coroutine[Any, Any, Any]], Any]


def ramp(start: int, count: int) -> NDArray[np.int16]:
    return np.arange(start, start + count).astype(np.int16)


async def say(*chunks: SpeechChunk) -> AsyncIterator[SpeechChunk]:
    for chunk in chunks:
        yield chunk


async def for_ever(reached: asyncio.Event, *chunks: SpeechChunk) -> AsyncIterator[SpeechChunk]:
    for chunk in chunks:
        yield chunk
    reached.set()
    await asyncio.Event().wait()


class Player:
    """Takes samples from a fake stream in blocks of 10 ms until it ends."""

    def __init__(self, sound: Any) -> None:
        self.sound = sound
        self.heard: list[NDArray[np.int16]] = []

    async def run(self, number: int = 0, seconds: float = 60.0) -> None:
        await self.opened(number + 1)
        stream = self.sound.opened[number]
        while not stream.calls:  # noqa: ASYNC110 - a fake has no event; time jumps
            await asyncio.sleep(0.01)
        for _ in range(round(seconds * 100)):
            if not stream.is_active:
                return
            self.heard.append(stream.demand(stream.options["samplerate"] // 100)[:, 0])
            await asyncio.sleep(0.01)

    async def opened(self, count: int) -> None:
        while len(self.sound.opened) < count:  # noqa: ASYNC110 - a fake has no event; time jumps
            await asyncio.sleep(0.01)

    @property
    def pcm(self) -> NDArray[np.int16]:
        return np.concatenate(self.heard)
