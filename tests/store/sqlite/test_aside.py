"""Flow: whatever cuts a rescue off, the next start has every row that can be read, and tells it."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import ME
from jarvis_voice.store.sqlite import aside, database
from jarvis_voice.store.sqlite.database import Database, Statement
from jarvis_voice.store.sqlite.image import PAGE_BYTES, parts_of
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ALARMS = 40


class KilledError(Exception):
    """In the place of a kill: nothing after it happens."""


def killed(*_: object) -> None:
    raise KilledError


async def damaged(file: Path) -> None:
    """A database of which one page is no page any more, and whose rows can all be read."""
    async with SqliteStore(file) as store:
        await store.schedule.add(*(Entry("alarm", NOON, NOON, name=str(n)) for n in range(ALARMS)))
    with file.open("r+b") as pages:
        pages.seek(3 * PAGE_BYTES)
        pages.write(b"\xff" * PAGE_BYTES)


async def check_all_is_there(file: Path) -> None:
    async with SqliteStore(file) as store:
        assert len(await store.schedule.entries(ME)) == ALARMS
        assert store.damage is not None
        assert store.damage.rescued_rows >= ALARMS
        assert Path(store.damage.kept_as).exists()
    async with SqliteStore(file) as store:
        assert len(await store.schedule.entries(ME)) == ALARMS
        assert store.damage is None
    assert not aside.successor_of(file).exists()


@pytest.mark.parametrize("step", ["take_over", "replace_damaged"])
async def test_a_kill_before_the_new_file_is_complete_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    file = tmp_path / "threads.db"
    await damaged(file)
    with monkeypatch.context() as cut:
        cut.setattr(database, step, killed)
        cut.setattr(database, "drop_successor", lambda _: None)  # nothing is tidied after a kill
        with pytest.raises(KilledError):
            await SqliteStore(file).__aenter__()
    assert aside.successor_of(file).exists()
    await check_all_is_there(file)


async def test_a_kill_between_the_two_names_costs_nothing_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "threads.db"
    await damaged(file)
    with monkeypatch.context() as cut:
        cut.setattr(aside, "_settle", killed)
        with pytest.raises(KilledError):
            await SqliteStore(file).__aenter__()
    assert not file.exists()
    await check_all_is_there(file)


@pytest.mark.parametrize("room", range(8))
async def test_a_disk_that_is_full_in_the_middle_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    file = tmp_path / "threads.db"
    await damaged(file)
    with monkeypatch.context() as full:
        full.setattr(Database, "write", _with_room_for(room))
        with pytest.raises(StoreError, match="full"):
            await SqliteStore(file).__aenter__()
    assert not aside.successor_of(file).exists()
    await check_all_is_there(file)


def _with_room_for(writings: int) -> Callable[..., object]:
    """Writes a few times, and then the disk is full."""
    whole, left = Database.write, [writings]

    async def write(self: Database, *statements: Statement) -> int:
        left[0] -= 1
        if left[0] < 0:
            cause = sqlite3.OperationalError("database or disk is full")
            cause.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise StoreError("database-write", f"Cannot write: {cause}.") from cause
        return await whole(self, *statements)

    return write


async def test_what_an_earlier_rescue_began_is_removed_where_the_database_is_whole(
    tmp_path: Path,
) -> None:
    file = tmp_path / "threads.db"
    begun = aside.successor_of(file)
    async with SqliteStore(file):
        pass
    begun.write_bytes(b"words of the user")
    async with SqliteStore(file) as store:
        assert store.damage is None
    assert not begun.exists()


async def test_two_damages_in_one_second_are_both_kept(tmp_path: Path) -> None:
    file = tmp_path / "threads.db"
    for number in range(1, 4):
        file.write_bytes(b"damaged" * 1_000)
        async with SqliteStore(file) as store:
            assert store.damage is not None
        assert len([*tmp_path.glob("threads.db.damaged-*")]) == number
        file.unlink()


async def test_a_copy_that_was_cut_off_is_dropped_at_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "threads.db"
    async with SqliteStore(file):
        pass
    for part in parts_of(aside.copy_of(file)):
        part.write_bytes(b"what a server keeps")
    async with SqliteStore(file):
        pass
    assert [one.name for one in tmp_path.iterdir() if "copy" in one.name] == []
