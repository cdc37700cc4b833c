"""Read-only looks at the database, beside a running daemon. Needs no event loop.

Invariant: a file that an older Jarvis wrote is read as it is; what it has no table for is empty.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.stage_times import STAGES, TurnStages
from jarvis_voice.core.turn_ledger import TraceLine, Usage

BUSY_SECONDS = 1.5
PRIMARY_CODE = 0xFF
"""The bits of a SQLite result code that name the error; the others tell more of it."""

NEEDS_TO_WRITE = (
    *(sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY),
    *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL),
)
"""A reader makes files beside the database; where it may not, or the disk is full, nobody else
writes there either."""


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """One thread in a listing."""

    thread_id: str
    turns: int
    last_at: str
    last_text: str


@dataclass(frozen=True, slots=True)
class PastTurn:
    """One turn of a transcript.

    Attributes:
        outcome: "" while it runs.
        heard: What came out of the loudspeaker where the spoken reply was interrupted, else None.
    """

    turn_id: str
    started_at: str
    source: str
    text: str
    reply: str
    outcome: str
    heard: str | None = None


@dataclass(frozen=True, slots=True)
class KeptFact:
    """One fact in a listing; `said_at` is ISO 8601 with its time zone."""

    number: int
    text: str
    turn_id: str
    said_at: str


@dataclass(frozen=True, slots=True)
class TurnCalls:
    """The calls of language models in one turn; none where it needed no model."""

    turn_id: str
    started_at: str
    calls: tuple[Usage, ...]


def list_threads(database: Path) -> list[ThreadSummary]:
    """All threads, the latest first; none where there is no database yet.

    Raises:
        StoreError: The file cannot be read.
    """
    sql = (
        "SELECT thread_id, count(*), max(started_at), text, max(number) FROM turns "
        "GROUP BY thread_id ORDER BY max(number) DESC"
    )
    return [ThreadSummary(*row[:4]) for row in rows(database, sql)]


def read_thread(database: Path, thread_id: str) -> list[PastTurn]:
    """A thread's transcript, oldest first; empty for an unknown thread.

    Raises:
        StoreError: The file cannot be read.
    """
    sql = (
        "SELECT 't' || number, started_at, source, text, reply, coalesce(outcome, ''), heard "
        "FROM turns WHERE thread_id = ? ORDER BY number"
    )
    return [PastTurn(*row) for row in rows(database, sql, thread_id)]


def read_turn(database: Path, turn_id: str | None = None) -> PastTurn | None:
    """One turn, or the newest; None where there is no such turn.

    Raises:
        StoreError: The file cannot be read.
    """
    sql = (
        "SELECT 't' || number, started_at, source, text, reply, coalesce(outcome, ''), heard "
        "FROM turns WHERE ?1 = '' OR 't' || number = ?1 ORDER BY number DESC LIMIT 1"
    )
    found = rows(database, sql, turn_id or "")
    return PastTurn(*found[0]) if found else None


def thread_of(database: Path, turn_id: str) -> str:
    """The thread of a turn; "" where there is no such turn.

    Raises:
        StoreError: The file cannot be read.
    """
    found = rows(database, "SELECT thread_id FROM turns WHERE 't' || number = ?", turn_id)
    return str(found[0][0]) if found else ""


def read_trace(database: Path, turn_id: str) -> list[TraceLine]:
    """How a turn went, in order; empty where nothing was kept.

    Raises:
        StoreError: The file cannot be read.
    """
    sql = "SELECT kind, text FROM trace WHERE turn = CAST(? AS INTEGER) ORDER BY position"
    return [TraceLine(*row) for row in rows(database, sql, turn_id[1:])]


def read_calls(database: Path, since: str = "") -> list[TurnCalls]:
    """The turns and their calls of models, the newest turn first.

    Args:
        database: The file.
        since: Start of the first turn that counts, ISO 8601 in UTC; "" is all.

    Raises:
        StoreError: The file cannot be read.
    """
    sql = (
        "SELECT 't' || number, started_at, model, input_tokens, output_tokens FROM turns "
        "LEFT JOIN usage ON turn = number WHERE ?1 = '' OR datetime(started_at) >= datetime(?1) "
        "ORDER BY number DESC, position"
    )
    turns: dict[str, TurnCalls] = {}
    for turn_id, started_at, *call in rows(database, sql, since):
        before = turns.get(turn_id, TurnCalls(turn_id, started_at, ()))
        calls = before.calls if call[0] is None else (*before.calls, Usage(*call))
        turns[turn_id] = TurnCalls(turn_id, started_at, calls)
    return list(turns.values())


def read_latency(database: Path, last: int) -> list[TurnStages]:
    """The stage times of the newest turns, the newest first.

    Args:
        database: The file.
        last: How many turns at the most.

    Raises:
        StoreError: The file cannot be read.
    """
    columns = ", ".join(f"{stage}_seconds" for stage in STAGES)
    sql = f"SELECT 't' || turn, source, {columns} FROM latency ORDER BY turn DESC LIMIT ?"  # noqa: S608 - names of our own
    return [
        TurnStages(
            turn_id,
            source,
            {stage: took for stage, took in zip(STAGES, times, strict=True) if took is not None},
        )
        for turn_id, source, *times in rows(database, sql, str(last))
    ]


def read_facts(database: Path) -> list[KeptFact]:
    """What the user asked to be kept, oldest first.

    Raises:
        StoreError: The file cannot be read.
    """
    sql = "SELECT number, text, turn_id, said_at FROM facts ORDER BY number"
    return [KeptFact(*row) for row in rows(database, sql)]


def rows(database: Path, sql: str, *values: str) -> list[Any]:
    """What a query finds; nothing where there is no file, or no such table in it.

    Raises:
        StoreError: The file cannot be read.
    """
    try:
        if not database.exists():
            return []
        try:
            return _query(database, "mode=ro", sql, values)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & PRIMARY_CODE not in NEEDS_TO_WRITE:
                raise
        return _query(database, "mode=ro&immutable=1", sql, values)
    except (sqlite3.Error, OSError) as error:
        if str(error).startswith("no such table"):
            return []
        raise StoreError(
            "database-unreadable",
            f"Cannot read {database}: {error}. If it is damaged, `jarvis run` sets it aside.",
        ) from error


def _query(database: Path, options: str, sql: str, values: tuple[str, ...]) -> list[Any]:
    uri = f"{database.absolute().as_uri()}?{options}"
    with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as connection:
        return connection.execute(sql, values).fetchall()
