"""Flow: what an acoustic loop is put together from, without models."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.voice.output.word_times import Stretch
from jarvis_voice.workshop.benches.echo.loop_parts import AwaitedScorer

pytestmark = pytest.mark.flow

CHUNK = SpeechChunk(np.zeros(1_600, np.int16), 16_000, "jarvis")


class SlowScorer:
    """One that finds a stretch in each chunk, once it may."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()

    async def stretches(self, chunk: SpeechChunk, *, begins: bool) -> tuple[Stretch, ...]:
        await self.may_end.wait()
        return ((0.0, 0.1),)


async def test_the_loop_waits_for_all_that_is_being_scored() -> None:
    slow = SlowScorer()
    scorer = AwaitedScorer(slow)
    await scorer.settle()
    scoring = [asyncio.create_task(scorer.stretches(CHUNK, begins=one)) for one in (True, False)]
    await asyncio.sleep(0)
    settling = asyncio.create_task(scorer.settle())
    await asyncio.sleep(0)
    assert not settling.done()
    slow.may_end.set()
    await settling
    assert [one.done() for one in scoring] == [True, True]
    assert [one.result() for one in scoring] == [((0.0, 0.1),)] * 2
