"""PostgresDatabase: the server's database through a pool of connections.

Invariant: what is written together is there whole or not at all; nothing waits for ever.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self, TypeVar
from weakref import WeakKeyDictionary

from psycopg import AsyncConnection, Capabilities, InterfaceError, OperationalError
from psycopg.conninfo import make_conninfo
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from jarvis_voice.core.errors import StoreError
from jarvis_voice.store.postgres.failures import (
    FAILURES,
    may_come,
    unreadable,
    unusable,
    unwritable,
)
from jarvis_voice.store.postgres.migration import migrate
from jarvis_voice.store.postgres.place import PostgresPlace
from jarvis_voice.store.postgres.table_rebuild import TableRebuild

log = logging.getLogger(__name__)

CONNECT_SECONDS = 5
"""Until a server counts as gone."""

ANSWER_SECONDS = 8.0
"""Until a server that was asked counts as gone."""

TRY_AGAIN_SECONDS = 0.5
RECONNECT_SECONDS = 2.0
"""For how long the pool tries by itself to connect anew, with pauses that grow. Behind that it
tries when somebody asks: a server that was away for long is used as soon as it is back."""

CANCEL_SECONDS = 0.5
"""For a server to hear that nobody wants the answer any more."""

UNCHECKED_SECONDS = 1.0
"""So soon after its last use a connection is taken for whole."""

_CUT = (None, "57P01", "57P02")
"""Codes where the connection is lost: none at all, or the server is being stopped."""

Result = TypeVar("Result")
Statement = tuple[str, Sequence[object]]
"""SQL and its values."""


class PostgresDatabase:
    """The database and its pool; open inside `async with`.

    Args:
        place: Where it is.
        patience_seconds: How long to wait at the start for a server that is not there yet.

    Attributes:
        place: As given.
    """

    def __init__(self, place: PostgresPlace, patience_seconds: float = 0.0) -> None:
        self.place = place
        self._patience_seconds = patience_seconds
        self._pool: AsyncConnectionPool[AsyncConnection[Any]] | None = None
        self._has_pipeline = False
        self._users = 0
        self._used_at: WeakKeyDictionary[AsyncConnection[Any], float] = WeakKeyDictionary()
        self._given_up: set[asyncio.Task[Any]] = set()
        self._probing: asyncio.Task[None] | None = None
        self._rebuilding = TableRebuild(self._own_connection, sets_locks=not place.is_pooled)

    async def __aenter__(self) -> Self:
        """Connect, and bring the tables up to date.

        Raises:
            StoreError: That cannot be done.
        """
        until = time.monotonic() + self._patience_seconds
        while True:
            if await self._is_migrated(until):
                break
            await asyncio.sleep(TRY_AGAIN_SECONDS)
        self._has_pipeline = Capabilities().has_pipeline() and not self.place.is_pooled
        place = self.place
        self._pool = AsyncConnectionPool(
            conninfo_of(place),
            kwargs=connection_options(place),
            min_size=1,
            max_size=place.connections,
            timeout=place.wait_seconds,
            max_idle=place.idle_seconds,
            reconnect_timeout=RECONNECT_SECONDS,
            check=self._checked,
            open=False,
            name="jarvis-store",
        )
        await self._pool.open()
        return self

    async def __aexit__(self, *exc: object) -> None:
        pool, self._pool = self._pool, None
        was_gone = self.is_gone
        probing, self._probing = self._probing, None
        left = [*self._given_up, *([probing] if probing else [])]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await self._rebuilding.close(rebuilds=not was_gone)
        if pool is not None:
            await pool.close(timeout=2.0)

    @property
    def pool(self) -> AsyncConnectionPool[AsyncConnection[Any]]:
        """The open pool.

        Raises:
            StoreError: It is not open.
        """
        if self._pool is None:
            raise StoreError("database-closed", "The thread database is not open.")
        return self._pool

    async def value(self, sql: str, *values: object) -> Any:
        """The first column of the first row, or None.

        Raises:
            StoreError: The database cannot be read.
        """
        found = await self.rows(sql, *values)
        return found[0][0] if found else None

    async def rows(self, sql: str, *values: object) -> list[Any]:
        """All rows.

        Raises:
            StoreError: The database cannot be read.
        """
        try:
            return await self.read(lambda: self._found(sql, values))
        except FAILURES as error:
            raise unreadable(self.place, error) from error

    async def returned(self, sql: str, *values: object) -> list[Any]:
        """What a statement that writes returns.

        Raises:
            StoreError: The database cannot be written; nothing has changed.
        """
        try:
            return await self.bounded(self._found(sql, values))
        except FAILURES as error:
            raise unwritable(self.place, error) from error

    async def write(self, *statements: Statement) -> int:
        """Carry out statements in one transaction; returns how many rows they changed.

        Raises:
            StoreError: The database cannot be written; nothing has changed.
        """
        return sum(await self.changes(*statements))

    async def changes(self, *statements: Statement) -> list[int]:
        """`write`, which returns how many rows each statement changed."""
        try:
            return await self.bounded(self._changed(statements))
        except FAILURES as error:
            raise unwritable(self.place, error) from error

    async def rebuild(self, *tables: str) -> None:
        """Write tables anew, so that nothing of what was deleted is left in their files.

        Tables that cannot be rebuilt now (somebody reads them) are tried again later.
        """
        if self.is_gone:
            self._rebuilding.soon(*tables)
        else:
            await self._rebuilding.now(*tables)

    def rebuild_soon(self, *tables: str) -> None:
        """`rebuild` in a while, for what is deleted often."""
        self._rebuilding.soon(*tables)

    async def _is_migrated(self, until: float) -> bool:
        """Whether the tables are up to date now; not yet, where the server may still come.

        Raises:
            StoreError: They cannot be.
        """
        try:
            async with asyncio.timeout(CONNECT_SECONDS + self.place.wait_seconds):
                async with await connect(self.place) as connection:
                    await migrate(connection, self.place)
        except FAILURES as error:
            if may_come(error) and time.monotonic() < until:
                return False
            raise unusable(self.place, error) from error
        return True

    async def _checked(self, connection: AsyncConnection[Any]) -> None:
        """Find out before use whether the server has cut a connection: it is then made anew."""
        now = time.monotonic()
        if now - self._used_at.get(connection, 0.0) > UNCHECKED_SECONDS:
            await AsyncConnectionPool.check_connection(connection)
        self._used_at[connection] = now

    async def _own_connection(self) -> AsyncConnection[Any]:
        async with asyncio.timeout(CONNECT_SECONDS):
            return await connect(self.place)

    async def _found(self, sql: str, values: Sequence[object]) -> list[Any]:
        async with self._connection() as connection:
            return await (await connection.execute(sql, plain(values))).fetchall()

    async def _changed(self, statements: Sequence[Statement]) -> list[int]:
        async with self._connection() as connection:
            async with connection.transaction(), self._at_once(connection):
                cursors = [
                    await connection.execute(sql, plain(values)) for sql, values in statements
                ]
            return [max(one.rowcount, 0) for one in cursors]

    async def read(self, work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """Await what only reads; if the server had cut the connection, once more on a new one.

        Raises:
            psycopg.Error: It cannot be read.
        """
        try:
            return await self.bounded(work())
        except (OperationalError, InterfaceError) as error:
            if isinstance(error, PoolTimeout) or error.sqlstate not in _CUT:
                raise
            return await self.bounded(work())

    async def bounded(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Await work on the server; one that hangs is given up in the background.

        The driver waits for seconds until a server has heard that nobody wants the answer.

        Raises:
            TimeoutError: The server did not answer, or is known to be gone: that takes no time.
        """
        if self.is_gone:
            work.close()
            raise TimeoutError
        most = ANSWER_SECONDS + (self.place.wait_seconds if self._is_busy else 0)
        task = asyncio.create_task(work)
        try:
            done, _ = await asyncio.wait({task}, timeout=most)
        except asyncio.CancelledError:
            self._give_up(task)
            await asyncio.wait({task}, timeout=CANCEL_SECONDS)
            raise
        if not done:
            self._give_up(task)
            self._mark_gone()
            raise TimeoutError
        return task.result()

    def _give_up(self, task: asyncio.Task[Any]) -> None:
        """Cancel work; who is cancelled twice waits for the server no longer."""
        self._given_up.add(task)
        task.add_done_callback(self._is_over)
        task.cancel()
        asyncio.get_running_loop().call_later(CANCEL_SECONDS, task.cancel)

    def _is_over(self, task: asyncio.Task[Any]) -> None:
        self._given_up.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.warning("what was given up ended: %s", type(error).__name__)

    @property
    def is_gone(self) -> bool:
        """Whether the server did not answer, and has not come back since."""
        return self._probing is not None and not self._probing.done()

    async def back(self) -> None:
        """Return once the server answers; at once where it is not known to be gone."""
        if self._probing:
            await asyncio.wait({self._probing})

    def _mark_gone(self) -> None:
        """From now on nobody waits for the server, until it answers one that only looks."""
        if self._pool is not None and not self.is_gone:
            self._probing = asyncio.create_task(self._probe(), name="store-probe")

    async def _probe(self) -> None:
        while True:
            await asyncio.sleep(TRY_AGAIN_SECONDS)
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    connection = await connect(self.place)
                await connection.close()
            except FAILURES as error:
                log.info("the server is still gone: %s", type(error).__name__)
            else:
                self._used_at.clear()
                return

    @property
    def _is_busy(self) -> bool:
        """Whether others of ours have all connections."""
        return self._users >= self.place.connections

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection[Any]]:
        """A connection, for which is waited long only where others of ours have them all."""
        pool, most = self.pool, self.place.wait_seconds
        is_busy = self._is_busy
        wait = most if is_busy else min(CONNECT_SECONDS, most)
        self._users += 1
        try:
            async with pool.connection(timeout=wait) as connection:
                yield connection
        except PoolTimeout:
            if not is_busy:
                self._mark_gone()
            raise
        except (OperationalError, InterfaceError):
            self._used_at.clear()  # the others may be cut as well: each is looked at before use
            raise
        finally:
            self._users -= 1

    @asynccontextmanager
    async def _at_once(self, connection: AsyncConnection[Any]) -> AsyncIterator[None]:
        """Send all statements before the first is answered, where that can be."""
        if not self._has_pipeline:
            yield
            return
        async with connection.pipeline():
            yield


def plain(values: Sequence[object]) -> list[object]:
    """Values without the one sign that PostgreSQL keeps in no text, in lists neither."""
    return [plain(one) if isinstance(one, list) else _plain(one) for one in values]


def _plain(value: object) -> object:
    return value.replace("\x00", "\ufffd") if isinstance(value, str) else value


def conninfo_of(place: PostgresPlace) -> str:
    """The address as libpq reads it, with the password."""
    password = {"password": place.password} if place.password else {}
    return make_conninfo(
        place.url,
        connect_timeout=CONNECT_SECONDS,
        application_name="jarvis-voice",
        tcp_user_timeout=int(ANSWER_SECONDS * 1_000),
        **password,
    )


def connection_options(place: PostgresPlace) -> dict[str, Any]:
    """How every connection is made; behind a pooler nothing is prepared on the server."""
    prepares_after = None if place.is_pooled else 5
    # a database that knows no encoding would give bytes for texts
    return {"autocommit": True, "prepare_threshold": prepares_after, "client_encoding": "UTF8"}


async def connect(place: PostgresPlace) -> AsyncConnection[Any]:
    """One connection of its own.

    Raises:
        psycopg.Error: There is none to be had; its message tells why.
    """
    return await AsyncConnection.connect(conninfo_of(place), **connection_options(place))
