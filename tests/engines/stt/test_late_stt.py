"""Unit: speech to text that is loaded at the first ask, kept while it is asked, and let go."""

from __future__ import annotations

import asyncio
from typing import Self

import numpy as np
import pytest

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.types import Transcript, Utterance
from jarvis_voice.engines.stt.late_stt import LateStt

pytestmark = pytest.mark.unit

SOUND = Utterance(np.zeros(16_000, np.int16), None, "silence")


class Heard:
    """Speech to text that notes when it is opened and closed."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.loads = asyncio.Event()
        self.loads.set()
        self.error: ModelError | None = None

    async def __aenter__(self) -> Self:
        await self.loads.wait()
        if self.error:
            raise self.error
        self.log.append("open")
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.log.append("close")

    async def transcribe(self, utterance: Utterance) -> Transcript:
        return Transcript("hello")

    async def likeness(self, utterance: Utterance, word: str) -> float:
        return -1.0

    async def fits(self, utterance: Utterance, texts: object) -> tuple[float, ...]:
        return (-2.0,)


async def until(log: list[str], count: int) -> None:
    for _ in range(200):
        if len(log) >= count:
            return
        await asyncio.sleep(0)


async def test_nothing_is_loaded_until_somebody_asks_and_it_is_let_go_at_the_end() -> None:
    heard = Heard()
    async with LateStt(lambda: heard) as stt:
        assert not stt.is_loaded
        assert (await stt.transcribe(SOUND)).text == "hello"
        assert await stt.likeness(SOUND, "jarvis") == -1.0
        assert await stt.fits(SOUND, ("a",)) == (-2.0,)
        assert stt.is_loaded
        assert heard.log == ["open"]
    assert heard.log == ["open", "close"]


async def test_it_is_let_go_when_nobody_asks_and_loaded_again_when_somebody_does() -> None:
    heard = Heard()
    async with LateStt(lambda: heard, idle_seconds=0.0) as stt:
        await stt.transcribe(SOUND)
        await until(heard.log, 2)
        assert heard.log == ["open", "close"]
        assert not stt.is_loaded
        await stt.transcribe(SOUND)
    assert heard.log == ["open", "close", "open", "close"]


async def test_who_gives_up_waiting_leaves_it_loading_for_the_next() -> None:
    heard = Heard()
    heard.loads.clear()
    async with LateStt(lambda: heard) as stt:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await stt.transcribe(SOUND)
        heard.loads.set()
        assert (await stt.transcribe(SOUND)).text == "hello"
    assert heard.log == ["open", "close"]


async def test_what_cannot_be_loaded_is_told_and_tried_anew() -> None:
    heard = Heard()
    heard.error = ModelError("model-missing", "It is not there.")
    async with LateStt(lambda: heard) as stt:
        with pytest.raises(ModelError, match="not there"):
            await stt.transcribe(SOUND)
        heard.error = None
        assert (await stt.transcribe(SOUND)).text == "hello"


async def test_it_is_asked_only_while_it_is_open() -> None:
    stt = LateStt(Heard)
    with pytest.raises(ModelError, match="not open"):
        await stt.transcribe(SOUND)
