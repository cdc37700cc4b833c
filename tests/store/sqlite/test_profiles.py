"""Contract: what users said of their own person, in a real SQLite file."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from store.reads import read_profile

from jarvis_voice.core.types import ME
from jarvis_voice.store.records import Profile
from jarvis_voice.store.sqlite.readonly import SqliteReader
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.contract

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def on_disk(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


async def test_what_was_replaced_or_dropped_is_in_no_byte(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "threads.db") as store:
        await store.profiles.keep(ME, "city", "Ouagadougou", "t1", NOON)
        assert b"Ouagadougou" in on_disk(tmp_path)
        await store.profiles.keep(ME, "city", "Vladivostok", "t2", NOON)
        assert b"Ouagadougou" not in on_disk(tmp_path)
        await store.profiles.drop(ME, "city")
        assert b"Vladivostok" not in on_disk(tmp_path)


async def test_a_row_that_cannot_be_read_is_left_out_and_counted(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.profiles.keep(ME, "name", "Sam", "t1", NOON)
        await store.profiles.keep(ME, "city", "Rome", "t1", NOON)
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("UPDATE profile SET field = 'shoe size' WHERE field = 'city'")
    async with SqliteStore(database) as store:
        assert await store.profiles.profile(ME) == Profile(name="Sam")
        assert await store.newly_unreadable() == {"profile": 1}
        assert await store.newly_unreadable() == {}
    assert [one.value for one in read_profile(database)] == ["Sam"]
    assert SqliteReader(database).unreadable() == {"profile": 1}


async def test_where_the_file_cannot_be_written_it_is_known(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.profiles.keep(ME, "name", "Sam", "t1", NOON)
    async with SqliteStore(database, is_kept=False) as passing:
        assert await passing.take_over_memory()
        assert await passing.profiles.profile(ME) == Profile(name="Sam")
