"""Flow: a database of before there were users is the owner's, and nothing of it is lost.

`version_6.sql` is the dump of a file that the version before wrote: turns of two threads with their
checkpoints, facts, lists, a timer, a reminder, ledgers, and a turn that was never ended.
"""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig
from typer.testing import CliRunner

from jarvis_voice.cli.main import app
from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE, ME, ThreadKey, TurnInput, scopes_text
from jarvis_voice.store.conversation_ids import checkpoint_id
from jarvis_voice.store.sqlite.schema import MIGRATIONS
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

DUMP = Path(__file__).with_name("version_6.sql")
TABLES = (
    *("turns", "facts", "notes", "schedule", "usage", "trace", "latency", "acts"),
    *("checkpoints", "writes"),
)
EVERYTHING = scopes_text(EVERY_SCOPE)
DEFAULT, WORK = ThreadKey(ME, "default"), ThreadKey(ME, "work")

COMMANDS = (
    *(("threads", "list"), ("threads", "show", "default"), ("threads", "show", "work")),
    *(("memory", "list"), ("timers", "list", "--json"), ("trace", "t1"), ("trace", "t7")),
    *(("cost", "--days", "36500", "--json"), ("latency", "--json")),
)


@pytest.fixture
def database(paths: Paths) -> Path:
    paths.database.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(paths.database)) as connection:
        connection.executescript(DUMP.read_text(encoding="utf-8"))
        assert connection.execute("PRAGMA user_version").fetchone() == (6,)
    return paths.database


def rows(database: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table, by column."""
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        found = connection.execute(f"SELECT * FROM {table}").fetchall()
    return [dict(row) for row in found]


def shown() -> dict[tuple[str, ...], str]:
    """What the owner's commands print."""
    printed: dict[tuple[str, ...], str] = {}
    for command in COMMANDS:
        done = CliRunner().invoke(app, list(command))
        assert done.exit_code == 0, done.output
        printed[command] = done.output
    return printed


async def migrate(database: Path) -> None:
    async with SqliteStore(database) as store:
        assert await store.database.value("PRAGMA user_version") == len(MIGRATIONS)


async def test_every_row_is_still_there_and_the_owners(database: Path) -> None:
    before = {table: rows(database, table) for table in TABLES}
    assert all(before.values()), "the dump has rows in every table"
    await migrate(database)
    for table, old in before.items():
        new = rows(database, table)
        for row in new:
            assert row.pop("user_id", ME) == ME
            assert row.pop("place", "") == ""
            assert row.pop("scopes", EVERYTHING) == EVERYTHING, "what the owner set may do all"
        if table == "turns":  # the turn that was never ended is closed, as at every start
            [open_turn] = [row for row in old if row["outcome"] is None]
            open_turn["outcome"] = "cancelled"
        assert new == old, table
    assert rows(database, "interrupted") == [{"turn": 8}]


def test_commands_show_the_same_before_and_after(database: Path) -> None:
    before = shown()
    asyncio.run(migrate(database))
    after = shown()
    running, cancelled = "voice running] open MIT", "voice cancelled] open MIT"
    show = ("threads", "show", "default")
    assert running in before[show]
    before[show] = before[show].replace(running, cancelled)
    assert after == before
    assert "my car is red" in after["memory", "list"]
    assert "pasta" in after["timers", "list", "--json"]
    assert "look for cats" in after["trace", "t7"]
    assert "gemini-2.5-flash" in after["cost", "--days", "36500", "--json"]


async def test_a_conversation_goes_on_from_its_checkpoint(database: Path) -> None:
    async with SqliteStore(database) as store:
        where: RunnableConfig = {
            "configurable": {"thread_id": checkpoint_id(DEFAULT), "checkpoint_ns": ""}
        }
        kept = await store.checkpointer().aget_tuple(where)
        assert kept
        texts = [one["text"] for one in kept.checkpoint["channel_values"]["messages"]]
        assert texts[0] == "remember that my car is red"
        turn = TurnInput(store.turns.next_turn_id(), "default", "hello", "stdin")
        assert turn.turn_id == "t9"


async def test_another_user_finds_nothing_of_it_and_the_owner_can_forget_it(
    database: Path,
) -> None:
    async with SqliteStore(database) as store:
        assert await store.memory.facts("ana") == ()
        assert await store.schedule.entries("ana") == ()
        assert await store.turns.transcript(ThreadKey("ana", "default")) == []
        assert (await store.erasure.forget_user("ana")).turns == 0
        assert await store.turns.clear(WORK) == 3
        assert (await store.erasure.forget_user(ME)).turns == 5
    assert all(rows(database, table) == [] for table in TABLES)
    assert b"my car is red" not in database.read_bytes()


async def test_a_file_of_a_newer_version_is_refused_and_left(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = database.read_bytes()
    with pytest.raises(StoreError) as caught:
        await SqliteStore(database).__aenter__()
    assert caught.value.code == "database-newer"
    assert [row["text"] for row in rows(database, "facts")] == ["my car is red"]
    assert before[100:] == database.read_bytes()[100:], "but for the head, in which WAL is noted"
