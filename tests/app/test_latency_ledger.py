"""Flow: events on the bus become rows in the database, and nobody waits for it."""

import asyncio
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from store.reads import read_latency

from jarvis_voice.app import latency_ledger
from jarvis_voice.app.latency_ledger import LatencyLedger
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import (
    ReplyWorded,
    SpeakingStarted,
    SpeechEnded,
    SpeechTranscribed,
    TurnEnded,
    TurnStarted,
)
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.types import TurnInput
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def every_tenth() -> Iterator[float]:
    """A clock that has moved on by 0.1 s whenever it is looked at."""
    number = 0
    while True:
        number += 1
        yield number / 10


async def begin(store: SqliteStore) -> str:
    turn = TurnInput(store.turns.next_turn_id(), "default", "flip a coin", "voice")
    await store.turns.begin(turn, NOON)
    return turn.turn_id


def ask(bus: Bus, turn_id: str) -> None:
    bus.publish(SpeechEnded(0.0, "silence", 2.0, 0.2))
    bus.publish(SpeechTranscribed(0.0, "flip a coin", 0.1))
    bus.publish(TurnStarted(turn_id, "default", 0.0, "flip a coin", "voice"))
    bus.publish(ReplyWorded(turn_id, 0.0, "Heads.", is_final=True))


def answer(bus: Bus, turn_id: str) -> None:
    bus.publish(TurnEnded(turn_id, 0.0, "Heads.", "done"))
    bus.publish(SpeakingStarted(turn_id, 0.0))


def rounded(rows: list[TurnStages]) -> list[tuple[str, dict[str, float]]]:
    return [(row.turn_id, {k: round(v, 3) for k, v in row.seconds.items()}) for row in rows]


async def test_a_turn_is_written_down_by_its_own_clock(tmp_path: Path) -> None:
    bus, clock = Bus(), every_tenth()
    async with SqliteStore(tmp_path / "threads.db") as store:
        async with LatencyLedger(bus, store.latency, lambda: next(clock)):
            turn_id = await begin(store)
            ask(bus, turn_id)
            answer(bus, turn_id)
        assert rounded(read_latency(tmp_path / "threads.db", 9)) == [
            ("t1", {"pause": 0.2, "transcribe": 0.1, "plan": 0.2, "whole": 0.7})
        ]


async def test_what_waits_while_the_database_is_busy_is_written_together() -> None:
    busy, free = asyncio.Event(), asyncio.Event()
    written = list[tuple[str, ...]]()

    class SlowLatencies:
        async def add(self, *turns: TurnStages) -> None:
            written.append(tuple(one.turn_id for one in turns))
            busy.set()
            await free.wait()

    bus, clock = Bus(), every_tenth()
    async with LatencyLedger(bus, SlowLatencies(), lambda: next(clock)):
        for number in range(1, 5):
            ask(bus, f"t{number}")
            answer(bus, f"t{number}")
            await busy.wait()
        free.set()
    assert written == [("t1",), ("t2", "t3", "t4")]


async def test_a_turn_that_is_under_way_at_the_end_is_written_as_it_is(tmp_path: Path) -> None:
    bus, clock = Bus(), every_tenth()
    async with SqliteStore(tmp_path / "threads.db") as store:
        ledger = LatencyLedger(bus, store.latency, lambda: next(clock))
        async with ledger:
            ask(bus, await begin(store))
        answer(bus, "t1")  # too late, and harmless
        assert [row.turn_id for row in read_latency(tmp_path / "threads.db", 9)] == ["t1"]


async def test_what_finds_no_place_is_dropped_the_oldest_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latency_ledger, "MOST_WAITING", 3)
    bus = Bus()
    async with SqliteStore(tmp_path / "threads.db") as store:
        ids = [await begin(store) for _ in range(5)]
        ledger = LatencyLedger(bus, store.latency)
        async with ledger:
            for turn_id in ids:  # without an await between them, so nothing is written meanwhile
                ask(bus, turn_id)
                answer(bus, turn_id)
            assert ledger.dropped_rows == 2
    assert [row.turn_id for row in read_latency(tmp_path / "threads.db", 9)] == ["t5", "t4", "t3"]


async def test_a_database_that_refuses_is_told_once_and_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bus = Bus()
    async with SqliteStore(tmp_path / "threads.db") as store:
        ids = [await begin(store) for _ in range(2)]
        await store.database.connection.executescript(
            "CREATE TRIGGER refuse BEFORE INSERT ON latency BEGIN SELECT RAISE(ABORT, 'no'); END;"
        )
        with caplog.at_level(logging.WARNING):
            async with LatencyLedger(bus, store.latency):
                for turn_id in ids:
                    ask(bus, turn_id)
                    answer(bus, turn_id)
    ours = [record for record in caplog.records if record.name != "asyncio"]  # it tells of slowness
    assert [record.message for record in ours] == [
        "the times of turn t1 were not kept: database-write"
    ]
