"""What a key's listener told, in order, for tests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from jarvis_voice.doors.hotkey.key_chord import KeyBackend


class Told:
    """Implements `KeyTold`; can be waited for."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._changed = asyncio.Event()
        self._is_over = False

    def ready(self) -> None:
        self.add("ready")

    def press(self) -> None:
        self.add("press")

    def release(self) -> None:
        self.add("release")

    def add(self, what: str) -> None:
        self.all.append(what)
        self._changed.set()

    def end(self) -> None:
        """Nothing more will come."""
        self._is_over = True
        self._changed.set()

    async def wait_for(self, *expected: str) -> None:
        """Wait until so much was told, and nothing else."""
        async with asyncio.timeout(20):
            while len(self.all) < len(expected) and not self._is_over:
                self._changed.clear()
                await self._changed.wait()
        assert self.all == [*expected]


@contextlib.asynccontextmanager
async def listening(key: KeyBackend, told: Told) -> AsyncIterator[asyncio.Task[None]]:
    """The key listens meanwhile."""
    task = asyncio.create_task(key.listen(told))
    task.add_done_callback(lambda _: told.end())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait({task})
