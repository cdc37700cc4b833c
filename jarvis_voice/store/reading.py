"""Read-only looks at the threads, beside a running daemon. Needs no event loop."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.errors import StoreError


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
    with _reader(database) as connection:
        rows = connection.execute(sql).fetchall() if connection else []
    return [ThreadSummary(*row[:4]) for row in rows]


def read_thread(database: Path, thread_id: str) -> list[PastTurn]:
    """A thread's transcript, oldest first; empty for an unknown thread.

    Raises:
        StoreError: The file cannot be read.
    """
    sql = (
        "SELECT 't' || number, started_at, source, text, reply, coalesce(outcome, '') "
        "FROM turns WHERE thread_id = ? ORDER BY number"
    )
    with _reader(database) as connection:
        rows = connection.execute(sql, (thread_id,)).fetchall() if connection else []
    return [PastTurn(*row) for row in rows]


@contextmanager
def _reader(database: Path) -> Iterator[sqlite3.Connection | None]:
    if not database.exists():
        yield None
        return
    try:
        connection = sqlite3.connect(
            f"{database.absolute().as_uri()}?mode=ro", uri=True, timeout=1.5
        )
        try:
            yield connection
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise StoreError(
            "database-unreadable",
            f"Cannot read {database}: {error}. If it is damaged, `jarvis run` sets it aside.",
        ) from error
