"""Retention: conversations older than the user wants are taken out of the file, a piece at a time.

Invariant: a piece is one transaction, so a crash leaves whole turns; facts, lists, timers and what
still runs are not history. What is pruned is overwritten, like all that is deleted.
"""

from __future__ import annotations

import asyncio
import json
import logging
from datetime import datetime, timedelta
from typing import Self

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.ports import Clock
from jarvis_voice.store.sqlite.database import Database, Statement

log = logging.getLogger(__name__)

PIECE_TURNS = 200
"""Turns pruned at once: some milliseconds of writing, so that a turn never waits for long."""

REMEMBERED_TURNS = 20
"""How many turns a conversation's checkpoint can hold the words of."""

DAY_SECONDS = 86_400.0

_OLD = (
    "SELECT number FROM turns WHERE outcome IS NOT NULL AND datetime(started_at) < datetime(?) "
    "ORDER BY number LIMIT ?"
)
_IN_PIECE = "IN (SELECT value FROM json_each(?))"


class Retention:
    """Prunes at the start and once a day inside `async with`.

    Args:
        database: The file, open.
        clock: What day it is.
        keep_days: How long a turn is kept; 0 is for ever.
    """

    def __init__(self, database: Database, clock: Clock, keep_days: int) -> None:
        self._database = database
        self._clock = clock
        self._keep_days = keep_days
        self._work: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        if self._keep_days:
            self._work = asyncio.create_task(self._run(), name="retention")
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._work:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def prune(self) -> int:
        """Prune all that is too old, piece by piece; how many turns that were.

        Raises:
            StoreError: The file cannot be written.
        """
        before = self._clock.now() - timedelta(days=self._keep_days)
        pruned = 0
        while piece := await self._piece(before):
            pruned += piece
            await asyncio.sleep(0)  # turns go first
        return pruned

    async def _piece(self, before: datetime) -> int:
        rows = await self._database.rows(_OLD, before.isoformat(), PIECE_TURNS)
        if rows:
            numbers = json.dumps([number for (number,) in rows])
            await self._database.erase(*await self._deletions(numbers))
        return len(rows)

    async def _deletions(self, numbers: str) -> list[Statement]:
        """The turns with what hangs on them; checkpoints of threads that may hold their words."""
        statements: list[Statement] = [
            (f"DELETE FROM {table} WHERE turn {_IN_PIECE}", (numbers,))  # noqa: S608 - names of our own
            for table in ("trace", "usage", "latency", "acts", "interrupted")
        ]
        if await self._database.value(
            "SELECT count(*) FROM sqlite_master WHERE name = 'checkpoints'"
        ):
            short = (
                f"SELECT DISTINCT thread_id FROM turns AS old WHERE number {_IN_PIECE} AND "  # noqa: S608 - likewise
                "(SELECT count(*) FROM turns AS later WHERE later.thread_id = old.thread_id "
                f"AND later.number > old.number) < {REMEMBERED_TURNS}"
            )
            statements += [
                (f"DELETE FROM {table} WHERE thread_id IN ({short})", (numbers,))  # noqa: S608 - likewise
                for table in ("writes", "checkpoints")
            ]
        return [*statements, (f"DELETE FROM turns WHERE number {_IN_PIECE}", (numbers,))]  # noqa: S608 - likewise

    async def _run(self) -> None:
        while True:
            try:
                if pruned := await self.prune():
                    log.info("%d turns were older than %d days", pruned, self._keep_days)
            except StoreError as error:
                log.warning("old turns were not pruned: %s", error.code)
            await asyncio.sleep(DAY_SECONDS)
