"""Flow: turns and checkpoints in a real SQLite file."""

import os
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from store.no_files import NO_FILES
from store.reads import list_threads, read_thread

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.types import ME, ThreadKey, TurnInput
from jarvis_voice.store.records import PastTurn
from jarvis_voice.store.sqlite.readonly import SqliteReader
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def turn(store: SqliteStore, text: str, thread_id: str = "default") -> TurnInput:
    return TurnInput(store.turns.next_turn_id(), thread_id, text, "stdin")


async def test_a_turn_is_there_for_readers_before_and_after_its_answer(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        first = turn(store, "hello")
        await store.turns.begin(first, NOON)
        running = read_thread(database, "default")
        await store.turns.end(first, "Hello.", "done")
    stamp = "2026-11-21T12:00:00+00:00"
    assert running == [PastTurn("t1", stamp, "stdin", "hello", "", "")]
    assert read_thread(database, "default") == [
        PastTurn("t1", stamp, "stdin", "hello", "Hello.", "done")
    ]


async def test_turn_ids_go_on_after_a_restart_and_a_killed_turn_is_closed(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.turns.begin(turn(store, "open github"), NOON)
    async with SqliteStore(database) as store:
        assert store.turns.next_turn_id() == "t2"
    assert [past.outcome for past in read_thread(database, "default")] == ["cancelled"]


async def test_threads_are_listed_latest_first_and_cleared_alone(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        for text, thread_id in (("a", "work"), ("b", "home"), ("c", "work")):
            await store.turns.begin(turn(store, text, thread_id), NOON)
        assert [(t.thread_id, t.turns, t.last_text) for t in list_threads(database)] == [
            ("work", 2, "c"),
            ("home", 1, "b"),
        ]
        assert await store.turns.clear(ThreadKey(ME, "work")) == 2
    assert [t.thread_id for t in list_threads(database)] == ["home"]


async def test_the_file_is_private(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database):
        pass
    assert stat.S_IMODE(database.stat().st_mode) == 0o600


async def test_a_damaged_database_is_set_aside_and_kept(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    database.write_bytes(b"this is no database, however long it may be" * 100)
    async with SqliteStore(database) as store:
        assert store.damage is not None
        assert Path(store.damage.kept_as).read_bytes().startswith(b"this is no database")
        await store.turns.begin(turn(store, "hello"), NOON)
    assert len(read_thread(database, "default")) == 1


async def test_a_page_of_garbage_is_found_at_the_start(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        for number in range(200):
            await store.turns.begin(turn(store, f"turn {number} " + "x" * 200), NOON)
    with database.open("r+b") as file:
        file.seek(database.stat().st_size * 4 // 5)  # among the turns
        file.write(os.urandom(4096 * 4))
    async with SqliteStore(database) as store:
        assert store.damage is not None
        assert 0 < store.damage.rescued_rows < 200  # from both ends, up to the damage
    texts = [past.text.split(" x")[0] for past in read_thread(database, "default")]
    assert (texts[0], texts[-1]) == ("turn 0", "turn 199")


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("part", ["", "-wal", "-shm", "-journal"])
async def test_what_is_no_file_is_not_opened(tmp_path: Path, part: str, kind: str) -> None:
    database = tmp_path / "threads.db"
    if part:
        async with SqliteStore(database) as store:
            await store.memory.keep_fact(ME, "my car is red", "t1", NOON)
    NO_FILES[kind](tmp_path / f"threads.db{part}")
    with pytest.raises(StoreError, match=r"Cannot use the database .*: it is a "):
        await SqliteStore(database).__aenter__()
    assert not list(tmp_path.glob("*.damaged-*"))
    if part:
        assert [one.text for one in SqliteReader(database).facts(ME)] == ["my car is red"]
    else:
        with pytest.raises(StoreError, match=r"Cannot use the database .*: it is a "):
            SqliteReader(database).facts(ME)


async def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.database.connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError) as caught:
        await SqliteStore(database).__aenter__()
    assert caught.value.code == "database-newer"


def test_no_database_reads_as_no_threads(tmp_path: Path) -> None:
    assert list_threads(tmp_path / "none.db") == []
    assert read_thread(tmp_path / "none.db", "default") == []


ABANDONED = """
import asyncio, sqlite3, sys
from pathlib import Path
from jarvis_voice.store.sqlite.store import SqliteStore

async def main():
    opening = asyncio.ensure_future(SqliteStore(Path(sys.argv[1])).__aenter__())
    for _ in range(int(sys.argv[2])):
        await asyncio.sleep(0)
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)

asyncio.run(main())
"""


def run(program: str, *args: object) -> subprocess.CompletedProcess[str]:
    """A program in a child process; one that a thread keeps alive is killed and fails the test."""
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, args)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


@pytest.mark.parametrize("turns_of_the_loop", [1, 2, 3, 5, 50])
@pytest.mark.e2e
def test_a_store_whose_opening_was_cancelled_leaves_no_thread(
    tmp_path: Path, turns_of_the_loop: int
) -> None:
    done = run(ABANDONED, tmp_path / "threads.db", turns_of_the_loop)
    assert (done.returncode, done.stderr) == (0, "")


async def test_a_database_that_is_refused_leaves_no_thread(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.database.connection.execute("PRAGMA user_version = 99")
    before = set(threading.enumerate())
    with pytest.raises(StoreError):
        await SqliteStore(database).__aenter__()
    (tmp_path / "folder.db").mkdir()
    with pytest.raises(StoreError):
        await SqliteStore(tmp_path / "folder.db").__aenter__()
    left = {thread for thread in threading.enumerate() if "worker" in thread.name} - before
    assert not left


async def test_a_cleared_thread_is_gone_from_the_files_too(tmp_path: Path) -> None:
    database, secret = tmp_path / "threads.db", "the cellar door is green"
    async with SqliteStore(database) as store:
        first = turn(store, secret)
        await store.turns.begin(first, NOON)
        await store.turns.end(first, secret, "done")
        written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert secret.encode() in written
        await store.turns.clear(ThreadKey(ME, "default"))
        left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert secret.encode() not in left


async def test_a_thread_is_cleared_whole_or_not_at_all(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.checkpointer().setup()
        await store.turns.begin(turn(store, "hello"), NOON)
        await store.database.connection.executescript(
            "INSERT INTO checkpoints (thread_id, checkpoint_id) VALUES ('default', '1');"
            "CREATE TRIGGER refuse BEFORE DELETE ON checkpoints "
            "BEGIN SELECT RAISE(ABORT, 'no'); END;"
        )
        with pytest.raises(StoreError):
            await store.turns.clear(ThreadKey(ME, "default"))
        await store.turns.begin(turn(store, "hello again"), NOON)
    assert [past.text for past in read_thread(database, "default")] == ["hello", "hello again"]


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder in which we may write nothing: root is made nobody for the while."""
    is_root = os.geteuid() == 0
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    if is_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
async def test_a_folder_that_is_read_only_is_read() -> None:
    with tempfile.TemporaryDirectory() as name:  # pytest's own folders are root's alone
        database = Path(name) / "threads.db"
        async with SqliteStore(database) as store:
            await store.turns.begin(turn(store, "hello"), NOON)
        with read_only(database.parent):
            assert [past.text for past in read_thread(database, "default")] == ["hello"]
            assert [row.turns for row in list_threads(database)] == [1]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
@pytest.mark.parametrize("ends", ["-shm", "-wal", "-journal"])
async def test_what_a_read_only_time_left_beside_it_may_be_written_again(
    ends: str, tmp_path: Path
) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.turns.begin(turn(store, "hello"), NOON)
    beside = tmp_path / f"threads.db{ends}"
    beside.touch()
    beside.chmod(0o444)
    async with SqliteStore(database) as store:
        await store.turns.begin(turn(store, "hello again"), NOON)
        assert not beside.exists() or stat.S_IMODE(beside.stat().st_mode) == 0o600
    assert list_threads(database)[0].turns == 2


@pytest.mark.parametrize("becomes", ["removed", "moved", "replaced"])
async def test_nothing_is_kept_in_a_file_that_is_not_there_any_more(
    becomes: str, tmp_path: Path
) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.turns.begin(turn(store, "hello"), NOON)
        if becomes == "removed":
            database.unlink()
        else:
            database.rename(tmp_path / "elsewhere")
        if becomes == "replaced":
            database.touch()
        with pytest.raises(StoreError, match="moved, removed or replaced") as caught:
            await store.turns.begin(turn(store, "remember this"), NOON)
    assert caught.value.code == "database-write"
