"""Retention: deletes conversations that are older than the user wants, a piece at a time.

Invariant: a piece is one transaction, so a crash leaves whole turns; facts, lists, timers and what
still runs are not history.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Self

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.ports import Clock
from jarvis_voice.store.briefing_port import BriefingStore
from jarvis_voice.store.erasure_port import ErasureStore

log = logging.getLogger(__name__)

PIECE_TURNS = 200
"""Turns pruned at once: some milliseconds of writing, so that a turn never waits for long."""

DAY_SECONDS = 86_400.0


class Retention:
    """Deletes old turns and briefings at the start and once a day, inside `async with`.

    Args:
        erasure: Takes turns out.
        clock: What day it is.
        keep_days: How long a turn is kept; 0 is for ever.
        briefings: Takes briefings out; None leaves them.
        briefing_days: How long a briefing and its articles are kept; 0 is for ever.
    """

    def __init__(
        self,
        erasure: ErasureStore,
        clock: Clock,
        keep_days: int,
        briefings: BriefingStore | None = None,
        briefing_days: int = 0,
    ) -> None:
        self._erasure = erasure
        self._clock = clock
        self._keep_days = keep_days
        self._briefings = briefings
        self._briefing_days = briefing_days
        self._work: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        if self._keep_days or (self._briefings and self._briefing_days):
            self._work = asyncio.create_task(self._run(), name="retention")
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._work:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def prune(self) -> int:
        """Prune all that is too old, piece by piece; how many turns that were.

        Raises:
            StoreError: The store cannot be written.
        """
        if self._briefings and self._briefing_days:
            since = self._clock.now() - timedelta(days=self._briefing_days)
            await self._briefings.prune(since)
        if not self._keep_days:
            return 0
        before = self._clock.now() - timedelta(days=self._keep_days)
        pruned = 0
        while piece := await self._erasure.prune(before, PIECE_TURNS):
            pruned += piece
            await asyncio.sleep(0)  # turns go first
        return pruned

    async def _run(self) -> None:
        while True:
            try:
                if pruned := await self.prune():
                    log.info("%d turns were older than %d days", pruned, self._keep_days)
            except StoreError as error:
                log.warning("old turns were not pruned: %s", error.code)
            await asyncio.sleep(DAY_SECONDS)
