"""Unit: the newest work alone signals; one that fails is told and leaves what to say of it."""

import asyncio

import pytest
from voice.scripted_parts import settle

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.voice.turn_taking import Signal
from jarvis_voice.voice.turn_tasks import TurnTasks


class Ears:
    """Who has works done, and what it was told."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.codes: list[str] = []
        self.go_on = asyncio.Event()
        self.work = TurnTasks(self.signals.append, lambda error: self.codes.append(error.code))

    async def slow(self) -> Signal:
        await self.go_on.wait()
        return Signal.UNDERSTOOD


async def test_a_work_signals_how_it_went() -> None:
    ears = Ears()
    ears.work.begin(ears.slow())
    tell = ears.work.start_teller()
    tell()
    ears.go_on.set()
    await ears.work.over()
    assert ears.signals == [Signal.REPLY_STARTED, Signal.UNDERSTOOD]
    assert ears.work.tasks == set()


async def test_what_was_dropped_or_overtaken_has_nothing_to_say() -> None:
    ears = Ears()
    ears.work.begin(ears.slow())
    tell = ears.work.start_teller()
    await settle()
    ears.work.drop()
    ears.work.begin(ears.slow())
    ears.work.begin(ears.slow())
    tell()
    await settle()
    ears.go_on.set()
    await ears.work.over()
    assert ears.signals == [Signal.UNDERSTOOD]


@pytest.mark.parametrize(
    ("error", "code", "apology"),
    [
        (JarvisError("odd", "On the screen.", spoken="Said."), "odd", "Said."),
        (ZeroDivisionError(), "answering-failed", JarvisError.default_spoken),
    ],
)
async def test_a_work_that_fails_is_told(error: Exception, code: str, apology: str) -> None:
    async def fail() -> Signal:
        raise error

    ears = Ears()
    ears.work.begin(fail())
    await ears.work.over()
    assert (ears.signals, ears.codes) == ([Signal.TURN_FAILED], [code])
    assert ears.work.apology == apology
