"""SqliteTurnStore: keeps turns, their transcripts and their ledgers.

Invariant: a turn's row is there before its brain runs; superseded checkpoints are not kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from jarvis_voice.core.turn_ledger import TurnLedger
from jarvis_voice.core.types import Outcome, ThreadKey, TurnInput
from jarvis_voice.store import limits
from jarvis_voice.store.conversation_ids import checkpoint_id
from jarvis_voice.store.records import PastTurn
from jarvis_voice.store.sqlite.database import Database, Statement
from jarvis_voice.store.sqlite.schema import TRANSCRIPT, next_number

_BEGIN = (
    "INSERT INTO turns (number, user_id, place, thread_id, source, started_at, text) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_OF_THREAD = "SELECT number FROM turns WHERE user_id = ? AND thread_id = ?"
_CLEARINGS = (
    *(
        f"DELETE FROM {table} WHERE turn IN ({_OF_THREAD})"  # noqa: S608 - names of our own
        for table in ("trace", "usage", "latency", "acts", "interrupted")
    ),
    "DELETE FROM turns WHERE user_id = ? AND thread_id = ?",
)
_DROP_OLD_TRACES = """
DELETE FROM trace WHERE turn < (
    SELECT number FROM turns WHERE user_id = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2
) AND EXISTS (SELECT 1 FROM turns WHERE number = turn AND user_id = ?1)
"""


class SqliteTurnStore:
    """Keeps turns in the file; implements `ports.TurnStore`.

    Args:
        database: The file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last_number = 0

    async def count_on(self) -> None:
        """Go on behind the last turn id that this file has given.

        Raises:
            StoreError: The file cannot be read.
        """
        self._last_number = await self._database.value(f"SELECT {next_number('turns')} - 1")

    def next_turn_id(self) -> str:
        """The id of a new turn: "t1" is the first in this database; no id is given twice."""
        self._last_number += 1
        return f"t{self._last_number}"

    async def begin(self, turn: TurnInput, started_at: datetime) -> None:
        """Write down what was asked."""
        stamp = started_at.isoformat(timespec="seconds")
        whose = (turn.origin.user_id, turn.origin.place, turn.thread_id)
        await self._database.write(
            (_BEGIN, (_number(turn.turn_id), *whose, turn.source, stamp, turn.text))
        )

    async def end(
        self, turn: TurnInput, reply: str, outcome: Outcome, ledger: TurnLedger | None = None
    ) -> None:
        """Write down what was answered and what it cost; `tidy` comes after it."""
        number = _number(turn.turn_id)
        sql = "UPDATE turns SET reply = ?, outcome = ? WHERE number = ?"
        ended: tuple[Statement, ...] = (
            (sql, (reply, outcome, number)),
            ("DELETE FROM acts WHERE turn = ?", (number,)),
        )
        written = _ledger_rows(number, ledger or TurnLedger())
        bound: Statement = (_DROP_OLD_TRACES, (turn.origin.user_id, limits.TRACED_TURNS - 1))
        await self._database.write(*ended, *written, bound)

    async def tidy(self, turn: TurnInput) -> None:
        """Drop the checkpoints before the thread's last one: a turn has made them superfluous."""
        if await self._database.has_checkpoints():
            of_thread = (checkpoint_id(turn.thread),) * 2
            await self._database.write(
                *(
                    (
                        f"DELETE FROM {table} WHERE thread_id = ? AND checkpoint_id < "  # noqa: S608 - two constants
                        "(SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ?)",
                        of_thread,
                    )
                    for table in ("writes", "checkpoints")
                )
            )

    async def note_heard(self, turn_id: str, heard: str) -> tuple[ThreadKey, str] | None:
        """Write down that of an answer no more than this was heard."""
        number = _number(turn_id)
        await self._database.write(("UPDATE turns SET heard = ? WHERE number = ?", (heard, number)))
        sql = "SELECT user_id, thread_id, text FROM turns WHERE number = ?"
        found = await self._database.rows(sql, number)
        return (ThreadKey(*found[0][:2]), found[0][2]) if found else None

    async def thread_of(self, user_id: str, turn_id: str) -> str:
        """The thread of a turn; "" where this user has no such turn."""
        sql = "SELECT thread_id FROM turns WHERE 't' || number = ? AND user_id = ?"
        return str(await self._database.value(sql, turn_id, user_id) or "")

    async def transcript(self, thread: ThreadKey) -> list[PastTurn]:
        """A thread's turns, oldest first; empty for an unknown thread."""
        sql = f"{TRANSCRIPT} AND user_id = ? AND thread_id = ? ORDER BY number"
        return [PastTurn(*row) for row in await self._database.rows(sql, *thread)]

    async def rename(self, thread: ThreadKey, name: str) -> None:
        """Give a thread another name, with its checkpoints."""
        sql = "UPDATE turns SET thread_id = ? WHERE user_id = ? AND thread_id = ?"
        changes: list[Statement] = [(sql, (name, *thread))]
        if await self._database.has_checkpoints():
            ids = checkpoint_id(ThreadKey(thread.user_id, name)), checkpoint_id(thread)
            changes += [
                (f"UPDATE {table} SET thread_id = ? WHERE thread_id = ?", ids)  # noqa: S608 - two constants
                for table in ("writes", "checkpoints")
            ]
        await self._database.write(*changes)

    async def clear(self, thread: ThreadKey) -> int:
        """Forget a thread, whole or not at all; returns how many turns it had.

        Its words are gone from the file, too: what is deleted is overwritten, and the log of
        changes beside the database is emptied.
        """
        self._database.check_kept("forgotten")
        sql = "SELECT count(*) FROM turns WHERE user_id = ? AND thread_id = ?"
        count: int = await self._database.value(sql, *thread)
        clearings: list[Statement] = [(sql, thread) for sql in _CLEARINGS]
        if await self._database.has_checkpoints():
            clearings += [
                (f"DELETE FROM {table} WHERE thread_id = ?", (checkpoint_id(thread),))  # noqa: S608 - two constants
                for table in ("writes", "checkpoints")
            ]
        await self._database.erase(*clearings)
        return count


def _number(turn_id: str) -> int:
    return int(turn_id[1:])


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
