"""Unit: the newest work alone has results; one that fails is reported and leaves what to say."""

import asyncio

import pytest
from voice.scripted_parts import settle

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import Event, ProblemReported
from jarvis_voice.voice.turn_taking import Signal
from jarvis_voice.voice.turn_tasks import ReplyStart, TaskResult, TurnTasks

pytestmark = pytest.mark.unit


class Ears:
    """Who has works done, and what came of them."""

    def __init__(self) -> None:
        self.told: list[Event] = []
        self.go_on = asyncio.Event()
        self.news = asyncio.Event()
        bus = Bus()
        bus.listen(self.told.append)
        self.work = TurnTasks(bus, FrameClock(), self.news)

    async def slow(self) -> TaskResult:
        await self.go_on.wait()
        return TaskResult(Signal.UNDERSTOOD)

    async def over(self) -> None:
        while self.work.tasks:
            await asyncio.wait(self.work.tasks)

    def taken(self) -> list[TaskResult]:
        """All that came, where there was news."""
        results = []
        while result := self.work.take():
            results.append(result)
        assert self.news.is_set() or not results
        return results

    @property
    def signals(self) -> list[Signal]:
        return [result.signal for result in self.taken()]

    @property
    def codes(self) -> list[str]:
        return [event.code for event in self.told if isinstance(event, ProblemReported)]


async def test_a_work_signals_how_it_went() -> None:
    ears = Ears()
    start = ReplyStart(ears.news)
    ears.work.begin(ears.slow(), start)
    assert not ears.taken()
    start.set()
    ears.go_on.set()
    await ears.over()
    assert ears.signals == [Signal.REPLY_STARTED, Signal.UNDERSTOOD]
    assert ears.work.tasks == set()
    assert not ears.taken(), "each is taken once"


async def test_what_was_dropped_or_overtaken_has_nothing_to_say() -> None:
    ears = Ears()
    start = ReplyStart(ears.news)
    ears.work.begin(ears.slow(), start)
    await settle()
    ears.work.drop()
    ears.work.begin(ears.slow())
    ears.work.begin(ears.slow())
    start.set()
    await settle()
    ears.go_on.set()
    await ears.over()
    assert ears.signals == [Signal.UNDERSTOOD]


async def test_what_came_and_was_not_taken_is_dropped_with_its_work() -> None:
    ears = Ears()
    ears.go_on.set()
    ears.work.begin(ears.slow())
    await ears.over()
    ears.work.drop()
    assert not ears.taken()


@pytest.mark.parametrize(
    ("error", "code", "apology"),
    [
        (JarvisError("odd", "On the screen.", spoken="Said."), "odd", "Said."),
        (ZeroDivisionError(), "answering-failed", JarvisError.default_spoken),
    ],
)
async def test_a_work_that_fails_is_told(error: Exception, code: str, apology: str) -> None:
    async def fail() -> TaskResult:
        raise error

    ears = Ears()
    ears.work.begin(fail())
    await ears.over()
    assert (ears.taken(), ears.codes) == ([TaskResult(Signal.TURN_FAILED, apology)], [code])
