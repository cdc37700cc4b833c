"""ThreadStore: transcripts and checkpoints in one SQLite file, written by one process.

Invariant: a turn's row is there before its brain runs; superseded checkpoints are not kept.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Coroutine, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import aiosqlite

from jarvis_voice.errors import StoreError
from jarvis_voice.paths import ensure
from jarvis_voice.store.schema import MIGRATIONS
from jarvis_voice.types import Outcome, TurnInput

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

log = logging.getLogger(__name__)

BUSY_TIMEOUT_MS = 1_500


class ThreadStore:
    """The threads of this user, open for writing.

    Attributes:
        set_aside: Where a damaged database was moved when this one was opened, or None.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._connection: aiosqlite.Connection | None = None
        self._writing = asyncio.Lock()  # one transaction at a time on the one connection
        self._last_number = 0
        self.set_aside: Path | None = None

    async def __aenter__(self) -> Self:
        """Open, check and migrate.

        Raises:
            StoreError: The file cannot be opened or written.
        """
        ensure(self._database.parent)
        try:
            await _to_its_end(self._open_or_set_aside())
        except BaseException as error:  # also when cancelled: its thread would outlive the loop
            await self._close()
            if isinstance(error, sqlite3.Error | OSError):
                raise StoreError(
                    "database-unusable", f"Cannot use the database {self._database}: {error}."
                ) from error
            raise
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._close()

    async def _open_or_set_aside(self) -> None:
        try:
            await self._open()
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
            await self._close()
            self.set_aside = _set_aside(self._database)
            await self._open()

    async def _open(self) -> None:
        if not self._database.exists():
            os.close(os.open(self._database, os.O_CREAT | os.O_WRONLY, 0o600))
        self._connection = connection = aiosqlite.connect(self._database)
        await connection
        await connection.execute("PRAGMA journal_mode=WAL")
        await connection.execute("PRAGMA synchronous=NORMAL")
        await connection.execute("PRAGMA secure_delete=ON")
        await connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        if await self._value("PRAGMA quick_check") != "ok":
            raise sqlite3.DatabaseError("malformed: quick_check failed")
        await self._migrate()
        await connection.execute("UPDATE turns SET outcome = 'cancelled' WHERE outcome IS NULL")
        await connection.commit()
        self._last_number = await self._value("SELECT coalesce(max(number), 0) FROM turns")
        self._database.chmod(0o600)

    async def _migrate(self) -> None:
        version = await self._value("PRAGMA user_version")
        if version > len(MIGRATIONS):
            raise StoreError(
                "database-newer",
                f"{self._database} was written by a newer Jarvis Voice; update the program.",
            )
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            await self._open_connection.executescript(
                f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;"
            )

    async def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await _to_its_end(_close(connection))

    @property
    def _open_connection(self) -> aiosqlite.Connection:
        if self._connection is None:
            raise StoreError("database-closed", "The thread database is not open.")
        return self._connection

    async def _value(self, sql: str, *values: object) -> Any:
        """The first column of the first row."""
        async with self._open_connection.execute(sql, values) as cursor:
            row = await cursor.fetchone()
        return row[0] if row else None

    def checkpointer(self) -> AsyncSqliteSaver:
        """LangGraph's saver on this connection; reads plain msgpack types only."""
        os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
        from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

        saver = AsyncSqliteSaver(self._open_connection)
        saver.lock = self._writing  # else its commit would cut a transaction of ours in two
        return saver

    def next_turn_id(self) -> str:
        """The id of a new turn: "t1" is the first in this database."""
        self._last_number += 1
        return f"t{self._last_number}"

    async def begin(self, turn: TurnInput, started_at: datetime) -> None:
        """Write down what was asked."""
        await self._write(
            "INSERT INTO turns (number, thread_id, source, started_at, text) "
            "VALUES (?, ?, ?, ?, ?)",
            int(turn.turn_id[1:]),
            turn.thread_id,
            turn.source,
            started_at.isoformat(timespec="seconds"),
            turn.text,
        )

    async def end(self, turn: TurnInput, reply: str, outcome: Outcome) -> None:
        """Write down what was answered, and drop the checkpoints it made superfluous."""
        await self._write(
            "UPDATE turns SET reply = ?, outcome = ? WHERE number = ?",
            reply,
            outcome,
            int(turn.turn_id[1:]),
        )
        if await self._has_checkpoints():
            for table in ("writes", "checkpoints"):
                await self._write(
                    f"DELETE FROM {table} WHERE thread_id = ? AND checkpoint_id < "  # noqa: S608 - two constants
                    "(SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ?)",
                    turn.thread_id,
                    turn.thread_id,
                )

    async def clear(self, thread_id: str) -> int:
        """Forget a thread, whole or not at all; returns how many turns it had.

        Its words are gone from the file, too: what is deleted is overwritten, and the log of
        changes beside the database is emptied.

        Raises:
            StoreError: The file cannot be written; the thread is as it was.
        """
        count: int = await self._value("SELECT count(*) FROM turns WHERE thread_id = ?", thread_id)
        tables = ["turns"]
        if await self._has_checkpoints():
            tables += ["writes", "checkpoints"]
        deletions = [f"DELETE FROM {table} WHERE thread_id = ?" for table in tables]  # noqa: S608 - three constants
        await self._write_all([(sql, (thread_id,)) for sql in deletions])
        await self._value("PRAGMA wal_checkpoint(TRUNCATE)")
        return count

    async def _has_checkpoints(self) -> bool:
        sql = "SELECT count(*) FROM sqlite_master WHERE name = 'checkpoints'"
        return bool(await self._value(sql))

    async def _write(self, sql: str, *values: object) -> None:
        await self._write_all([(sql, values)])

    async def _write_all(self, statements: Sequence[tuple[str, tuple[object, ...]]]) -> None:
        connection = self._open_connection
        async with self._writing:
            try:
                for sql, values in statements:
                    await connection.execute(sql, values)
                await connection.commit()
            except BaseException as error:
                await _to_its_end(connection.rollback())
                if isinstance(error, sqlite3.Error):
                    raise StoreError(
                        "database-write", f"Cannot write to {self._database}: {error}."
                    ) from error
                raise


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
