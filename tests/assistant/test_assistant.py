"""Flow: turns that are left, of odd bytes, and without a brain; each ends exactly once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from assistant.turns import HeldPlanner, ask, assistant_with, seen
from store.reads import list_threads, read_thread

from jarvis_voice.assistant.assistant import Assistant, AssistantSettings
from jarvis_voice.assistant.graph.brain import GraphBrain
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.language.en.stop_words import is_stop
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow


async def test_a_turn_that_is_left_before_it_begins_never_was(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, events):
        await assistant.ask("hello", source="stdin").aclose()
    assert events == []
    assert list_threads(paths.database) == []


async def test_a_reader_that_is_cancelled_cancels_its_turn(paths: Paths) -> None:
    planner = HeldPlanner()
    async with assistant_with(paths, planner) as (assistant, events):
        reader = asyncio.create_task(ask(assistant, "wait"))
        await planner.reached.wait()
        reader.cancel()
        await asyncio.wait({reader})
        assert await ask(assistant, "two") == ["You said two."]
    assert [e["outcome"] for e in seen(events, "turn-ended")] == ["cancelled", "done"]


async def test_bytes_that_are_no_text_do_not_break_a_turn(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, events):
        assert await ask(assistant, "hi\udcff there") == ["You said hi?", "there."]
        assert await ask(assistant, "hi", thread_id="th\ud800read") == ["You said hi."]
    assert [row.thread_id for row in list_threads(paths.database)] == ["th?read", "default"]
    assert {e["outcome"] for e in seen(events, "turn-ended")} == {"done"}


Open = Callable[[Exception], AbstractAsyncContextManager[tuple[Assistant, list[Event]]]]


@pytest.fixture
def brainless(paths: Paths) -> Open:
    @asynccontextmanager
    async def start(error: Exception) -> AsyncIterator[tuple[Assistant, list[Event]]]:
        events: list[Event] = []
        bus = Bus()
        bus.listen(events.append)

        async def give() -> GraphBrain:
            raise error

        async with SqliteStore(paths.database) as store:
            settings = AssistantSettings("default", 30, is_stop)
            yield Assistant(give, store, bus, FrameClock(), settings), events

    return start


async def test_a_brain_that_cannot_be_made_is_told_by_warming_up_and_by_each_turn(
    brainless: Open,
) -> None:
    async with brainless(ConfigError("sites-entry", "Your sites.toml has a mistake.")) as (
        assistant,
        events,
    ):
        await assistant.warm_up()
        assert await ask(assistant, "hello") == [ConfigError.default_spoken]
    assert [p["code"] for p in seen(events, "problem-reported")] == ["sites-entry"] * 2
    assert [e["outcome"] for e in seen(events, "turn-ended")] == ["failed"]


async def test_such_a_turn_is_still_written_down(paths: Paths, brainless: Open) -> None:
    async with brainless(ConfigError("sites-entry", "Your sites.toml has a mistake.")) as (
        assistant,
        _,
    ):
        await ask(assistant, "hello")
    [turn] = read_thread(paths.database, "default")
    assert (turn.reply, turn.outcome) == (ConfigError.default_spoken, "failed")
