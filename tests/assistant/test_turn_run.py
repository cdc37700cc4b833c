"""Flow: a turn that breaks or is out of time is told, written down and remembered."""

import asyncio
from contextlib import aclosing
from datetime import datetime

import pytest
from assistant.turns import HeldPlanner, ScriptedPlanner, ask, assistant_with, seen
from store.reads import read_thread

from jarvis_voice.assistant.graph.planner import Finish, Plan, PlanView
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import TurnInput
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.store.sqlite.turns import SqliteTurnStore

pytestmark = pytest.mark.flow


class BrokenPlanner:
    name = "local"
    title = "Local"

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def load(self) -> None:
        return

    async def plan(self, view: PlanView) -> Plan:
        raise self.error


async def test_a_turn_out_of_time_says_so_and_is_written_down(paths: Paths) -> None:
    async with assistant_with(paths, HeldPlanner(), turn_seconds=0.05) as (assistant, events):
        assert await ask(assistant, "wait") == ["That took too long, so I stopped."]
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
        assert await ask(assistant, "hello") == [said]
        assert await ask(assistant, "hello") == [said]
    assert [p["code"] for p in seen(events, "problem-reported")] == [code] * 2
    assert "secret words" not in str(events)
    assert [e["outcome"] for e in seen(events, "turn-ended")] == ["failed"] * 2


async def test_what_failed_is_remembered_in_the_conversation(paths: Paths) -> None:
    async with assistant_with(paths, BrokenPlanner(ZeroDivisionError())) as (assistant, _):
        await ask(assistant, "divide")
    planner = ScriptedPlanner(Finish("Yes."))
    async with assistant_with(paths, planner) as (assistant, _):
        await ask(assistant, "again")
    assert [message["text"] for message in planner.views[0].messages] == [
        "divide",
        JarvisError.default_spoken,
    ]


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
        store = assistant._store
        assert isinstance(store, SqliteStore)
        connection = store.database.connection
        pages = await store.database.value("PRAGMA page_count")
        await connection.execute(f"PRAGMA max_page_count = {pages}")
        long = "x" * 4_000
        assert await ask(assistant, long) == ["Hello again."]
        await connection.execute("PRAGMA max_page_count = 100000")
        assert await ask(assistant, "once more") == ["And again."]
    [told] = seen(events, "problem-reported")
    assert "I answer, but I do not keep this turn" in told["message"]
    assert [turn.text for turn in read_thread(paths.database, "default")] == ["hello", "once more"]


async def test_a_turn_that_is_cut_off_while_it_is_written_down_is_closed(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, begin = asyncio.Event(), SqliteTurnStore.begin

    async def slow(store: SqliteTurnStore, turn: TurnInput, started_at: datetime) -> None:
        await begin(store, turn, started_at)
        reached.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(SqliteTurnStore, "begin", slow)
    async with assistant_with(paths, HeldPlanner()) as (assistant, _):
        asking = asyncio.create_task(ask(assistant, "hello"))
        await reached.wait()
        asking.cancel()
        await asyncio.wait({asking})
    assert [turn.outcome for turn in read_thread(paths.database, "default")] == ["cancelled"]
