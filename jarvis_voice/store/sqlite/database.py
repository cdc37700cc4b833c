"""Database: the one SQLite file, opened for writing by only one process.

Invariant: what is written together is there whole or not at all; what was deleted is overwritten.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Coroutine, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, Self

import aiosqlite

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.paths import ensure
from jarvis_voice.store.limits import check_kept
from jarvis_voice.store.sqlite.rescue import Rescued, rescue
from jarvis_voice.store.sqlite.schema import AT_OPENING, COLUMNS, MIGRATIONS

log = logging.getLogger(__name__)

BUSY_TIMEOUT_MS = 1_500

Statement = tuple[str, tuple[object, ...]]
"""SQL and its values."""


class Database:
    """The SQLite file and its one connection; open inside `async with`.

    Args:
        path: Where it is.
        is_kept: False opens none: what is written lasts as long as this process.
        is_passing: Whether nothing of it can matter, since this process ends with its command.

    Attributes:
        path: As given.
        is_kept: As given.
        is_passing: As given.
        set_aside: Where a damaged file was moved when this one was opened, or None.
        rescued_rows: How many rows of it could be read and were taken over.
        writing: Held during a transaction: there is one at a time on the one connection.
    """

    def __init__(self, path: Path, *, is_kept: bool = True, is_passing: bool = False) -> None:
        self.path = path
        self.is_kept = is_kept
        self.is_passing = is_passing
        self._connection: aiosqlite.Connection | None = None
        self._log_holds_deleted = False
        self.writing = asyncio.Lock()
        self.set_aside: Path | None = None
        self.rescued_rows = 0

    async def __aenter__(self) -> Self:
        """Open, check and migrate.

        Raises:
            StoreError: The file cannot be opened or written.
        """
        try:
            await _to_its_end(self._open_or_set_aside())
        except BaseException as error:  # also when cancelled: its thread would outlive the loop
            await self._close()
            if isinstance(error, sqlite3.Error | OSError):
                raise StoreError(
                    "database-unusable", f"Cannot use the database {self.path}: {error}."
                ) from error
            raise
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._close()

    @property
    def connection(self) -> aiosqlite.Connection:
        """The open connection.

        Raises:
            StoreError: It is not open.
        """
        if self._connection is None:
            raise StoreError("database-closed", "The thread database is not open.")
        return self._connection

    def check_kept(self, done: str) -> None:
        """What is confided is taken, and taken back, only where that lasts.

        Raises:
            StoreError: Nothing outlives this process.
        """
        check_kept(done, is_kept=self.is_kept)

    async def value(self, sql: str, *values: object) -> Any:
        """The first column of the first row, or None."""
        found = await self.rows(sql, *values)
        return found[0][0] if found else None

    async def rows(self, sql: str, *values: object) -> list[Any]:
        """All rows.

        Raises:
            StoreError: The file cannot be read.
        """
        try:
            async with self.connection.execute(sql, values) as cursor:
                return list(await cursor.fetchall())
        except sqlite3.Error as error:
            raise StoreError("database-read", f"Cannot read from {self.path}: {error}.") from error

    async def write(self, *statements: Statement) -> int:
        """Carry out statements in one transaction; returns how many rows they changed.

        Raises:
            StoreError: The file cannot be written; nothing has changed.
        """
        connection, changed = self.connection, 0
        async with self.writing:
            try:
                for sql, values in statements:
                    async with connection.execute(sql, values) as cursor:
                        changed += max(cursor.rowcount, 0)
                await connection.commit()
            except BaseException as error:
                await _to_its_end(connection.rollback())
                if isinstance(error, sqlite3.Error):
                    raise StoreError(
                        "database-write", f"Cannot write to {self.path}: {error}."
                    ) from error
                raise
        if self._log_holds_deleted:
            await self.empty_log()
        return changed

    async def has_checkpoints(self) -> bool:
        """Whether LangGraph has made its tables."""
        sql = "SELECT count(*) FROM sqlite_master WHERE name = 'checkpoints'"
        return bool(await self.value(sql))

    async def erase(self, *statements: Statement) -> int:
        """`write`, after which what was deleted is gone from the log of changes, too.

        Raises:
            StoreError: The file cannot be written; nothing has changed.
        """
        changed = await self.write(*statements)
        await self.empty_log()
        return changed

    async def empty_log(self) -> None:
        """Empty the log of changes; while a reader holds it, the next write tries again."""
        async with self.writing:
            try:
                busy = await self.value("PRAGMA wal_checkpoint(TRUNCATE)")
            except StoreError as error:
                busy = True
                log.warning("the log of changes could not be emptied: %s", error.code)
            self._log_holds_deleted = bool(busy)

    async def rebuild(self) -> None:
        """Write the file anew with what is in it, so that nothing of what was is left between.

        A file that cannot be rebuilt (a full disk) stays as it is: what was deleted is overwritten.
        """
        async with self.writing:
            try:
                await self.rows("VACUUM")
            except StoreError as error:
                log.warning("the database could not be rebuilt: %s", error.code)
        await self.empty_log()

    async def _open_or_set_aside(self) -> None:
        try:
            await self._open()
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
            await self._close()
            self.set_aside = _set_aside(self.path)
            await self._open()
            await self._take_over(self.set_aside)

    async def know(self, kept: Path, *tables: str) -> int:
        """Copy some tables of a file that is only read; how many rows of it could be."""
        columns = {name: of for name, of in (await self._columns()).items() if name in tables}
        return await self._copy(await asyncio.to_thread(rescue, kept, columns))

    async def _copy(self, found: Iterable[Rescued]) -> int:
        """Write rows of another file into this one, table by table; how many could be."""
        copied = 0
        for one in found:
            try:
                copied += await self.write(*((one.sql, row) for row in one.rows))
            except StoreError as error:
                log.warning("rows of another database were left: %s", error.code)
        return copied

    async def _columns(self) -> dict[str, list[str]]:
        """Tables, and the columns of each."""
        columns: dict[str, list[str]] = {}
        for table, column in await self.rows(COLUMNS):
            columns.setdefault(table, []).append(column)
        return columns

    async def _take_over(self, damaged: Path) -> None:
        """Copy what can still be read of a damaged file into the new one."""
        found = await asyncio.to_thread(rescue, damaged, await self._columns())
        self.rescued_rows += await self._copy(found)
        async with self.connection.executescript(";".join(AT_OPENING)):
            await self.connection.commit()

    async def _open(self) -> None:
        if self.is_kept and not self.path.exists():
            ensure(self.path.parent)
            os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))
        place = self.path if self.is_kept else ":memory:"
        self._connection = connection = aiosqlite.connect(place, timeout=BUSY_TIMEOUT_MS / 1_000)
        await connection
        await connection.execute("PRAGMA journal_mode=WAL")
        await connection.execute("PRAGMA synchronous=NORMAL")
        await connection.execute("PRAGMA secure_delete=ON")
        await connection.execute("PRAGMA temp_store=MEMORY")  # no words in a file elsewhere
        if await self._pragma("quick_check") != "ok":
            raise sqlite3.DatabaseError("malformed: quick_check failed")
        await self._migrate(connection)
        for sql in AT_OPENING:
            await connection.execute(sql)
        await connection.commit()
        if self.is_kept:
            self.path.chmod(0o600)

    async def _migrate(self, connection: aiosqlite.Connection) -> None:
        version = int(await self._pragma("user_version"))
        if version > len(MIGRATIONS):
            raise StoreError(
                "database-newer",
                f"{self.path} was written by a newer Jarvis Voice; update the program.",
            )
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            await connection.executescript(
                f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;"
            )

    async def _pragma(self, name: str) -> Any:
        """The value of a setting; SQLite's own errors come out as they are."""
        async with self.connection.execute(f"PRAGMA {name}") as cursor:
            row = await cursor.fetchone()
        return row[0] if row else None

    async def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await _to_its_end(_close(connection))


async def _to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Await what may not be left half-done: a cancel is raised after it, not within it."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.gather(task, return_exceptions=True)
        raise


async def _close(connection: aiosqlite.Connection) -> None:
    """Close it and wait for its thread, which would speak to the loop after that is gone."""
    await connection.close()
    await asyncio.to_thread(connection._thread.join)


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    if isinstance(error, sqlite3.OperationalError):
        return False
    return any(sign in str(error) for sign in ("malformed", "not a database", "corrupt"))


def _set_aside(database: Path) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    target = database.with_name(f"{database.name}.damaged-{stamp}")
    for suffix in ("", "-wal", "-shm"):
        part = database.with_name(database.name + suffix)
        if part.exists():
            part.rename(target.with_name(target.name + suffix))
    log.error("the database was damaged and has been set aside")
    return target
