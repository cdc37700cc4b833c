"""A simulated room and loudspeaker whose time is counted in frames: at full speed or real.

Invariant: at full speed frames go by only while somebody listens for something, and none while the
program thinks; while an answer sounds they do go by, since only they let it end.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Self

import numpy as np

from jarvis_voice.audio.playback_lock import PlaybackLock
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, AudioFrame, SpeechChunk

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOISE_DBFS = -50.0
NOISE_FRAMES = 500
"""Of noise, made once: 40 s that come again and again."""

AHEAD_SECONDS = 5.0
"""How far synthesis may run ahead of the loudspeaker, as with a device."""


@dataclass(frozen=True, slots=True)
class _Wait:
    """Somebody who listens for something.

    Attributes:
        is_over: Whether it has happened.
        until: When the wait ends in any case, in seconds of the clock.
        told: Set when it ends.
    """

    is_over: Callable[[], bool]
    until: float
    told: asyncio.Future[bool]


class SoakRoom:
    """A microphone in a room with quiet noise; implements `ports.Microphone`.

    Args:
        clock: Moved on by every frame.

    Attributes:
        clock: As given.
        hold: Awaited before each frame at full speed.
    """

    def __init__(self, clock: FrameClock) -> None:
        self.clock = clock
        random = np.random.default_rng(7)
        noise = random.normal(0.0, 32_768 * 10 ** (NOISE_DBFS / 20), (NOISE_FRAMES, FRAME_SAMPLES))
        self._noise = np.rint(noise).astype(np.int16)
        self._sound: NDArray[np.int16] = np.zeros(0, np.int16)
        self._wanted = asyncio.Event()
        self._wait: _Wait | None = None
        self._reached: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._is_real_time = False
        self.hold: Callable[[], Awaitable[None]] | None = None

    @property
    def name(self) -> str:
        """What is shown for it."""
        return "a room of the bench"

    @property
    def dropped_frames(self) -> int:
        """Always 0: every frame is kept until it is read."""
        return 0

    @property
    def gaps(self) -> int:
        """Always 0."""
        return 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Nothing is open."""

    def go_real_time(self) -> None:
        """From now on a frame comes each 80 ms, whether anybody listens for something or not."""
        self._is_real_time = True
        self._wanted.set()

    async def listen(
        self, is_over: Callable[[], bool], most_seconds: float, pcm: NDArray[np.int16] | None = None
    ) -> bool:
        """Let frames go by until something has happened, at the most for so many seconds of them.

        Args:
            is_over: Asked after each frame behind `pcm`.
            most_seconds: Behind `pcm`.
            pcm: Said meanwhile: mono int16, shape (n_samples,), 16 000 Hz.

        Returns:
            Whether it has happened.
        """
        self._sound = self._sound[:0] if pcm is None else pcm
        frames = -(-len(self._sound) // FRAME_SAMPLES)
        until = self.clock.seconds() + frames * FRAME_SECONDS + most_seconds
        told: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._wait = _Wait(is_over, until, told)
        self._wanted.set()
        try:
            return await told
        finally:
            self._wait = None

    async def reach(self, seconds: float) -> None:
        """Wait for the frame that ends at `seconds` of the clock, or later."""
        if seconds > self.clock.seconds():
            reached: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._reached, (seconds, next(self._numbers), reached))
            await reached

    async def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames without end."""
        loop = asyncio.get_running_loop()
        number, due = 0, 0.0
        while True:
            if self._is_real_time:
                due = max(due, loop.time() - FRAME_SECONDS) + FRAME_SECONDS
                await asyncio.sleep(max(due - loop.time(), 0))
            else:
                await self._wanted.wait()
                if self.hold:
                    await self.hold()
            number += 1
            self.clock.advance_to(number * FRAME_SECONDS)
            self._tell_reached()
            yield AudioFrame(self._next(number), captured_at=number * FRAME_SECONDS)
            self._end_wait()

    def _next(self, number: int) -> NDArray[np.int16]:
        noise: NDArray[np.int16] = self._noise[number % NOISE_FRAMES]
        speech, self._sound = self._sound[:FRAME_SAMPLES], self._sound[FRAME_SAMPLES:]
        if not len(speech):
            return noise
        mixed = noise.astype(np.int32)
        mixed[: len(speech)] += speech
        return np.asarray(np.clip(mixed, -32_768, 32_767), np.int16)

    def _tell_reached(self) -> None:
        now = self.clock.seconds()
        while self._reached and self._reached[0][0] <= now:
            _, _, reached = heapq.heappop(self._reached)
            if not reached.done():
                reached.set_result(None)

    def _end_wait(self) -> None:
        wait = self._wait
        if wait is None or len(self._sound):
            return
        is_over = wait.is_over()
        if is_over or self.clock.seconds() >= wait.until:
            self._wait = None
            if not self._is_real_time:
                self._wanted.clear()
            if not wait.told.done():
                wait.told.set_result(is_over)


class FrameSpeaker:
    """A loudspeaker that plays in the time of the room's frames; `ports.Speaker`.

    Args:
        room: Where it sounds. The room's microphone does not hear it.

    Attributes:
        is_waiting: Whether it has asked for a sound that is still being made.
    """

    def __init__(self, room: SoakRoom) -> None:
        self._room = room
        self._turns = PlaybackLock()
        self.is_waiting = False

    @property
    def name(self) -> str:
        """What is shown for it."""
        return "a loudspeaker of the bench"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.stop()

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        """Returns when the last sample is out or `stop` was called."""
        heard: list[str] = []
        finished = await self._turns.run(self._play(chunks, on_started, heard))
        return Playback(" ".join(heard), was_interrupted=not finished)

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Takes no time: an answer may wait for it, and frames for the answer."""
        del earcon
        return True

    def stop(self) -> None:
        """Play nothing more of what is being played."""
        self._turns.stop()

    async def _play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None], heard: list[str]
    ) -> None:
        ends_at = -1.0
        self.is_waiting = True
        try:
            async for chunk in chunks:
                self.is_waiting = False
                if ends_at < 0:
                    on_started()
                ends_at = max(self._room.clock.seconds(), ends_at) + len(chunk.pcm) / chunk.rate_hz
                heard.append(chunk.text)
                await self._room.reach(ends_at - AHEAD_SECONDS)
                self.is_waiting = True
        finally:
            self.is_waiting = False
        await self._room.reach(ends_at)
