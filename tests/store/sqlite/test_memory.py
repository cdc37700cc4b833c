"""Contract: facts and notes in a real SQLite file: kept whole or not at all, and gone when gone."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.store.sqlite.memory import LONGEST_TEXT, MOST_FACTS, MOST_NOTES, Fact, MemoryStore
from jarvis_voice.store.sqlite.readonly import read_facts
from jarvis_voice.store.sqlite.threads import ThreadStore

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[ThreadStore]:
    async with ThreadStore(tmp_path / "threads.db") as store:
        yield store


def on_disk(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


async def test_a_fact_outlives_its_process_and_is_read_beside_it(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with ThreadStore(database) as store:
        assert await MemoryStore(store).keep_fact("my car is red", "t1", NOON)
        assert [fact.text for fact in read_facts(database)] == ["my car is red"]
    async with ThreadStore(database) as store:
        assert await MemoryStore(store).facts() == (Fact(1, "my car is red", "t1", NOON),)


async def test_a_fact_is_kept_once_whatever_its_capitals(store: ThreadStore) -> None:
    memory = MemoryStore(store)
    assert await memory.keep_fact("My car is red", "t1", NOON)
    assert not await memory.keep_fact("my car is RED", "t2", NOON)
    assert [fact.turn_id for fact in await memory.facts()] == ["t1"]


async def test_a_fact_takes_the_place_of_another_in_one_go(store: ThreadStore) -> None:
    memory = MemoryStore(store)
    await memory.keep_fact("my car is on level 3", "t1", NOON)
    await memory.keep_fact("my car is on level 4", "t2", NOON, instead_of=(1,))
    assert [fact.text for fact in await memory.facts()] == ["my car is on level 4"]


async def test_a_replacement_that_fails_leaves_the_old_fact(store: ThreadStore) -> None:
    memory = MemoryStore(store)
    await memory.keep_fact("my car is on level 3", "t1", NOON)
    await store.database.connection.executescript(
        "CREATE TRIGGER refuse BEFORE INSERT ON facts BEGIN SELECT RAISE(ABORT, 'no'); END;"
    )
    with pytest.raises(StoreError):
        await memory.keep_fact("my car is on level 4", "t2", NOON, instead_of=(1,))
    assert [fact.text for fact in await memory.facts()] == ["my car is on level 3"]


@pytest.mark.parametrize("replaced", [False, True])
async def test_what_is_forgotten_is_gone_from_the_files(tmp_path: Path, replaced: bool) -> None:
    secret = "the cellar door is green"
    async with ThreadStore(tmp_path / "threads.db") as store:
        memory = MemoryStore(store)
        await memory.keep_fact(secret, "t1", NOON)
        assert secret.encode() in on_disk(tmp_path)
        if replaced:
            await memory.keep_fact("the cellar door is blue", "t2", NOON, instead_of=(1,))
        else:
            assert await memory.forget_facts((1, 77)) == 1
        assert secret.encode() not in on_disk(tmp_path)


async def test_a_note_that_is_removed_is_gone_from_the_files(tmp_path: Path) -> None:
    async with ThreadStore(tmp_path / "threads.db") as store:
        memory = MemoryStore(store)
        await memory.add_note("shopping", "marzipan", NOON)
        [note] = await memory.notes("shopping")
        assert await memory.remove_notes((note.number,)) == 1
        assert b"marzipan" not in on_disk(tmp_path)
        assert await memory.list_names() == ()


async def test_what_a_reader_held_up_is_gone_after_the_next_write(tmp_path: Path) -> None:
    database, secret = tmp_path / "threads.db", b"the cellar door is green"
    async with ThreadStore(database) as store:
        memory = MemoryStore(store)
        await store.database.connection.execute("PRAGMA busy_timeout=1")
        await memory.keep_fact(secret.decode(), "t1", NOON)
        with closing(sqlite3.connect(database, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM facts").fetchall()
            await memory.forget_facts((1,))
            assert secret in on_disk(tmp_path)
            reader.execute("COMMIT")
        await memory.add_note("notes", "hello", NOON)
        assert secret not in on_disk(tmp_path)


async def test_lists_are_apart_and_named_in_order(store: ThreadStore) -> None:
    memory = MemoryStore(store)
    await memory.add_notes("to-do", ("call Ana",), NOON)
    await memory.add_notes("shopping", ("milk", "eggs"), NOON)
    assert [note.text for note in await memory.notes("shopping")] == ["milk", "eggs"]
    assert [note.text for note in await memory.notes("birthdays")] == []
    assert await memory.list_names() == ("to-do", "shopping")


async def test_of_several_entries_all_are_added_or_none(store: ThreadStore) -> None:
    memory = MemoryStore(store)
    await store.database.connection.executescript(
        "CREATE TRIGGER refuse BEFORE INSERT ON notes WHEN new.text = 'eggs' "
        "BEGIN SELECT RAISE(ABORT, 'no'); END;"
    )
    with pytest.raises(StoreError):
        await memory.add_notes("shopping", ("milk", "eggs"), NOON)
    assert await memory.notes("shopping") == ()


async def test_too_long_and_too_many_are_said(store: ThreadStore) -> None:
    memory = MemoryStore(store)
    with pytest.raises(ToolError, match="300 characters"):
        await memory.keep_fact("x" * (LONGEST_TEXT + 1), "t1", NOON)
    with pytest.raises(ToolError, match="300 characters"):
        await memory.add_notes("shopping", ("milk", "x" * (LONGEST_TEXT + 1)), NOON)
    sql = "INSERT INTO facts (text, turn_id, said_at) VALUES (?, 't1', ?)"
    rows = [(sql, (str(number), NOON.isoformat())) for number in range(MOST_FACTS)]
    await store.database.write(*rows)
    with pytest.raises(ToolError, match="500 facts"):
        await memory.keep_fact("one more", "t1", NOON)
    assert await memory.keep_fact("one for another", "t1", NOON, instead_of=(1,))
    await memory.add_notes("shopping", [str(number) for number in range(MOST_NOTES)], NOON)
    with pytest.raises(ToolError, match="1000 notes"):
        await memory.add_note("shopping", "one more", NOON)


async def test_a_full_disk_is_an_error_and_leaves_what_was_there(store: ThreadStore) -> None:
    memory = MemoryStore(store)
    await memory.add_note("shopping", "milk", NOON)
    pages = await store.database.value("PRAGMA page_count")
    await store.database.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="full"):
        await memory.add_notes("shopping", [f"{n} " + "x" * 250 for n in range(200)], NOON)
    assert [note.text for note in await memory.notes("shopping")] == ["milk"]
    await store.database.connection.execute("PRAGMA max_page_count = 100000")
    await memory.add_note("shopping", "eggs", NOON)


async def test_a_file_that_another_program_locks_is_an_error(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with ThreadStore(database) as store:
        memory = MemoryStore(store)
        await store.database.connection.execute("PRAGMA busy_timeout=1")
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="locked"):
                await memory.keep_fact("my car is red", "t1", NOON)
        assert await memory.facts() == ()
        assert await memory.keep_fact("my car is red", "t1", NOON)


async def test_a_memory_that_is_not_open_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        await MemoryStore(ThreadStore(tmp_path / "threads.db")).facts()
    assert caught.value.code == "database-closed"
