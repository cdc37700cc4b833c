"""Flow: the stage times of turns in the database, read beside their writer."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from store.reads import read_latency

from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.types import ME, ThreadKey, TurnInput
from jarvis_voice.store import limits
from jarvis_voice.store.sqlite.schema import MIGRATIONS
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


async def begin(store: SqliteStore, thread_id: str = "default") -> str:
    turn = TurnInput(store.turns.next_turn_id(), thread_id, "flip a coin", "voice")
    await store.turns.begin(turn, NOON)
    return turn.turn_id


def took(turn_id: str, whole_seconds: float = 0.5) -> TurnStages:
    return TurnStages(turn_id, "voice", {"pause": 0.2, "whole": whole_seconds})


async def test_times_come_back_as_they_were_the_newest_first(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        times = store.latency
        for whole_seconds in (0.5, 0.6, 0.7):
            await times.add(took(await begin(store), whole_seconds))
        assert read_latency(database, 2) == [took("t3", 0.7), took("t2", 0.6)]
    assert len(read_latency(database, 9)) == 3


async def test_of_a_turn_that_is_not_kept_no_time_is_kept(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.latency.add(took("t1"))
    assert read_latency(database, 9) == []


async def test_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TIMED_TURNS", 2)
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        for _ in range(4):
            await store.latency.add(took(await begin(store)))
    assert [row.turn_id for row in read_latency(database, 9)] == ["t4", "t3"]


async def test_times_go_with_their_thread(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        for thread_id in ("default", "work"):
            await store.latency.add(took(await begin(store, thread_id)))
        await store.turns.clear(ThreadKey(ME, "work"))
    assert [row.turn_id for row in read_latency(database, 9)] == ["t1"]


async def test_a_database_without_the_table_has_no_times_and_gets_it(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    with closing(sqlite3.connect(database)) as older:
        older.executescript(f"{MIGRATIONS[0]} {MIGRATIONS[1]} PRAGMA user_version = 2;")
    assert read_latency(database, 9) == []
    async with SqliteStore(database) as store:
        await begin(store)
        await store.latency.add(took("t1"))
    assert read_latency(database, 9) == [took("t1")]
    assert read_latency(tmp_path / "none.db", 9) == []
