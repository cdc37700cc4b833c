"""Flow: turns in order, stopped, left, broken and out of time; each ends exactly once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager

import pytest
from brain.turns import HeldPlanner, ScriptedPlanner, ask, assistant_with, seen

from jarvis_voice.assistant import Assistant, AssistantSettings
from jarvis_voice.brain.brain import GraphBrain
from jarvis_voice.brain.planner import Finish, Plan, PlanView, Task
from jarvis_voice.bus import Bus
from jarvis_voice.clock import FrameClock
from jarvis_voice.errors import ConfigError, JarvisError
from jarvis_voice.events import Event, to_json
from jarvis_voice.paths import Paths
from jarvis_voice.store.reading import list_threads, read_thread
from jarvis_voice.store.threads import ThreadStore
from jarvis_voice.turn.stop_words import is_stop


class BrokenPlanner:
    name = "local"
    title = "Local"

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def plan(self, view: PlanView) -> Plan:
        raise self.error


async def read(assistant: Assistant, text: str, thread_id: str | None = None) -> list[str]:
    async with aclosing(assistant.ask(text, source="stdin", thread_id=thread_id)) as replies:
        return [reply.text async for reply in replies if reply.text]


def kinds(events: list[Event]) -> list[str]:
    return [f"{e['turn_id']} {e['type']}" for e in map(to_json, events) if "turn_id" in e]


async def test_turns_of_a_thread_wait_for_each_other_in_order(paths: Paths) -> None:
    planner = HeldPlanner()
    async with (
        assistant_with(paths, planner) as (assistant, events),
        asyncio.TaskGroup() as turns,
    ):
        turns.create_task(read(assistant, "wait"))
        await planner.reached.wait()
        turns.create_task(read(assistant, "two"))
        turns.create_task(read(assistant, "three"))
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
        turns.create_task(read(assistant, "wait"))
        await planner.reached.wait()
        assert await read(assistant, "two", "other") == ["You said two."]
        assert kinds(events)[-1] == "t2 turn-ended"
        planner.let_go.set()


async def test_stop_cancels_the_turn_that_runs_and_has_its_own(paths: Paths) -> None:
    planner = HeldPlanner()
    async with assistant_with(paths, planner) as (assistant, events):
        waiting = asyncio.create_task(read(assistant, "wait"))
        await planner.reached.wait()
        assert await read(assistant, "Stop!") == ["Okay."]
        assert await waiting == []
    assert [(e["turn_id"], e["outcome"]) for e in seen(events, "turn-ended")] == [
        ("t1", "cancelled"),
        ("t2", "done"),
    ]
    assert [turn.outcome for turn in read_thread(paths.database, "default")] == [
        "cancelled",
        "done",
    ]


async def test_stop_leaves_other_threads_alone(paths: Paths) -> None:
    planner = HeldPlanner()
    async with assistant_with(paths, planner) as (assistant, _):
        waiting = asyncio.create_task(read(assistant, "wait", "other"))
        await planner.reached.wait()
        await read(assistant, "stop")
        planner.let_go.set()
        assert await waiting == ["You said wait."]


async def test_a_turn_that_is_left_before_it_begins_never_was(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, events):
        await assistant.ask("hello", source="stdin").aclose()
    assert events == []
    assert list_threads(paths.database) == []


async def test_a_reader_that_is_cancelled_cancels_its_turn(paths: Paths) -> None:
    planner = HeldPlanner()
    async with assistant_with(paths, planner) as (assistant, events):
        reader = asyncio.create_task(read(assistant, "wait"))
        await planner.reached.wait()
        reader.cancel()
        await asyncio.wait({reader})
        assert await read(assistant, "two") == ["You said two."]
    assert [e["outcome"] for e in seen(events, "turn-ended")] == ["cancelled", "done"]


async def test_an_answer_that_was_interrupted_is_kept_as_far_as_it_was_heard(
    paths: Paths,
) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, events):
        await read(assistant, "two")
        [ended] = seen(events, "turn-ended")
        assistant.note_heard(ended["turn_id"], "You said")
        await assistant.settle()
        messages = (await assistant._get_brain())._state("default")
        assert [m["text"] for m in (await messages)["messages"]] == [
            "two",
            "You said (interrupted)",
        ]
        assert await read(assistant, "three") == ["You said three."]
    first, second = read_thread(paths.database, "default")
    assert (first.reply, first.heard) == ("You said two.", "You said")
    assert (second.reply, second.heard) == ("You said three.", None)


async def test_words_that_belong_to_no_turn_change_nothing(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, events):
        assistant.note_heard("", "Sorry")
        assistant.note_heard("t99", "Sorry")
        await assistant.settle()
    assert list_threads(paths.database) == []
    assert seen(events, "problem-reported") == []


async def test_cancelling_where_nothing_runs_says_so(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, _):
        assert not await assistant.cancel()
        assert not await assistant.cancel("nobody")


async def test_a_turn_out_of_time_says_so_and_is_written_down(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner(), turn_seconds=0.05) as (assistant, events):
        assert await read(assistant, "wait") == ["That took too long, so I stopped."]
    assert seen(events, "turn-ended")[0]["outcome"] == "failed"
    [turn] = read_thread(paths.database, "default")
    assert (turn.text, turn.reply, turn.outcome) == (
        "wait",
        "That took too long, so I stopped.",
        "failed",
    )


@pytest.mark.parametrize(
    ("error", "said", "code"),
    [
        (JarvisError("odd", "On the screen.", spoken="Said."), "Said.", "odd"),
        (ZeroDivisionError("secret words"), JarvisError.default_spoken, "turn-broke"),
    ],
)
async def test_a_turn_that_breaks_is_told_and_the_next_one_works(
    paths: Paths, error: Exception, said: str, code: str
) -> None:
    planner = BrokenPlanner(error)
    async with assistant_with(paths, planner) as (assistant, events):
        assert await read(assistant, "hello") == [said]
        assert await read(assistant, "hello") == [said]
    assert [p["code"] for p in seen(events, "problem-reported")] == [code] * 2
    assert "secret words" not in str(events)
    assert [e["outcome"] for e in seen(events, "turn-ended")] == ["failed"] * 2


async def test_what_failed_is_remembered_in_the_conversation(paths: Paths) -> None:
    async with assistant_with(paths, BrokenPlanner(ZeroDivisionError())) as (assistant, _):
        await read(assistant, "divide")
    planner = ScriptedPlanner(Finish("Yes."))
    async with assistant_with(paths, planner) as (assistant, _):
        await read(assistant, "again")
    assert [message["text"] for message in planner.views[0].messages] == [
        "divide",
        JarvisError.default_spoken,
    ]


async def test_bytes_that_are_no_text_do_not_break_a_turn(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner()) as (assistant, events):
        assert await read(assistant, "hi\udcff there") == ["You said hi?", "there."]
        assert await read(assistant, "hi", "th\ud800read") == ["You said hi."]
    assert [row.thread_id for row in list_threads(paths.database)] == ["th?read", "default"]
    assert {e["outcome"] for e in seen(events, "turn-ended")} == {"done"}


async def test_a_thread_is_cleared_between_turns(paths: Paths) -> None:
    planner = HeldPlanner()
    async with assistant_with(paths, planner) as (assistant, _):
        waiting = asyncio.create_task(read(assistant, "wait"))
        await planner.reached.wait()
        clearing = asyncio.create_task(assistant.clear("default"))
        await asyncio.sleep(0)
        planner.let_go.set()
        assert await clearing == 1
        assert await waiting == ["You said wait."]
    assert read_thread(paths.database, "default") == []


async def test_a_cleared_thread_has_forgotten_its_results(paths: Paths) -> None:
    planner = ScriptedPlanner(Task("search", {"query": "x"}), Finish(), Finish("Yes."))
    async with assistant_with(paths, planner) as (assistant, _):
        await ask(assistant, "find it")
        await assistant.clear("default")
        await ask(assistant, "open it")
    assert planner.views[-1].url_map == ()
    assert planner.views[-1].messages == []


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

        async with ThreadStore(paths.database) as store:
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
        assert await read(assistant, "hello") == [ConfigError.default_spoken]
    assert [p["code"] for p in seen(events, "problem-reported")] == ["sites-entry"] * 2
    assert [e["outcome"] for e in seen(events, "turn-ended")] == ["failed"]


async def test_such_a_turn_is_still_written_down(paths: Paths, brainless: Open) -> None:
    async with brainless(ConfigError("sites-entry", "Your sites.toml has a mistake.")) as (
        assistant,
        _,
    ):
        await read(assistant, "hello")
    [turn] = read_thread(paths.database, "default")
    assert (turn.reply, turn.outcome) == (ConfigError.default_spoken, "failed")


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


async def test_who_listens_is_told_that_work_goes_on_and_that_is_no_part_of_the_answer(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.assistant.WORKING_SECONDS", 0.0)
    held = HeldPlanner()
    async with assistant_with(paths, held) as (assistant, events):
        replies = assistant.ask("wait", source="voice")
        async with aclosing(replies):
            assert (await anext(replies)).text == "One moment."
            held.let_go.set()
            assert [reply.text async for reply in replies] == ["You said wait.", ""]
    assert [told["text"] for told in seen(events, "work-reported")] == ["One moment."]
    assert seen(events, "turn-ended")[0]["reply"] == "You said wait."
    assert [turn.reply for turn in read_thread(paths.database, "default")] == ["You said wait."]


async def test_who_reads_sees_that_work_goes_on(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.assistant.WORKING_SECONDS", 0.0)
    held = HeldPlanner()
    async with assistant_with(paths, held) as (assistant, events):
        running = asyncio.create_task(ask(assistant, "wait"))
        await held.reached.wait()
        held.let_go.set()
        assert await running == ["You said wait."]
    assert seen(events, "work-reported") == []


async def test_the_end_of_an_answer_is_told_when_it_is_written_down(paths: Paths) -> None:
    """Whoever has heard it finds it in the transcript, whatever happens in the next moment."""
    planner = ScriptedPlanner(Finish("First. Second."))
    found: list[tuple[str, str]] = []
    async with (
        assistant_with(paths, planner) as (assistant, _),
        aclosing(assistant.ask("hello", source="stdin")) as replies,
    ):
        async for reply in replies:
            if reply.is_final and reply.text:
                [turn] = read_thread(paths.database, "default")
                found.append((turn.reply, turn.outcome))
    assert found == [("First. Second.", "done")]


async def test_a_disk_that_is_full_costs_the_record_and_not_the_answer(paths: Paths) -> None:
    planner = ScriptedPlanner(Finish("Hello."), Finish("Hello again."), Finish("And again."))
    async with assistant_with(paths, planner) as (assistant, events):
        assert await ask(assistant, "hello") == ["Hello."]
        connection = assistant._store.database.connection
        pages = await assistant._store.database.value("PRAGMA page_count")
        await connection.execute(f"PRAGMA max_page_count = {pages}")
        long = "x" * 20_000
        assert await ask(assistant, long) == ["Hello again."]
        await connection.execute("PRAGMA max_page_count = 100000")
        assert await ask(assistant, "once more") == ["And again."]
    [told] = seen(events, "problem-reported")
    assert "I answer, but I do not keep this turn" in told["message"]
    assert [turn.text for turn in read_thread(paths.database, "default")] == ["hello", "once more"]


async def test_what_is_forgotten_is_gone_from_the_conversation_too(paths: Paths) -> None:
    planner = ScriptedPlanner(Finish("One."), Finish("Two."), Finish("Three."), Finish("Four."))
    async with assistant_with(paths, planner) as (assistant, _):
        await ask(assistant, "first")
        await ask(assistant, "second")
        assert (await assistant.forget("turn", "t1")).turns == 1
        assert [turn.text for turn in read_thread(paths.database, "default")] == ["second"]
        await ask(assistant, "third")
        assert "first" not in str(planner.views[-1].messages)
        assert (await assistant.forget("thread", "default")).turns == 2
        assert (await assistant.forget("all")).turns == 0
        assert await ask(assistant, "fourth") == ["Four."]
