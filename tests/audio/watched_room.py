"""A microphone that waits for its device, watched by a sound server, and what it told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import numpy as np

from jarvis_voice.audio.microphone import DeviceMicrophone
from jarvis_voice.core.types import AudioFrame

Run = Callable[[Coroutine[Any, Any, Any]], Any]
LOST, BACK = "microphone-lost", "microphone-back"


class Room:
    """A microphone that waits, watched by a server, and what it told."""

    def __init__(self, sound: Any, server: Any, device: str = "", *preferred: str) -> None:
        self.sound = sound
        self.troubles: list[str] = []
        self.said: list[str] = []
        self.microphone = DeviceMicrophone(
            device,
            self._take_trouble,
            waits=True,
            preferred=preferred,
            server=server,
        )

    def _take_trouble(self, code: str, message: str) -> None:
        self.troubles.append(code)
        self.said.append(message)

    def block(self, value: int = 9) -> None:
        """The newest stream gives a block, whose first sample is `value`."""
        pcm = np.arange(1_280).astype(np.int16)
        pcm[0] = value
        self.sound.opened[-1].deliver(pcm)

    async def live(self, seconds: float) -> None:
        """Time goes by, with sound from whatever is open."""
        for _ in range(round(seconds / 0.08)):
            if self.sound.opened[-1].is_active:
                self.block()
            await asyncio.sleep(0.08)

    async def heard(self) -> list[int]:
        """The first sample of each frame that can be read now."""
        await asyncio.sleep(0)
        frames: list[AudioFrame] = []

        async def read() -> None:
            async for frame in self.microphone.frames():
                frames.append(frame)  # noqa: PERF401 - what came before the cancel counts

        reading = asyncio.create_task(read())
        await asyncio.sleep(0)
        reading.cancel()
        await asyncio.wait({reading})
        return [int(frame.pcm[0]) for frame in frames]
