"""Flow: what is kept, damaged or cannot be written is told at the start, and the rest works."""

import sqlite3
from contextlib import aclosing, closing
from dataclasses import replace

import pytest
from app.assistant_world import World, compiled
from assistant.turns import seen
from store.reads import read_facts, read_schedule, read_thread

from jarvis_voice.app.assistant_factory import open_assistant, start_log_or_tell
from jarvis_voice.assistant.graph.tool_work import NOT_LASTING
from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME, ThreadKey, TurnInput
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.store.sqlite import database, readonly
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow


@pytest.fixture
def world() -> World:
    return World()


def told(world: World) -> dict[str, str]:
    """The problems that were reported: code to message."""
    return {one["code"]: one["message"] for one in seen(world.events, "problem-reported")}


async def test_what_a_crash_cut_short_is_told_at_the_next_start_and_once(
    paths: Paths, world: World
) -> None:
    async with SqliteStore(paths.database) as store:
        turn = TurnInput(store.turns.next_turn_id(), "default", "open MIT", "stdin")
        await store.turns.begin(turn, world.clock.now())
    await world.ask(load_config(paths), paths, "hello")
    assert told(world)["interrupted"].startswith('I was interrupted before I had answered "open M')
    world.events.clear()
    await world.ask(load_config(paths), paths, "hello")
    assert told(world) == {}


async def test_a_locked_database_costs_the_memory_and_nothing_else(
    paths: Paths, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 50)
    monkeypatch.setattr(readonly, "BUSY_SECONDS", 0.05)
    config = load_config(paths)
    await world.ask(config, paths, "hello")
    with closing(sqlite3.connect(paths.database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert await world.ask(config, paths, "what is 6 times 7") == "6 times 7 is 42."
        kept = await world.ask(config, paths, "remember that my car is red")
        assert "nothing was changed" in kept
    assert "nothing I am told is kept" in told(world)["database-unusable"]
    assert "What was set before is not known" in told(world)["database-unusable"]
    assert [turn.text for turn in read_thread(paths.database, "default")] == ["hello"]


async def test_a_folder_that_cannot_be_written_costs_the_memory_and_nothing_else(
    paths: Paths, world: World
) -> None:
    config = load_config(paths)
    paths.data.parent.mkdir(exist_ok=True)
    paths.data.write_text("a file where the folder should be", encoding="utf-8")
    start_log_or_tell(config, paths, world.bus, world.clock)
    assert await world.ask(config, paths, "what is 6 times 7") == "6 times 7 is 42."
    assert "I go on without a log" in told(world)["log-unwritable"]
    assert "nothing I am told is kept" in told(world)["folder-unwritable"]


async def test_what_was_set_is_known_where_nothing_can_be_written_any_more(
    paths: Paths, world: World
) -> None:
    config = load_config(paths)
    await world.ask(config, paths, "set a pasta timer for ten minutes")
    await world.ask(config, paths, "wake me at 7 am")
    await world.ask(config, paths, "cancel the pasta timer")
    before = read_schedule(paths.database)
    paths.lock.with_suffix(".pid").mkdir()  # cannot be written to: the lock cannot be had
    async with open_assistant(
        config, paths, world.bus, world.clock, ProcessLock(paths.lock, "run")
    ) as assistant:
        assert list(await assistant.schedule.entries(ME)) == before
        assert [one.number for one in before] == [2]
        assert not assistant.schedule.is_kept
    assert "What was set before is still known." in told(world)["folder-unwritable"]
    assert read_schedule(paths.database) == before


async def test_what_was_told_is_known_where_nothing_can_be_written_any_more(
    paths: Paths, world: World
) -> None:
    config = load_config(paths)
    await world.ask(config, paths, "remember that my car is red")
    await world.ask(config, paths, "add milk to the shopping list")
    paths.lock.with_suffix(".pid").mkdir()
    world.events.clear()
    assert "red" in await world.ask(config, paths, "what color is my car")
    assert "I know what I was told before" in told(world)["folder-unwritable"]
    assert "milk" in await world.ask(config, paths, "what is on my shopping list")
    for kept in ("forget about my car", "remove milk from the shopping list"):
        answer = await world.ask(config, paths, kept)
        assert "could not be opened" in answer or "nothing was changed" in answer, answer
    assert [fact.text for fact in read_facts(paths.database)] == ["my car is red"]


@pytest.mark.parametrize("what", ["turn", "thread", "all"])
async def test_nothing_is_said_to_be_forgotten_that_lies_in_the_file(
    paths: Paths, world: World, what: str
) -> None:
    config = load_config(paths)
    await world.ask(config, paths, "remember that my car is red")
    paths.lock.with_suffix(".pid").mkdir()
    lock = ProcessLock(paths.lock, "run")
    async with open_assistant(config, paths, world.bus, world.clock, lock) as assistant:
        with pytest.raises(StoreError, match="nothing can be forgotten"):
            await assistant.forget(ME, what, "t1" if what == "turn" else "default")
        with pytest.raises(StoreError, match="nothing can be forgotten"):
            await assistant.clear(ThreadKey(ME, "default"))
    assert [fact.text for fact in read_facts(paths.database)] == ["my car is red"]


async def test_without_a_daemon_and_a_writable_folder_nothing_is_said_to_be_cancelled(
    paths: Paths, world: World
) -> None:
    config = load_config(paths)
    await world.ask(config, paths, "set a pasta timer for ten minutes")
    paths.lock.with_suffix(".pid").mkdir()
    assert "pasta" in await world.ask(config, paths, "what timers do I have")
    assert "nothing was changed" in await world.ask(config, paths, "cancel the pasta timer")


async def test_without_a_daemon_and_a_writable_folder_no_timer_is_claimed(
    paths: Paths, world: World
) -> None:
    paths.lock.with_suffix(".pid").mkdir(parents=True)
    answer = await world.ask(load_config(paths), paths, "set a timer for ten minutes")
    assert answer == "I could not set that: nothing can be kept."
    assert seen(world.events, "turn-ended")[0]["outcome"] == "failed"


async def test_what_a_daemon_sets_without_a_writable_folder_is_told_not_to_last(
    paths: Paths, world: World
) -> None:
    config = load_config(paths)
    await world.ask(config, paths, "wake me at 7 am")
    paths.lock.with_suffix(".pid").mkdir()
    lock = ProcessLock(paths.lock, "run")
    attended = replace(compiled(), alarm_state=AlarmState(is_attended=True))
    answers = []
    async with open_assistant(config, paths, world.bus, world.clock, lock, attended) as assistant:
        for text in (
            "set a tea timer for ten minutes",
            "cancel the alarm",
            "what alarms do I have",
        ):
            async with aclosing(assistant.ask(text, source="stdin")) as replies:
                answers.append(" ".join([reply.text async for reply in replies if reply.text]))
    assert answers == [
        f"The tea timer is set for 10 minutes. {NOT_LASTING}",
        f"I have cancelled the alarm for 07:00. {NOT_LASTING}",
        "You have no alarms.",
    ]


NO_SUCH = (
    *("what alarms do I have", "cancel the pasta timer", "add a minute to the timer"),
    *("what do you know about me", "what color is my car", "forget that my car is red"),
    *("what is on my shopping list", "remove milk from the shopping list"),
)


async def test_nothing_is_said_of_what_cannot_be_read(paths: Paths, world: World) -> None:
    config = load_config(paths)
    paths.database.mkdir(parents=True)
    for text in NO_SUCH:
        assert "so I do not know" in await world.ask(config, paths, text), text
    assert told(world)["database-no-file"] == (
        f"Cannot use the database {paths.database}: it is a folder, and no file. Move it away. "
        "I go on without my memory: nothing I am told is kept. "
        "What was set before is not known, and does not ring."
    )


async def test_where_nothing_was_kept_yet_that_is_said(paths: Paths, world: World) -> None:
    paths.lock.with_suffix(".pid").mkdir(parents=True)  # nothing can be written
    for text in NO_SUCH:
        assert "so I do not know" not in await world.ask(load_config(paths), paths, text), text


async def test_a_newer_database_is_not_gone_on_without(paths: Paths, world: World) -> None:
    config = load_config(paths)
    await world.ask(config, paths, "hello")
    with closing(sqlite3.connect(paths.database)) as newer:
        newer.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer Jarvis"):
        await world.ask(config, paths, "hello")


async def test_a_damaged_database_is_told_with_where_it_lies(paths: Paths, world: World) -> None:
    paths.data.mkdir()
    paths.database.write_bytes(b"this is no database" * 1_000)
    assert await world.ask(load_config(paths), paths, "what is 6 times 7") == "6 times 7 is 42."
    [aside] = paths.data.glob("threads.db.damaged-*[0-9]")
    assert str(aside) in told(world)["database-damaged"]
    assert "a new one was started" in told(world)["database-damaged"]


async def test_a_fact_that_cannot_be_read_is_told_once_and_costs_no_other(
    paths: Paths, world: World
) -> None:
    async with SqliteStore(paths.database) as store:
        for text in ("my car is red", "my cat is black"):
            await store.memory.keep_fact(ME, text, "t0", world.clock.now())
        await store.database.write(("UPDATE facts SET said_at = 'x' WHERE number = 1", ()))
    question = "what do you know about me"
    answer = await world.ask(load_config(paths), paths, question)
    assert "cat is black" in answer
    assert "car" not in answer
    assert "cannot read 1 fact any more" in told(world)["rows-unreadable"]
    world.events.clear()
    assert await world.ask(load_config(paths), paths, question) == answer
    assert told(world) == {}


async def test_a_conversation_that_cannot_be_read_is_told_once_and_gone_on_without(
    paths: Paths, world: World
) -> None:
    assert await world.ask(load_config(paths), paths, "what is 6 times 7") == "6 times 7 is 42."
    async with SqliteStore(paths.database) as store:
        await store.database.write(("UPDATE checkpoints SET metadata = x'00'", ()))
    for telling in ({"conversation-unreadable"}, set()):
        answer = await world.ask(load_config(paths), paths, "what is 6 times 8")
        assert answer == "6 times 8 is 48."
        assert set(told(world)) == telling
        world.events.clear()
