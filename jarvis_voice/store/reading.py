"""Read-only looks at the threads, beside a running daemon. Needs no event loop."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvis_voice.errors import StoreError

BUSY_SECONDS = 1.5
PRIMARY_CODE = 0xFF
"""The bits of a SQLite result code that name the error; the others tell more of it."""

NEEDS_TO_WRITE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""A reader makes files beside the database; where it may not, nobody else writes there either."""


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """One thread in a listing."""

    thread_id: str
    turns: int
    last_at: str
    last_text: str


@dataclass(frozen=True, slots=True)
class PastTurn:
    """One turn of a transcript; `outcome` is "" while it runs."""

    turn_id: str
    started_at: str
    source: str
    text: str
    reply: str
    outcome: str


def list_threads(database: Path) -> list[ThreadSummary]:
    """All threads, the latest first; none where there is no database yet.

    Raises:
        StoreError: The file cannot be read.
    """
    sql = (
        "SELECT thread_id, count(*), max(started_at), text, max(number) FROM turns "
        "GROUP BY thread_id ORDER BY max(number) DESC"
    )
    return [ThreadSummary(*row[:4]) for row in _rows(database, sql)]


def read_thread(database: Path, thread_id: str) -> list[PastTurn]:
    """A thread's transcript, oldest first; empty for an unknown thread.

    Raises:
        StoreError: The file cannot be read.
    """
    sql = (
        "SELECT 't' || number, started_at, source, text, reply, coalesce(outcome, '') "
        "FROM turns WHERE thread_id = ? ORDER BY number"
    )
    return [PastTurn(*row) for row in _rows(database, sql, thread_id)]


def _rows(database: Path, sql: str, *values: str) -> list[Any]:
    if not database.exists():
        return []
    try:
        try:
            return _query(database, "mode=ro", sql, values)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & PRIMARY_CODE not in NEEDS_TO_WRITE:
                raise
        return _query(database, "mode=ro&immutable=1", sql, values)
    except sqlite3.Error as error:
        raise StoreError(
            "database-unreadable",
            f"Cannot read {database}: {error}. If it is damaged, `jarvis run` sets it aside.",
        ) from error


def _query(database: Path, options: str, sql: str, values: tuple[str, ...]) -> list[Any]:
    uri = f"{database.absolute().as_uri()}?{options}"
    with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as connection:
        return connection.execute(sql, values).fetchall()
