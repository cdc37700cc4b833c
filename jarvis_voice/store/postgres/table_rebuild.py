"""TableRebuild: writes tables anew, so that nothing of what was deleted is left in their files.

Invariant: a table that is in use holds up neither the others nor a turn; it is tried again later.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from psycopg import AsyncConnection

from jarvis_voice.store.postgres.failures import FAILURES

log = logging.getLogger(__name__)

SOON_SECONDS = 600.0
"""A table is locked while it is written anew, and a large one takes seconds: no more often."""

TABLE_SECONDS = 30.0
CLOSE_SECONDS = 5.0
LOCK = "SET lock_timeout = '500ms'"
"""How long a rebuild waits for those who use a table; others wait behind it meanwhile."""


class TableRebuild:
    """Rebuilds tables of one database, one at a time.

    Args:
        connect: Makes a connection of its own: what is set there stays with it.
        sets_locks: False behind a pooler, where a setting would stay with another's connection.
    """

    def __init__(
        self, connect: Callable[[], Awaitable[AsyncConnection[Any]]], *, sets_locks: bool
    ) -> None:
        self._connect = connect
        self._sets_locks = sets_locks
        self._waiting: set[str] = set()
        self._later: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def now(self, *tables: str) -> None:
        """Rebuild tables; those that cannot be now are tried again later."""
        async with self._one_at_a_time:
            left = dict.fromkeys(tables)
            try:
                async with await self._connect() as connection:
                    if self._sets_locks:
                        await connection.execute(LOCK)
                    for table in tables:
                        if await _is_rebuilt(connection, table):
                            del left[table]
            except FAILURES as error:
                log.warning("tables could not be rebuilt: %s", type(error).__name__)
        self._waiting -= {one for one in tables if one not in left}
        self.soon(*left)

    def soon(self, *tables: str) -> None:
        """Rebuild tables in a while, together with others that are asked for until then."""
        self._waiting.update(tables)
        if self._waiting and (self._later is None or self._later.done()):
            self._later = asyncio.create_task(self._rebuild_later(), name="store-rebuild")

    async def close(self, *, rebuilds: bool) -> None:
        """End; what still waits is rebuilt before, where that is wanted and takes no long time."""
        if self._later:
            self._later.cancel()
            await asyncio.gather(self._later, return_exceptions=True)
        if self._waiting and rebuilds:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self.now(*sorted(self._waiting))
        if self._later:
            self._later.cancel()
            await asyncio.gather(self._later, return_exceptions=True)

    async def _rebuild_later(self) -> None:
        while self._waiting:
            await asyncio.sleep(SOON_SECONDS)
            await self.now(*sorted(self._waiting))


async def _is_rebuilt(connection: AsyncConnection[Any], table: str) -> bool:
    """Rebuild a table; False where it cannot be now.

    Raises:
        psycopg.Error: The connection is lost.
    """
    try:
        async with asyncio.timeout(TABLE_SECONDS):
            await connection.execute(f"VACUUM (FULL) {table}")
    except FAILURES as error:
        if connection.closed:
            raise
        log.info("%s could not be rebuilt: %s", table, type(error).__name__)
        return False
    return True
