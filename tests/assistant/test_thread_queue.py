"""Flow: turns of a thread in order, stopped and cancelled; other threads do not wait."""

import asyncio

import pytest
from assistant.turns import HeldPlanner, ask, assistant_with, seen
from store.reads import read_thread

from jarvis_voice.assistant.thread_queue import ThreadQueue
from jarvis_voice.core.events import Event, to_json
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ThreadKey

pytestmark = pytest.mark.flow


def kinds(events: list[Event]) -> list[str]:
    return [f"{e['turn_id']} {e['type']}" for e in map(to_json, events) if "turn_id" in e]


async def test_turns_of_a_thread_wait_for_each_other_in_order(paths: Paths) -> None:
    planner = HeldPlanner()
    async with (
        assistant_with(paths, planner) as (assistant, events),
        asyncio.TaskGroup() as turns,
    ):
        turns.create_task(ask(assistant, "wait"))
        await planner.reached.wait()
        turns.create_task(ask(assistant, "two"))
        turns.create_task(ask(assistant, "three"))
        await asyncio.sleep(0)
        assert kinds(events) == ["t1 turn-started"]
        planner.let_go.set()
    assert [k for k in kinds(events) if "reply" not in k] == [
        "t1 turn-started", "t1 turn-ended",
        "t2 turn-started", "t2 turn-ended",
        "t3 turn-started", "t3 turn-ended",
    ]  # fmt: skip


async def test_another_thread_does_not_wait(paths: Paths) -> None:
    planner = HeldPlanner()
    async with (
        assistant_with(paths, planner) as (assistant, events),
        asyncio.TaskGroup() as turns,
    ):
        turns.create_task(ask(assistant, "wait"))
        await planner.reached.wait()
        assert await ask(assistant, "two", thread_id="other") == ["You said two."]
        assert kinds(events)[-1] == "t2 turn-ended"
        planner.let_go.set()


@pytest.mark.parametrize("said", ["Stop!", "Cancel that."])
async def test_stop_cancels_the_turn_that_runs_and_has_its_own(paths: Paths, said: str) -> None:
    planner = HeldPlanner()
    async with assistant_with(paths, planner) as (assistant, events):
        waiting = asyncio.create_task(ask(assistant, "wait"))
        await planner.reached.wait()
        assert await ask(assistant, said) == ["Okay."]
        assert await waiting == []
    assert [(e["turn_id"], e["outcome"]) for e in seen(events, "turn-ended")] == [
        ("t1", "cancelled"),
        ("t2", "done"),
    ]
    assert [turn.outcome for turn in read_thread(paths.database, "default")] == [
        "cancelled",
        "done",
    ]


async def test_where_nothing_runs_the_brain_is_asked_what_is_to_be_cancelled(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, _):
        assert await ask(assistant, "stop") == ["Okay."]
        assert await ask(assistant, "cancel that") == ["You said cancel that."]


async def test_stop_leaves_other_threads_alone(paths: Paths) -> None:
    planner = HeldPlanner()
    async with assistant_with(paths, planner) as (assistant, _):
        waiting = asyncio.create_task(ask(assistant, "wait", thread_id="other"))
        await planner.reached.wait()
        await ask(assistant, "stop")
        planner.let_go.set()
        assert await waiting == ["You said wait."]


async def test_cancelling_where_nothing_runs_says_so(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, _):
        assert not await assistant.cancel()
        assert not await assistant.cancel("nobody")


async def test_stop_drops_what_waits_behind_the_turn_that_runs(paths: Paths) -> None:
    held = HeldPlanner()
    async with assistant_with(paths, held) as (assistant, events):
        running = asyncio.create_task(ask(assistant, "wait"))
        await held.reached.wait()
        queued = asyncio.create_task(ask(assistant, "later"))
        await asyncio.sleep(0)
        assert await ask(assistant, "stop") == ["Okay."]
        assert await running == await queued == []
    ends = {end["turn_id"]: end["outcome"] for end in seen(events, "turn-ended")}
    assert ends == {"t1": "cancelled", "t2": "cancelled", "t3": "done"}


async def test_stop_in_the_very_tick_a_turn_begins_leaves_the_thread_free(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, events):
        async with asyncio.timeout(10):
            await asyncio.gather(ask(assistant, "hello"), ask(assistant, "stop"))
            assert await ask(assistant, "again") == ["You said again."]
    starts = [start["turn_id"] for start in seen(events, "turn-started")]
    assert sorted(starts) == sorted(end["turn_id"] for end in seen(events, "turn-ended"))


async def test_a_dry_stop_stops_nothing(paths: Paths) -> None:
    held = HeldPlanner()
    async with assistant_with(paths, held) as (assistant, _):
        running = asyncio.create_task(ask(assistant, "wait"))
        await held.reached.wait()
        dry = asyncio.create_task(ask(assistant, "stop", dry_run=True))
        await asyncio.sleep(0)
        held.let_go.set()
        assert await running == ["You said wait."]
        assert await dry == ["You said stop."]


async def test_a_thread_that_nobody_waits_for_takes_no_place() -> None:
    queue, order = ThreadQueue(), list[str]()
    thread = ThreadKey("anna", "work")

    async def work(name: str) -> None:
        async with queue.queue(thread):
            order.append(name)
            await asyncio.sleep(0)

    async with queue.queue(thread):
        waiting = [asyncio.create_task(work(name)) for name in ("one", "two")]
        await asyncio.sleep(0)
        waiting[0].cancel()
        stops = queue.stops(thread)
        assert not await queue.stop(thread)
        assert queue.stops(thread) != stops
        assert queue.keys("anna") == [thread]
    await asyncio.wait(waiting)
    assert order == ["two"]
    assert queue.keys("anna") == []
    assert queue.stops(thread) == 0
    assert not await queue.stop(thread)
    assert queue.keys("anna") == []
