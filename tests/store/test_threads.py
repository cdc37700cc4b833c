"""Flow: turns and checkpoints in a real SQLite file."""

import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from jarvis_voice.errors import AlreadyRunningError, StoreError
from jarvis_voice.store.lock import ProcessLock
from jarvis_voice.store.reading import PastTurn, list_threads, read_thread
from jarvis_voice.store.threads import ThreadStore
from jarvis_voice.types import TurnInput

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def turn(store: ThreadStore, text: str, thread_id: str = "default") -> TurnInput:
    return TurnInput(store.next_turn_id(), thread_id, text, "stdin")


async def test_a_turn_is_there_for_readers_before_and_after_its_answer(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with ThreadStore(database) as store:
        first = turn(store, "hello")
        await store.begin(first, NOON)
        running = read_thread(database, "default")
        await store.end(first, "Hello.", "done")
    stamp = "2026-11-21T12:00:00+00:00"
    assert running == [PastTurn("t1", stamp, "stdin", "hello", "", "")]
    assert read_thread(database, "default") == [
        PastTurn("t1", stamp, "stdin", "hello", "Hello.", "done")
    ]


async def test_turn_ids_go_on_after_a_restart_and_a_killed_turn_is_closed(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with ThreadStore(database) as store:
        await store.begin(turn(store, "open github"), NOON)
    async with ThreadStore(database) as store:
        assert store.next_turn_id() == "t2"
    assert [past.outcome for past in read_thread(database, "default")] == ["cancelled"]


async def test_threads_are_listed_latest_first_and_cleared_alone(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with ThreadStore(database) as store:
        for text, thread_id in (("a", "work"), ("b", "home"), ("c", "work")):
            await store.begin(turn(store, text, thread_id), NOON)
        assert [(t.thread_id, t.turns, t.last_text) for t in list_threads(database)] == [
            ("work", 2, "c"),
            ("home", 1, "b"),
        ]
        assert await store.clear("work") == 2
    assert [t.thread_id for t in list_threads(database)] == ["home"]


async def test_the_file_is_private(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with ThreadStore(database):
        pass
    assert stat.S_IMODE(database.stat().st_mode) == 0o600


async def test_a_damaged_database_is_set_aside_and_kept(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    database.write_bytes(b"this is no database, however long it may be" * 100)
    async with ThreadStore(database) as store:
        assert store.set_aside is not None
        assert store.set_aside.read_bytes().startswith(b"this is no database")
        await store.begin(turn(store, "hello"), NOON)
    assert len(read_thread(database, "default")) == 1


async def test_a_page_of_garbage_is_found_at_the_start(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with ThreadStore(database) as store:
        for number in range(200):
            await store.begin(turn(store, f"turn {number} " + "x" * 200), NOON)
    with database.open("r+b") as file:
        file.seek(8192)
        file.write(os.urandom(4096 * 4))
    async with ThreadStore(database) as store:
        assert store.set_aside is not None
        assert store.next_turn_id() == "t1"


async def test_a_folder_in_place_of_the_database_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "threads.db").mkdir()
    with pytest.raises(StoreError, match=r"Cannot use the database .*threads\.db"):
        await ThreadStore(tmp_path / "threads.db").__aenter__()


async def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with ThreadStore(database) as store:
        await store._open_connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError) as caught:
        await ThreadStore(database).__aenter__()
    assert caught.value.code == "database-newer"


def test_no_database_reads_as_no_threads(tmp_path: Path) -> None:
    assert list_threads(tmp_path / "none.db") == []
    assert read_thread(tmp_path / "none.db", "default") == []


def test_the_second_holder_of_the_lock_is_told_the_pid_of_the_first(tmp_path: Path) -> None:
    second = ProcessLock(tmp_path / "threads.lock")
    with (
        ProcessLock(tmp_path / "threads.lock"),
        pytest.raises(AlreadyRunningError, match=f"pid {os.getpid()}"),
    ):
        second.__enter__()
    with ProcessLock(tmp_path / "threads.lock"):
        pass
