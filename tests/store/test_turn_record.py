"""Flow: a turn whose client leaves while its beginning is written is closed all the same."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
from store.contract.adapters import new_turn

from jarvis_voice.core.turn_ledger import TurnLedger
from jarvis_voice.core.types import ME, TurnInput
from jarvis_voice.store.sqlite.readonly import SqliteReader
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.store.turn_record import TurnRecord

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 5, 12, tzinfo=UTC)


class SlowTurns:
    """Turns of a real store whose answer is long on its way: `is_written` tells what came of it."""

    def __init__(self, store: SqliteStore, *, is_written: bool) -> None:
        self.turns = self
        self.interruptions = store.interruptions
        self.reached = asyncio.Event()
        self._inner = store.turns
        self._is_written = is_written

    async def begin(self, turn: TurnInput, started_at: datetime) -> None:
        if self._is_written:
            await self._inner.begin(turn, started_at)
        self.reached.set()
        await asyncio.Event().wait()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with SqliteStore(tmp_path / "threads.db") as opened:
        yield opened


@pytest.mark.parametrize("is_written", [True, False])
async def test_a_beginning_that_is_cut_off_is_closed_where_it_is_there(
    store: SqliteStore, tmp_path: Path, *, is_written: bool
) -> None:
    slow, turn = SlowTurns(store, is_written=is_written), new_turn(store)
    record = TurnRecord(cast("Any", slow), turn, lambda code, message: None)
    beginning = asyncio.create_task(record.begin(NOON))
    await slow.reached.wait()
    beginning.cancel()
    await asyncio.wait({beginning})
    await record.look_again()
    assert record.is_kept is is_written
    await record.end("", "cancelled", TurnLedger())
    await record.tidy()
    past = SqliteReader(tmp_path / "threads.db").turn(ME, turn.turn_id)
    assert (past.outcome if past else None) == ("cancelled" if is_written else None)
