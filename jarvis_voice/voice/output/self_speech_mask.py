"""Finds the places in our own speech that could wake Jarvis, while they are played.

Invariant: playing never waits for it; a chunk is looked at in order and once. Where it fails, what
is said tells by its words what may wake us.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

import numpy as np

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.voice.output.word_times import Stretch, WordTimes

TAIL_SECONDS = 0.5
"""Of silence behind a reply: the wake model's score peaks shortly after a word."""


LATEST_SECONDS = 1.0
"""How long a reply's end may wait for what is being scored: it takes some milliseconds."""


class SpeechScorer(Protocol):
    """Scores our own speech with the wake model before the microphone hears it."""

    async def stretches(self, chunk: SpeechChunk, *, begins: bool) -> tuple[Stretch, ...]:
        """Where a wake word may be heard, in seconds from the chunk's beginning.

        Args:
            chunk: The next piece of a reply.
            begins: It is the first one: nothing is remembered.

        Raises:
            ModelError: The model failed.
        """
        ...


class SelfSpeechMask:
    """Marks when one reply sounds like the wake word.

    Args:
        scorer: The wake model.
        airtime: Where the reply's chunks sound.
        bus: Where it is told that the model failed.
        clock: Event times.
    """

    def __init__(self, scorer: SpeechScorer, airtime: WordTimes, bus: Bus, clock: Clock) -> None:
        self._scorer = scorer
        self._airtime = airtime
        self._bus = bus
        self._clock = clock
        self._chunks: asyncio.Queue[tuple[int, SpeechChunk] | None] = asyncio.Queue()
        self._last: tuple[int, SpeechChunk] | None = None
        self._scoring: asyncio.Task[None] | None = None

    def take(self, number: int, chunk: SpeechChunk) -> None:
        """A chunk was handed to the loudspeaker."""
        self._chunks.put_nowait((number, chunk))
        self._last = number, chunk
        if self._scoring is None:
            self._scoring = asyncio.create_task(self._score())

    async def end(self, *, was_interrupted: bool) -> None:
        """No chunk follows; unless it was interrupted, silence follows the last one."""
        if self._scoring is None:
            return
        self._chunks.put_nowait(None)
        if not was_interrupted:
            await asyncio.wait({self._scoring}, timeout=LATEST_SECONDS)
        self._scoring.cancel()
        await asyncio.gather(self._scoring, return_exceptions=True)

    async def _score(self) -> None:
        begins = True
        while taken := await self._chunks.get():
            await self._mark(*taken, begins=begins)
            begins = False
        if self._last:
            number, last = self._last
            silence = np.zeros(round(TAIL_SECONDS * last.rate_hz), np.int16)
            tail = SpeechChunk(silence, last.rate_hz, "")
            seconds = len(last.pcm) / last.rate_hz
            await self._mark(number, tail, begins=False, offset_seconds=seconds)

    async def _mark(
        self, number: int, chunk: SpeechChunk, *, begins: bool, offset_seconds: float = 0.0
    ) -> None:
        try:
            found = await self._scorer.stretches(chunk, begins=begins)
        except JarvisError as error:
            self._bus.publish(ProblemReported(self._clock.seconds(), error.code, error.message))
            return
        marks = [(offset_seconds + begin, offset_seconds + end) for begin, end in found]
        self._airtime.mark(number, marks)
