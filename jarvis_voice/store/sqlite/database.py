"""Database: the one SQLite file, opened for writing by only one process.

Invariant: what is written together is there whole or not at all; what was deleted is overwritten.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import aiosqlite

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.file_kind import no_file
from jarvis_voice.core.paths import ensure
from jarvis_voice.store.limits import check_kept
from jarvis_voice.store.records import Damage
from jarvis_voice.store.sqlite.aside import (
    drop_successor,
    finish_replacing,
    keep_log,
    move_log,
    replace_damaged,
    successor_of,
)
from jarvis_voice.store.sqlite.failures import (
    FAILURES,
    DamagedFileError,
    decoded,
    is_damage,
    plain,
)
from jarvis_voice.store.sqlite.image import (
    free_parts,
    has_foreign_log,
    has_lost_log,
    is_barred,
    log_of,
    parts_of,
)
from jarvis_voice.store.sqlite.schema import AT_OPENING, MIGRATIONS
from jarvis_voice.store.sqlite.schema_shape import SHAPE, has_shape
from jarvis_voice.store.sqlite.takeover import know, rows_in, take_over

log = logging.getLogger(__name__)

BUSY_TIMEOUT_MS = 1_500

LARGEST_VERSION = 1_000
"""Of a schema. A number beyond it is damage, and not a program to come."""

Statement = tuple[str, tuple[object, ...]]
"""SQL and its values."""


class Database:
    """The SQLite file and its one connection; open inside `async with`.

    Args:
        path: Where it is.
        is_kept: False opens none: what is written lasts as long as this process.
        is_passing: Whether nothing of it can matter, since this process ends with its command.
        is_known: Whether what was kept before could be read.

    Attributes:
        path: As given.
        is_kept: As given.
        is_passing: As given.
        is_known: As given.
        damage: What became of a damaged file when this one was opened, or None.
        writing: Held during a transaction: there is one at a time on the one connection.
    """

    def __init__(
        self,
        path: Path,
        *,
        is_kept: bool = True,
        is_passing: bool = False,
        is_known: bool = True,
    ) -> None:
        self.path = path
        self.is_kept = is_kept
        self.is_passing = is_passing
        self.is_known = is_known
        self._connection: aiosqlite.Connection | None = None
        self._log_holds_deleted = False
        self._file_number = 0  # of the file that is open
        self._is_begun = False  # nothing was there before: what is there is not whole yet
        self.writing = asyncio.Lock()
        self.damage: Damage | None = None

    async def __aenter__(self) -> Self:
        """Open, check and migrate.

        Raises:
            StoreError: The file cannot be opened or written.
        """
        try:
            await _to_its_end(self._open_or_set_aside())
        except BaseException as error:  # also when cancelled: its thread would outlive the loop
            await self._close()
            if self._is_begun:
                _remove(self.path)
            if isinstance(error, (*FAILURES, OSError)):
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
        """All rows; a blob where a text belongs is read as a text.

        Raises:
            StoreError: The file cannot be read.
        """
        try:
            async with self.connection.execute(sql, values) as cursor:
                return [tuple(map(plain, row)) for row in await cursor.fetchall()]
        except FAILURES as error:
            raise StoreError("database-read", f"Cannot read from {self.path}: {error}.") from error

    async def write(self, *statements: Statement) -> int:
        """Carry out statements in one transaction; returns how many rows they changed.

        Raises:
            StoreError: The file cannot be written, or is not there any more; nothing has changed.
        """
        connection, changed = self.connection, 0
        self._check_there()
        async with self.writing:
            try:
                for sql, values in statements:
                    async with connection.execute(sql, values) as cursor:
                        changed += max(cursor.rowcount, 0)
                await connection.commit()
            except BaseException as error:
                await _to_its_end(connection.rollback())
                if isinstance(error, FAILURES):
                    raise StoreError(
                        "database-write", f"Cannot write to {self.path}: {error}."
                    ) from error
                raise
        if self._log_holds_deleted:
            await self.empty_log()
        return changed

    def _check_there(self) -> None:
        """SQLite goes on writing into a file that was removed, where nobody finds it again.

        Raises:
            StoreError: The file was removed, or another one lies in its place.
        """
        if self._file_number and _number_of(self.path) != self._file_number:
            why = "it was moved, removed or replaced. Start Jarvis again"
            raise StoreError("database-write", f"Cannot write to {self.path}: {why}.")

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
        aside = None
        if self.is_kept:
            _check_files(self.path)
            aside = await asyncio.to_thread(finish_replacing, self.path)
            self._is_begun = not any(part.exists() for part in parts_of(self.path))
        if self.is_kept and await asyncio.to_thread(_is_so, has_foreign_log, self.path):
            if await self._open_without_log():
                return
        elif self.is_kept and await asyncio.to_thread(_is_so, has_lost_log, self.path):
            self.damage = Damage(str(await asyncio.to_thread(keep_log, self.path)), 0, is_log=True)
        try:
            if self.is_kept and self.path.exists() and not self.path.stat().st_size:
                raise DamagedFileError("it is empty")
            if self.is_kept and await asyncio.to_thread(_is_so, is_barred, self.path):
                raise DamagedFileError("it says that it may only be read")
            await self._open(self.path)
            self._is_begun = False
            if aside:
                self.damage = Damage(str(aside), await rows_in(self))
        except FAILURES as error:
            if not (self.is_kept and is_damage(error)):
                raise
            await self._close()
            await self._take_over()

    async def _open_without_log(self) -> bool:
        """Open the file without the log beside it; False where that cannot be, and it is back."""
        aside = await asyncio.to_thread(move_log, self.path)
        try:
            await self._open(self.path)
        except (*FAILURES, StoreError):
            await self._close()
            aside.replace(log_of(self.path))
            return False
        self._is_begun = False
        self.damage = Damage(str(aside), 0, is_log=True)
        return True

    async def _take_over(self) -> None:
        """Make a new file of what can be read of the damaged one, which stays till then.

        Raises:
            StoreError, OSError: The new file cannot be written; nothing has changed.
        """
        new = successor_of(self.path)
        drop_successor(self.path)
        try:
            await self._open(new)
            self._file_number = 0  # its name will be another one
            rescued = await take_over(self, self.path)
            await self._write_out()
        except BaseException:
            await self._close()
            drop_successor(self.path)
            raise
        await self._close()
        aside = await asyncio.to_thread(replace_damaged, self.path)
        await self._open(self.path)
        self.damage = Damage(str(aside), rescued)

    async def _write_out(self) -> None:
        """Write the log of changes into the file, so that the file alone has all.

        Raises:
            StoreError: It cannot be written.
        """
        if await self.value("PRAGMA wal_checkpoint(TRUNCATE)"):
            raise StoreError("database-write", "Cannot write a new database: it is in use.")

    async def know(self, kept: Path, *tables: str) -> int:
        """Copy some tables of a file that is only read; how many rows of it could be."""
        return await know(self, kept, *tables)

    async def _open(self, file: Path) -> None:
        if self.is_kept and not file.exists():
            ensure(file.parent)
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
        place = free_parts(file) if self.is_kept else ":memory:"
        self._connection = connection = aiosqlite.connect(place, timeout=BUSY_TIMEOUT_MS / 1_000)
        await connection
        connection.text_factory = decoded
        await connection.execute("PRAGMA journal_mode=WAL")
        await connection.execute("PRAGMA synchronous=NORMAL")
        await connection.execute("PRAGMA secure_delete=ON")
        await connection.execute("PRAGMA temp_store=MEMORY")  # no words in a file elsewhere
        if (complaint := await self._pragma("integrity_check(1)")) != "ok":
            raise DamagedFileError(complaint)
        await self._migrate(connection)
        async with connection.execute(SHAPE) as cursor:
            if not has_shape(await cursor.fetchall()):
                raise DamagedFileError("the schema is not what was written")
        for sql in AT_OPENING:
            await connection.execute(sql)
        await connection.commit()
        if self.is_kept:
            file.chmod(0o600)
            self._file_number = _number_of(file)

    async def _migrate(self, connection: aiosqlite.Connection) -> None:
        version = int(await self._pragma("user_version"))
        if not 0 <= version <= LARGEST_VERSION:
            raise DamagedFileError("there is no such version")
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


def _check_files(database: Path) -> None:
    """Refuse what is no file, before anything of it is opened.

    Raises:
        StoreError: The database, or a file that SQLite keeps beside it, is none.
    """
    for part in parts_of(database):
        if why := no_file(part):
            raise StoreError("database-no-file", f"Cannot use the database {part}: {why}.")


def _remove(database: Path) -> None:
    """Leave nothing of a file that could not be made: half of one would be taken for damaged."""
    for part in parts_of(database):
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _is_so(asked: Callable[[Path], bool], database: Path) -> bool:
    try:
        return asked(database)
    except OSError:  # there is none, or opening it tells why it cannot be read
        return False


def _number_of(file: Path) -> int:
    """What tells a file from another one of its name; 0 where there is none."""
    try:
        return file.stat().st_ino
    except OSError:
        return 0
