"""Contract: facts and notes in a real SQLite file: kept whole or not at all, and gone when gone."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from store.reads import read_facts

from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.core.types import ME
from jarvis_voice.store.limits import LONGEST_TEXT, MOST_FACTS, MOST_NOTES
from jarvis_voice.store.records import Fact
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.contract

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with SqliteStore(tmp_path / "threads.db") as store:
        yield store


def on_disk(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


async def test_a_fact_outlives_its_process_and_is_read_beside_it(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        assert await store.memory.keep_fact(ME, "my car is red", "t1", NOON)
        assert [fact.text for fact in read_facts(database)] == ["my car is red"]
    async with SqliteStore(database) as store:
        assert await store.memory.facts(ME) == (Fact(1, "my car is red", "t1", NOON),)


async def test_a_fact_is_kept_once_whatever_its_capitals(store: SqliteStore) -> None:
    memory = store.memory
    assert await memory.keep_fact(ME, "My car is red", "t1", NOON)
    assert not await memory.keep_fact(ME, "my car is RED", "t2", NOON)
    assert [fact.turn_id for fact in await memory.facts(ME)] == ["t1"]


async def test_a_fact_takes_the_place_of_another_in_one_go(store: SqliteStore) -> None:
    memory = store.memory
    await memory.keep_fact(ME, "my car is on level 3", "t1", NOON)
    await memory.keep_fact(ME, "my car is on level 4", "t2", NOON, instead_of=(1,))
    assert [fact.text for fact in await memory.facts(ME)] == ["my car is on level 4"]


async def test_a_replacement_that_fails_leaves_the_old_fact(store: SqliteStore) -> None:
    memory = store.memory
    await memory.keep_fact(ME, "my car is on level 3", "t1", NOON)
    await store.database.connection.executescript(
        "CREATE TRIGGER refuse BEFORE INSERT ON facts BEGIN SELECT RAISE(ABORT, 'no'); END;"
    )
    with pytest.raises(StoreError):
        await memory.keep_fact(ME, "my car is on level 4", "t2", NOON, instead_of=(1,))
    assert [fact.text for fact in await memory.facts(ME)] == ["my car is on level 3"]


@pytest.mark.parametrize("replaced", [False, True])
async def test_what_is_forgotten_is_gone_from_the_files(tmp_path: Path, replaced: bool) -> None:
    secret = "the cellar door is green"
    async with SqliteStore(tmp_path / "threads.db") as store:
        memory = store.memory
        await memory.keep_fact(ME, secret, "t1", NOON)
        assert secret.encode() in on_disk(tmp_path)
        if replaced:
            await memory.keep_fact(ME, "the cellar door is blue", "t2", NOON, instead_of=(1,))
        else:
            assert await memory.forget_facts(ME, (1, 77)) == 1
        assert secret.encode() not in on_disk(tmp_path)


async def test_a_note_that_is_removed_is_gone_from_the_files(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "threads.db") as store:
        memory = store.memory
        await memory.add_notes(ME, "shopping", ("marzipan",), NOON)
        [note] = await memory.notes(ME, "shopping")
        assert await memory.remove_notes(ME, (note.number,)) == 1
        assert b"marzipan" not in on_disk(tmp_path)
        assert await memory.list_names(ME) == ()


async def test_what_a_reader_held_up_is_gone_after_the_next_write(tmp_path: Path) -> None:
    database, secret = tmp_path / "threads.db", b"the cellar door is green"
    async with SqliteStore(database) as store:
        memory = store.memory
        await store.database.connection.execute("PRAGMA busy_timeout=1")
        await memory.keep_fact(ME, secret.decode(), "t1", NOON)
        with closing(sqlite3.connect(database, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM facts").fetchall()
            await memory.forget_facts(ME, (1,))
            assert secret in on_disk(tmp_path)
            reader.execute("COMMIT")
        await memory.add_notes(ME, "notes", ("hello",), NOON)
        assert secret not in on_disk(tmp_path)


async def test_lists_are_apart_and_named_in_order(store: SqliteStore) -> None:
    memory = store.memory
    await memory.add_notes(ME, "to-do", ("call Ana",), NOON)
    await memory.add_notes(ME, "shopping", ("milk", "eggs"), NOON)
    assert [note.text for note in await memory.notes(ME, "shopping")] == ["milk", "eggs"]
    assert [note.text for note in await memory.notes(ME, "birthdays")] == []
    assert await memory.list_names(ME) == ("to-do", "shopping")


async def test_of_several_entries_all_are_added_or_none(store: SqliteStore) -> None:
    memory = store.memory
    await store.database.connection.executescript(
        "CREATE TRIGGER refuse BEFORE INSERT ON notes WHEN new.text = 'eggs' "
        "BEGIN SELECT RAISE(ABORT, 'no'); END;"
    )
    with pytest.raises(StoreError):
        await memory.add_notes(ME, "shopping", ("milk", "eggs"), NOON)
    assert await memory.notes(ME, "shopping") == ()


async def test_too_long_and_too_many_are_said(store: SqliteStore) -> None:
    memory = store.memory
    with pytest.raises(ToolError, match="300 characters"):
        await memory.keep_fact(ME, "x" * (LONGEST_TEXT + 1), "t1", NOON)
    with pytest.raises(ToolError, match="300 characters"):
        await memory.add_notes(ME, "shopping", ("milk", "x" * (LONGEST_TEXT + 1)), NOON)
    sql = "INSERT INTO facts (text, turn_id, said_at) VALUES (?, 't1', ?)"
    rows = [(sql, (str(number), NOON.isoformat())) for number in range(MOST_FACTS)]
    await store.database.write(*rows)
    with pytest.raises(ToolError, match="500 facts"):
        await memory.keep_fact(ME, "one more", "t1", NOON)
    assert await memory.keep_fact(ME, "one for another", "t1", NOON, instead_of=(1,))
    await memory.add_notes(ME, "shopping", [str(number) for number in range(MOST_NOTES)], NOON)
    with pytest.raises(ToolError, match="1000 notes"):
        await memory.add_notes(ME, "shopping", ("one more",), NOON)


async def test_a_full_disk_is_an_error_and_leaves_what_was_there(store: SqliteStore) -> None:
    memory = store.memory
    await memory.add_notes(ME, "shopping", ("milk",), NOON)
    pages = await store.database.value("PRAGMA page_count")
    await store.database.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="full"):
        await memory.add_notes(ME, "shopping", [f"{n} " + "x" * 250 for n in range(200)], NOON)
    assert [note.text for note in await memory.notes(ME, "shopping")] == ["milk"]
    await store.database.connection.execute("PRAGMA max_page_count = 100000")
    await memory.add_notes(ME, "shopping", ("eggs",), NOON)


async def test_a_file_that_another_program_locks_is_an_error(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        memory = store.memory
        await store.database.connection.execute("PRAGMA busy_timeout=1")
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="locked"):
                await memory.keep_fact(ME, "my car is red", "t1", NOON)
        assert await memory.facts(ME) == ()
        assert await memory.keep_fact(ME, "my car is red", "t1", NOON)


async def test_a_memory_that_is_not_open_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        await SqliteStore(tmp_path / "threads.db").memory.facts(ME)
    assert caught.value.code == "database-closed"
