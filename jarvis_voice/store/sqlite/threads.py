"""ThreadStore: transcripts, checkpoints and ledgers in one SQLite file, written by one process.

Invariant: a turn's row is there before its brain runs; superseded checkpoints are not kept.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

from jarvis_voice.core.turn_ledger import TurnLedger
from jarvis_voice.core.types import Outcome, TurnInput
from jarvis_voice.store.sqlite.database import Database, Statement

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

TRACED_TURNS = 500
"""The newest turns whose trace is kept. A rule of thumb: some weeks of talk, a few megabytes."""

_DROP_OLD_TRACES = """
DELETE FROM trace WHERE turn < (SELECT number FROM turns ORDER BY number DESC LIMIT 1 OFFSET ?)
"""
_CLEARINGS = (
    "DELETE FROM trace WHERE turn IN (SELECT number FROM turns WHERE thread_id = ?)",
    "DELETE FROM usage WHERE turn IN (SELECT number FROM turns WHERE thread_id = ?)",
    "DELETE FROM latency WHERE turn IN (SELECT number FROM turns WHERE thread_id = ?)",
    "DELETE FROM acts WHERE turn IN (SELECT number FROM turns WHERE thread_id = ?)",
    "DELETE FROM interrupted WHERE turn IN (SELECT number FROM turns WHERE thread_id = ?)",
    "DELETE FROM turns WHERE thread_id = ?",
)
_CHECKPOINT_CLEARINGS = (
    "DELETE FROM writes WHERE thread_id = ?",
    "DELETE FROM checkpoints WHERE thread_id = ?",
)


class ThreadStore:
    """The threads of this user, open for writing.

    Args:
        database: The file.
        is_kept: False where it cannot be used: turns then last as long as this process.

    Attributes:
        database: The file they are in; what else is kept there is written through it.
    """

    def __init__(self, database: Path, *, is_kept: bool = True) -> None:
        self.database = Database(database, is_kept=is_kept)
        self._last_number = 0

    async def __aenter__(self) -> Self:
        """Open, check and migrate.

        Raises:
            StoreError: The file cannot be opened or written.
        """
        await self.database.__aenter__()
        try:
            self._last_number = await self.database.value(
                "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'turns'"
            )
        except BaseException:
            await self.database.__aexit__()
            raise
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.database.__aexit__(*exc)

    @property
    def set_aside(self) -> Path | None:
        """Where a damaged database was moved when this one was opened, or None."""
        return self.database.set_aside

    def checkpointer(self) -> AsyncSqliteSaver:
        """LangGraph's saver on this connection; reads plain msgpack types only."""
        os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
        from jarvis_voice.store.sqlite.checkpoint_saver import TolerantSaver

        saver = TolerantSaver(self.database.connection)
        saver.lock = self.database.writing  # else its commit would cut a transaction of ours in two
        return saver

    def next_turn_id(self) -> str:
        """The id of a new turn: "t1" is the first in this database; none is given twice."""
        self._last_number += 1
        return f"t{self._last_number}"

    async def begin(self, turn: TurnInput, started_at: datetime) -> None:
        """Write down what was asked.

        Raises:
            StoreError: The file cannot be written.
        """
        sql = (
            "INSERT INTO turns (number, thread_id, source, started_at, text) VALUES (?, ?, ?, ?, ?)"
        )
        stamp = started_at.isoformat(timespec="seconds")
        number = _number(turn)
        await self.database.write((sql, (number, turn.thread_id, turn.source, stamp, turn.text)))

    async def end(
        self, turn: TurnInput, reply: str, outcome: Outcome, ledger: TurnLedger | None = None
    ) -> None:
        """Write down what was answered and what it cost; `tidy` comes after it.

        Answer, usage and trace are there together or not at all. Of the trace, the newest
        `TRACED_TURNS` turns are kept.

        Raises:
            StoreError: The file cannot be written.
        """
        number = _number(turn)
        sql = "UPDATE turns SET reply = ?, outcome = ? WHERE number = ?"
        ended: tuple[Statement, ...] = (
            (sql, (reply, outcome, number)),
            ("DELETE FROM acts WHERE turn = ?", (number,)),
        )
        await self.database.write(*ended, *_ledger_rows(number, ledger or TurnLedger()))

    async def tidy(self, turn: TurnInput) -> None:
        """Drop the checkpoints before the thread's last one: a turn has made them superfluous.

        Raises:
            StoreError: The file cannot be written.
        """
        if await self._has_checkpoints():
            of_thread = (turn.thread_id, turn.thread_id)
            await self.database.write(
                *(
                    (
                        f"DELETE FROM {table} WHERE thread_id = ? AND checkpoint_id < "  # noqa: S608 - two constants
                        "(SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ?)",
                        of_thread,
                    )
                    for table in ("writes", "checkpoints")
                )
            )

    async def note_heard(self, turn_id: str, heard: str) -> tuple[str, str] | None:
        """Write down that of an answer no more than this was heard.

        Returns:
            The turn's thread and what was asked in it; None where it was never written down.

        Raises:
            StoreError: The file cannot be written.
        """
        number = int(turn_id[1:])
        await self.database.write(("UPDATE turns SET heard = ? WHERE number = ?", (heard, number)))
        found = await self.database.rows(
            "SELECT thread_id, text FROM turns WHERE number = ?", number
        )
        return (found[0][0], found[0][1]) if found else None

    async def thread_of(self, turn_id: str) -> str:
        """The thread of a turn; "" where it was never written down.

        Raises:
            StoreError: The file cannot be read.
        """
        sql = "SELECT thread_id FROM turns WHERE 't' || number = ?"
        return str(await self.database.value(sql, turn_id) or "")

    async def clear(self, thread_id: str) -> int:
        """Forget a thread, whole or not at all; returns how many turns it had.

        Its words are gone from the file, too: what is deleted is overwritten, and the log of
        changes beside the database is emptied. Its traces, its times and what it cost go with it.

        Raises:
            StoreError: The file cannot be written; the thread is as it was.
        """
        self.database.check_kept("forgotten")
        sql = "SELECT count(*) FROM turns WHERE thread_id = ?"
        count: int = await self.database.value(sql, thread_id)
        clearings = [*_CLEARINGS]
        if await self._has_checkpoints():
            clearings += _CHECKPOINT_CLEARINGS
        await self.database.erase(*((sql, (thread_id,)) for sql in clearings))
        return count

    async def _has_checkpoints(self) -> bool:
        sql = "SELECT count(*) FROM sqlite_master WHERE name = 'checkpoints'"
        return bool(await self.database.value(sql))


def _number(turn: TurnInput) -> int:
    return int(turn.turn_id[1:])


def _ledger_rows(number: int, ledger: TurnLedger) -> Iterator[Statement]:
    """The ledger as rows; of a turn that was never written down nothing is kept."""
    is_known = "WHERE EXISTS (SELECT 1 FROM turns WHERE number = ?)"
    sql = f"INSERT OR REPLACE INTO usage SELECT ?, ?, ?, ?, ? {is_known}"
    for position, one in enumerate(ledger.usage):
        spent = (number, position, one.model, one.input_tokens, one.output_tokens)
        yield sql, (*spent, number)
    sql = f"INSERT OR REPLACE INTO trace SELECT ?, ?, ?, ? {is_known}"
    for position, line in enumerate(ledger.trace):
        yield sql, (number, position, line.kind, line.text, number)
    yield _DROP_OLD_TRACES, (TRACED_TURNS - 1,)
