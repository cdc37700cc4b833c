"""The latency ledger: listens to all events and stores the stage times of each turn.

Invariant: the publisher pays for some assignments and a place in a queue; the database is written
beside the loop, and a row that finds the queue full is dropped and counted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import perf_counter
from typing import Self

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.events import Event
from jarvis_voice.core.stage_times import StageFold, TurnStages
from jarvis_voice.store.ports import LatencyStore

log = logging.getLogger(__name__)

MOST_WAITING = 100
"""Rows that may wait for the database; a turn a second for more than a minute."""

CLOSE_SECONDS = 2.0
"""How long the end waits for the rows that are still to be written."""


class LatencyLedger:
    """Collects the stage times of every turn while it is open.

    Args:
        bus: Where events come from.
        store: Where the times go.
        seconds: The clock they are measured by. Not the session's: that of a recording stands
            still while models work.

    Attributes:
        dropped_rows: Turns whose times found no place in the queue.
    """

    def __init__(
        self, bus: Bus, store: LatencyStore, seconds: Callable[[], float] = perf_counter
    ) -> None:
        self._bus = bus
        self._store = store
        self._seconds = seconds
        self._fold = StageFold()
        self._rows: asyncio.Queue[TurnStages | None] = asyncio.Queue()  # bounded by _offer
        self._writing: asyncio.Task[None] | None = None
        self._is_failing = False
        self.dropped_rows = 0

    async def __aenter__(self) -> Self:
        self._writing = asyncio.create_task(self._write(), name="latency")
        self._bus.listen(self._take)
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Write what is left, in bounded time."""
        writing, self._writing = self._writing, None
        if writing is None:
            return
        for row in self._fold.rest():
            self._offer(row)
        self._rows.put_nowait(None)
        _, late = await asyncio.wait({writing}, timeout=CLOSE_SECONDS)
        if late:
            writing.cancel()
            log.warning("%d rows of the latency ledger were not written", self._rows.qsize())

    def _take(self, event: Event) -> None:
        """On the publisher's time."""
        if self._writing and (row := self._fold.add(event, self._seconds())):
            self._offer(row)

    def _offer(self, row: TurnStages) -> None:
        if self._rows.qsize() >= MOST_WAITING:
            self.dropped_rows += 1
            self._rows.get_nowait()
        self._rows.put_nowait(row)

    async def _write(self) -> None:
        while rows := await self._waiting():
            try:
                await self._store.add(*rows)
                self._is_failing = False
            except StoreError as error:
                if not self._is_failing:
                    first = rows[0].turn_id
                    log.warning("the times of turn %s were not kept: %s", first, error.code)
                self._is_failing = True

    async def _waiting(self) -> list[TurnStages]:
        """All rows that came while those before were written; none at the end."""
        row, rows = await self._rows.get(), list[TurnStages]()
        while row:
            rows.append(row)
            if self._rows.empty():
                return rows
            row = self._rows.get_nowait()
        if rows:
            self._rows.put_nowait(None)
        return rows
