"""Flow: what a turn cost and how it went, written with its end; and files of older versions."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from langchain_core.runnables import RunnableConfig
from store.reads import list_threads, read_calls, read_facts, read_thread, read_trace, read_turn

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.turn_ledger import TurnLedger, Usage
from jarvis_voice.core.types import ME, ThreadKey, TurnInput
from jarvis_voice.store import limits
from jarvis_voice.store.records import TurnCalls
from jarvis_voice.store.sqlite.schema import MIGRATIONS
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
STAMP = "2026-11-21T12:00:00+00:00"
CALLS = (Usage("gemini-2.5-flash", 900, 40), Usage("qwen3:8b", 700, 30))


def ledger() -> TurnLedger:
    written = TurnLedger()
    for call in CALLS:
        written.spent(call)
    written.note("thought", "local plans search")
    written.note("action", "search: cats")
    written.note("observation", "found 3 results")
    return written


async def one_turn(
    store: SqliteStore, with_ledger: TurnLedger | None, thread_id: str = "default"
) -> str:
    turn = TurnInput(store.turns.next_turn_id(), thread_id, "find cats", "stdin")
    await store.turns.begin(turn, NOON)
    await store.turns.end(turn, "Cats.", "done", with_ledger)
    return turn.turn_id


async def test_the_ledger_of_a_turn_is_read_beside_the_writer(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await one_turn(store, ledger())
        await one_turn(store, None)
        assert read_trace(database, "t1") == ledger().trace
        assert read_trace(database, "t2") == []
        assert read_calls(database) == [TurnCalls("t2", STAMP, ()), TurnCalls("t1", STAMP, CALLS)]
        newest = read_turn(database)
    assert newest is not None
    assert (newest.turn_id, newest.reply) == ("t2", "Cats.")
    assert read_turn(database, "t9") is None
    assert read_calls(database, "2026-11-22T00:00:00+00:00") == []


async def test_answer_and_ledger_are_there_together_or_not_at_all(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.database.connection.executescript(
            "CREATE TRIGGER refuse BEFORE INSERT ON trace WHEN new.position = 2 "
            "BEGIN SELECT RAISE(ABORT, 'no'); END;"
        )
        with pytest.raises(StoreError):
            await one_turn(store, ledger())
        [running] = read_thread(database, "default")
    assert (running.reply, running.outcome) == ("", "")
    assert read_trace(database, "t1") == []
    assert read_calls(database) == [TurnCalls("t1", STAMP, ())]


async def test_a_turn_that_was_never_written_down_leaves_no_ledger(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        turn = TurnInput(store.turns.next_turn_id(), "default", "hello", "stdin")
        await store.turns.end(turn, "Hello.", "done", ledger())
        assert await store.database.value("SELECT count(*) FROM usage") == 0
    assert read_trace(database, "t1") == []


async def test_traces_of_the_newest_turns_are_kept_and_all_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TRACED_TURNS", 3)
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        ids = [await one_turn(store, ledger()) for _ in range(5)]
    assert [bool(read_trace(database, turn_id)) for turn_id in ids] == [False] * 2 + [True] * 3
    assert all(len(turn.calls) == 2 for turn in read_calls(database))


async def test_a_cleared_thread_loses_its_ledger_and_no_other_does(tmp_path: Path) -> None:
    database, secret = tmp_path / "threads.db", "the cellar door is green"
    private = ledger()
    private.note("observation", secret)
    async with SqliteStore(database) as store:
        await one_turn(store, private, "work")
        await one_turn(store, ledger(), "home")
        await store.turns.clear(ThreadKey(ME, "work"))
        left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert secret.encode() not in left
    assert read_trace(database, "t1") == []
    assert [turn.turn_id for turn in read_calls(database)] == ["t2"]
    assert read_trace(database, "t2") == ledger().trace


async def test_no_turn_id_is_given_twice(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await one_turn(store, None)
        await store.turns.clear(ThreadKey(ME, "default"))
    async with SqliteStore(database) as store:
        assert store.turns.next_turn_id() == "t2"


def old_database(path: Path) -> None:
    """A file as version 1 left it, with one turn under way."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{MIGRATIONS[0]} PRAGMA user_version = 1;")
        connection.execute(
            "INSERT INTO turns (thread_id, source, started_at, text) VALUES (?, ?, ?, ?)",
            ("default", "stdin", STAMP, "hello"),
        )
        connection.commit()


async def test_a_file_of_version_1_is_read_as_it_is_and_migrates(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    old_database(database)
    assert read_facts(database) == []
    assert read_trace(database, "t1") == []
    assert read_calls(database) == []
    async with SqliteStore(database) as store:
        assert await store.database.value("PRAGMA user_version") == len(MIGRATIONS)
        assert await store.memory.keep_fact(ME, "my car is red", "t1", NOON)
        assert await one_turn(store, ledger()) == "t2"
    assert [(past.text, past.outcome) for past in read_thread(database, "default")] == [
        ("hello", "cancelled"),
        ("find cats", "done"),
    ]
    assert read_trace(database, "t2") == ledger().trace


async def test_an_empty_file_is_no_error_for_readers(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    database.touch()
    assert list_threads(database) == []
    assert read_turn(database) is None


KILLED = """
import asyncio, sys
from datetime import datetime, UTC
from pathlib import Path
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.core.types import ME, TurnInput

async def main():
    async with SqliteStore(Path(sys.argv[1])) as store:
        turn = TurnInput(store.turns.next_turn_id(), "default", "remember", "stdin")
        await store.turns.begin(turn, datetime.now(UTC))
        await store.memory.keep_fact(ME, "my car is red", turn.turn_id, datetime.now(UTC))
        await store.database.connection.execute("INSERT INTO trace VALUES (1, 0, 'thought', 'x')")
        print("begun", flush=True)
        sys.stdin.readline()

asyncio.run(main())
"""


def kill_within_a_turn(database: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout
        assert child.stdout.readline().strip() == b"begun"
        child.kill()


@pytest.mark.e2e
async def test_a_process_killed_within_a_turn_leaves_a_closed_turn_and_whole_facts(
    tmp_path: Path,
) -> None:
    database = tmp_path / "threads.db"
    kill_within_a_turn(database)
    async with SqliteStore(database) as store:
        assert [fact.text for fact in await store.memory.facts(ME)] == ["my car is red"]
        assert store.turns.next_turn_id() == "t2"
    assert [past.outcome for past in read_thread(database, "default")] == ["cancelled"]
    assert read_trace(database, "t1") == []


async def test_a_turn_in_a_thread_of_2000_messages_grows_the_file_little(tmp_path: Path) -> None:
    from langgraph.checkpoint.base import empty_checkpoint

    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        saver = store.checkpointer()
        await saver.setup()
        sql = (
            "INSERT INTO turns (thread_id, source, started_at, text, reply, outcome) "
            "VALUES ('default', 'stdin', ?, ?, ?, 'done')"
        )
        await store.database.write(*((sql, (STAMP, "x" * 200, "y" * 400)) for _ in range(1_000)))
    async with SqliteStore(database) as store:
        saver = store.checkpointer()
        messages = [{"role": "user", "text": "x" * 300} for _ in range(40)]
        config: RunnableConfig = {"configurable": {"thread_id": "default", "checkpoint_ns": ""}}
        sizes = []
        for _ in range(12):
            turn = TurnInput(store.turns.next_turn_id(), "default", "x" * 200, "stdin")
            await store.turns.begin(turn, NOON)
            checkpoint = empty_checkpoint()
            checkpoint["channel_values"] = {"messages": messages}
            config = await saver.aput(config, checkpoint, {}, {})
            await store.turns.end(turn, "y" * 400, "done", ledger())
            await store.turns.tidy(turn)
            await store.database.empty_log()
            sizes.append(database.stat().st_size)
        assert await store.database.value("SELECT count(*) FROM checkpoints") == 1
    growth_bytes = (sizes[-1] - sizes[1]) / (len(sizes) - 2)
    assert growth_bytes < 50_000
