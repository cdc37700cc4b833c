"""SocketMicrophone: the frames that a satellite sends, as a microphone of this program.

Invariant: at most `MOST_FRAMES` wait; then the oldest frame is dropped and counted, and the reader
learns of the hole. Where sound is expected and none comes, silence takes its place behind such a
hole: times are counted by the frames, and nobody is waited for without end.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Self

import numpy as np

from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, AudioFrame

MOST_FRAMES = 25
DRIFT_SECONDS = 0.5
"""So far the time of a frame may be from the time at which it came."""

CATCH_UP_SECONDS = 1.0
LOST_SECONDS = 3.0
"""How long no sound may come where it is expected."""

TAIL_FRAMES = 3
"""Silence behind a button that was let go: what still comes from a real microphone then."""

_SILENCE = np.zeros(FRAME_SAMPLES, np.int16)


class SocketMicrophone:
    """Implements `ports.Microphone`.

    Args:
        name: What the satellite is called.
        seconds: The clock of events.
    """

    def __init__(self, name: str, seconds: Callable[[], float]) -> None:
        self._name = name
        self._seconds = seconds
        self._waiting: deque[AudioFrame] = deque()
        self._change = asyncio.Event()
        self._is_taken = asyncio.Event()  # all that came was heard
        self._is_over = False
        self._is_expected = False
        self._newest_at = -1e9
        self._dropped = 0
        self._gaps = 0

    @property
    def name(self) -> str:
        """What the satellite is called."""
        return self._name

    @property
    def dropped_frames(self) -> int:
        """Frames that were lost because nobody took them in time."""
        return self._dropped

    @property
    def gaps(self) -> int:
        """How often sound was lost."""
        return self._gaps

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.end()

    def put(self, data: bytes) -> None:
        """Take a frame that came."""
        self._add(np.frombuffer(data, "<i2").astype(np.int16, copy=False))

    def expect(self, *, is_on: bool) -> None:
        """Whether somebody is waited for, so that sound must come."""
        if is_on is not self._is_expected:
            self._is_expected = is_on
            self._change.set()

    async def begin(self) -> None:
        """Sound comes again after a while without any; return when all before it was heard."""
        self._waiting.clear()
        self._gaps += 1
        self._add(_SILENCE)
        try:
            async with asyncio.timeout(CATCH_UP_SECONDS):
                await self._is_taken.wait()
        except TimeoutError:
            return

    async def let_go(self) -> None:
        """No more sound comes for a while; return when all of it was heard."""
        try:
            async with asyncio.timeout(CATCH_UP_SECONDS):
                await self._is_taken.wait()
        except TimeoutError:
            return

    def add_silence(self) -> None:
        """Put the silence behind it that a microphone would go on with."""
        for _ in range(TAIL_FRAMES):
            self._add(_SILENCE)

    def end(self) -> None:
        """The satellite is gone."""
        self._is_over = True
        self._change.set()

    async def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames in order until the satellite is gone."""
        while not self._is_over:
            if self._waiting:
                yield self._waiting.popleft()
                continue
            self._is_taken.set()
            self._change.clear()
            await self._wait()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(LOST_SECONDS if self._is_expected else None):
                await self._change.wait()
        except TimeoutError:
            self._gaps += 1
            self._add(_SILENCE)

    def _add(self, pcm: np.ndarray[tuple[int, ...], np.dtype[np.int16]]) -> None:
        if len(self._waiting) == MOST_FRAMES:
            self._waiting.popleft()
            self._dropped += 1
            self._gaps += 1
        now, due_at = self._seconds(), self._newest_at + FRAME_SECONDS
        self._newest_at = due_at if abs(now - due_at) < DRIFT_SECONDS else max(now, due_at)
        self._waiting.append(AudioFrame(pcm, self._newest_at))
        self._is_taken.clear()
        self._change.set()
