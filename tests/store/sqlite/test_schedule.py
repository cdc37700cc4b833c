"""Flow: the rows of timers, alarms, reminders and routines, on a real database."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from store.reads import read_schedule

from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.core.schedule_entries import Entry, Moment, in_seconds
from jarvis_voice.core.types import ME
from jarvis_voice.store.limits import LONGEST_WORDS, MOST_ENTRIES
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOW = datetime(2026, 11, 5, 9, 0, tzinfo=UTC)
TIMER = in_seconds("timer", 600, Moment(NOW, 1_000.5, "boot"), "pasta")
ALARM = Entry("alarm", NOW + timedelta(hours=1), NOW, rule="FREQ=DAILY;BYHOUR=10", turn_id="t7")


@pytest.fixture
async def threads(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with SqliteStore(tmp_path / "threads.db") as store:
        yield store


async def test_an_entry_comes_back_as_it_was_kept(threads: SqliteStore) -> None:
    store = threads.schedule
    await store.add(TIMER, ALARM)
    assert await store.entries(ME) == (replace(TIMER, number=1), replace(ALARM, number=2))


async def test_a_restart_finds_them_and_a_reader_beside_it_too(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as threads:
        await threads.schedule.add(TIMER)
    async with SqliteStore(database) as threads:
        [kept] = await threads.schedule.entries(ME)
        assert kept == replace(TIMER, number=1)
        assert read_schedule(database) == [kept]


async def test_settling_ends_what_is_over_and_keeps_what_comes_again(threads: SqliteStore) -> None:
    store = threads.schedule
    await store.add(TIMER, ALARM)
    await store.mark([1, 2], "ringing")
    assert [one.state for one in await store.entries(ME)] == ["ringing", "ringing"]
    tomorrow = replace(ALARM, number=2, due_at=ALARM.due_at + timedelta(days=1))
    put_off = replace(TIMER, name="pasta again")
    await store.settle([1, 2], [tomorrow, put_off])
    assert await store.entries(ME) == (tomorrow, replace(put_off, number=3))


async def test_what_was_removed_is_in_no_byte_of_the_file(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as threads:
        store = threads.schedule
        await store.add(replace(TIMER, words="marzipan"))
        assert await store.remove(ME, [1]) == 1
        assert await store.remove(ME, [1]) == 0
        files = [*tmp_path.iterdir()]
        assert not any(b"marzipan" in file.read_bytes() for file in files)


async def test_what_is_too_long_or_too_much_is_refused_and_nothing_changes(
    threads: SqliteStore,
) -> None:
    store = threads.schedule
    with pytest.raises(ToolError, match="too long"):
        await store.add(TIMER, replace(TIMER, words="x" * (LONGEST_WORDS + 1)))
    with pytest.raises(ToolError, match="too much"):
        await store.add(*[TIMER] * (MOST_ENTRIES + 1))
    assert await store.entries(ME) == ()


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "threads.db").write_text("no database at all, and long enough to look like one")
    with pytest.raises(StoreError):
        read_schedule(tmp_path / "threads.db")


async def test_a_row_that_cannot_be_read_does_not_silence_the_others(threads: SqliteStore) -> None:
    store = threads.schedule
    await store.add(TIMER, ALARM)
    await threads.database.write(("UPDATE schedule SET due_at = 'soon' WHERE number = 1", ()))
    assert await store.entries(ME) == (replace(ALARM, number=2),)
