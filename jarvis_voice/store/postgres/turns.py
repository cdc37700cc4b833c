"""PostgresTurnStore: keeps turns, their transcripts and their ledgers.

Invariant: a turn's row is there before its brain runs, and its conversation is held by this process
until its last word; superseded checkpoints are not kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.turn_ledger import TurnLedger
from jarvis_voice.core.types import Outcome, ThreadKey, TurnInput
from jarvis_voice.store import limits
from jarvis_voice.store.conversation_ids import checkpoint_id
from jarvis_voice.store.postgres.database import PostgresDatabase, Statement
from jarvis_voice.store.postgres.schema import CHECKPOINTS, OF_TURNS, TRANSCRIPT
from jarvis_voice.store.postgres.turn_numbers import UNKEPT, TurnNumbers
from jarvis_voice.store.postgres.writer_lease import WriterLease
from jarvis_voice.store.records import PastTurn

_BEGIN = (
    "INSERT INTO jarvis_turns "
    "(number, user_id, place, thread_id, source, started_at, text, writer) "
    "SELECT %s::bigint, %s, %s, %s, %s, %s, %s, %s FROM taken"
)
_END = "UPDATE jarvis_turns SET reply = %s, outcome = %s WHERE number = %s AND writer = %s"
_USAGE = (
    "INSERT INTO jarvis_usage SELECT %s, place - 1, model, spent, made "
    "FROM unnest(%s::text[], %s::bigint[], %s::bigint[]) WITH ORDINALITY "
    "AS calls (model, spent, made, place) "
    "WHERE EXISTS (SELECT 1 FROM jarvis_turns WHERE number = %s AND writer = %s) "
    "ON CONFLICT (turn, position) DO UPDATE SET model = excluded.model, "
    "input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens"
)
_TRACE = (
    "INSERT INTO jarvis_trace SELECT %s, place - 1, kind, line "
    "FROM unnest(%s::text[], %s::text[]) WITH ORDINALITY AS lines (kind, line, place) "
    "WHERE EXISTS (SELECT 1 FROM jarvis_turns WHERE number = %s AND writer = %s) "
    "ON CONFLICT (turn, position) DO UPDATE SET kind = excluded.kind, text = excluded.text"
)
_DROP_ACTS = (
    "DELETE FROM jarvis_acts WHERE turn = %s "
    "AND NOT EXISTS (SELECT 1 FROM jarvis_turns WHERE number = turn AND writer <> %s)"
)
_DROP_OLD_TRACES = """
DELETE FROM jarvis_trace AS old USING jarvis_turns AS turns
WHERE turns.number = old.turn AND turns.user_id = %s AND old.turn < (
    SELECT number FROM jarvis_turns WHERE user_id = %s ORDER BY number DESC LIMIT 1 OFFSET %s
)
"""
_FREE_LANE = "DELETE FROM jarvis_lanes WHERE lane = %s"
_OF_THREAD = "SELECT number FROM jarvis_turns WHERE user_id = %s AND thread_id = %s"
_CLEARINGS = (
    *(f"DELETE FROM jarvis_{table} WHERE turn IN ({_OF_THREAD})" for table in OF_TURNS),  # noqa: S608 - names of our own
    "DELETE FROM jarvis_turns WHERE user_id = %s AND thread_id = %s",
)
_DROP_SUPERSEDED = (
    *(
        f"DELETE FROM {table} AS old WHERE thread_id = %s AND checkpoint_id < "  # noqa: S608 - names of our own
        "(SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = old.thread_id "
        "AND checkpoint_ns = old.checkpoint_ns)"
        for table in ("checkpoint_writes", "checkpoints")
    ),
    """
    DELETE FROM checkpoint_blobs AS old WHERE thread_id = %s AND NOT EXISTS (
        SELECT 1 FROM checkpoints AS one WHERE one.thread_id = old.thread_id
        AND one.checkpoint_ns = old.checkpoint_ns
        AND one.checkpoint -> 'channel_versions' ->> old.channel = old.version
    )
    """,
)


class PostgresTurnStore:
    """Keeps turns in the database; implements `ports.TurnStore`.

    Args:
        database: Where.
        lease: Says that this process lives.
    """

    def __init__(self, database: PostgresDatabase, lease: WriterLease) -> None:
        self._database = database
        self._lease = lease
        self.numbers = TurnNumbers(database)

    def next_turn_id(self) -> str:
        """The id of a new turn; no process gives one twice."""
        return f"t{self.numbers.take()}"

    async def begin(self, turn: TurnInput, started_at: datetime) -> None:
        """Write down what was asked, once no other process answers in this conversation."""
        await self.numbers.refill()
        number = _number(turn.turn_id)
        if number >= UNKEPT:
            why = "the server could not be asked for the turn's number"
            message = f"Cannot write to the {self._database.place.called}: {why}."
            raise StoreError("database-write", message)
        stamp = started_at.isoformat(timespec="seconds")
        whose = (turn.origin.user_id, turn.origin.place, turn.thread_id)
        row = (number, *whose, turn.source, stamp, turn.text, self._lease.writer)
        await self._lease.take(turn.thread, number, (_BEGIN, row))

    async def end(
        self, turn: TurnInput, reply: str, outcome: Outcome, ledger: TurnLedger | None = None
    ) -> None:
        """Write down what was answered and what it cost; `tidy` comes after it."""
        number, writer = _number(turn.turn_id), self._lease.writer
        self._lease.ends(checkpoint_id(turn.thread), number)
        ended: Statement = (_END, (reply, outcome, number, writer))
        written = _ledger_rows(number, writer, ledger or TurnLedger())
        user_id = turn.origin.user_id
        bound: Statement = (_DROP_OLD_TRACES, (user_id, user_id, limits.TRACED_TURNS - 1))
        acts: Statement = (_DROP_ACTS, (number, writer))
        is_written, *_ = await self._database.changes(ended, acts, *written, bound)
        sql = "SELECT 1 FROM jarvis_turns WHERE number = %s"
        if not is_written and await self._database.rows(sql, number):
            message = "This Jarvis was stopped for so long that another one closed its turn."
            raise StoreError("turn-closed", message)

    async def tidy(self, turn: TurnInput) -> None:
        """Drop the checkpoints before the thread's last one, and leave the thread to others."""
        lane = checkpoint_id(turn.thread)
        drops: list[Statement] = [(sql, (lane,)) for sql in _DROP_SUPERSEDED]
        await self._database.write(*drops, self._lease.leaving(lane, _number(turn.turn_id)))

    async def note_heard(self, turn_id: str, heard: str) -> tuple[ThreadKey, str] | None:
        """Write down that of an answer no more than this was heard."""
        sql = (
            "UPDATE jarvis_turns SET heard = %s WHERE number = %s "
            "RETURNING user_id, thread_id, text"
        )
        found = await self._database.returned(sql, heard, _number(turn_id))
        return (ThreadKey(*found[0][:2]), found[0][2]) if found else None

    async def thread_of(self, user_id: str, turn_id: str) -> str:
        """The thread of a turn; "" where this user has no such turn."""
        sql = "SELECT thread_id FROM jarvis_turns WHERE 't' || number = %s AND user_id = %s"
        return str(await self._database.value(sql, turn_id, user_id) or "")

    async def transcript(self, thread: ThreadKey) -> list[PastTurn]:
        """A thread's turns, oldest first; empty for an unknown thread."""
        sql = f"{TRANSCRIPT} user_id = %s AND thread_id = %s ORDER BY number"
        return [PastTurn(*row) for row in await self._database.rows(sql, *thread)]

    async def rename(self, thread: ThreadKey, name: str) -> None:
        """Give a thread another name, with its checkpoints."""
        sql = "UPDATE jarvis_turns SET thread_id = %s WHERE user_id = %s AND thread_id = %s"
        ids = checkpoint_id(ThreadKey(thread.user_id, name)), checkpoint_id(thread)
        await self._database.write(
            (sql, (name, *thread)),
            (_FREE_LANE, (checkpoint_id(thread),)),
            *(
                (f"UPDATE {table} SET thread_id = %s WHERE thread_id = %s", ids)  # noqa: S608 - names of LangGraph
                for table in CHECKPOINTS
            ),
        )

    async def clear(self, thread: ThreadKey) -> int:
        """Forget a thread, whole or not at all; returns how many turns it had."""
        clearings: list[Statement] = [(sql, thread) for sql in _CLEARINGS]
        clearings.append((_FREE_LANE, (checkpoint_id(thread),)))
        clearings += [
            (f"DELETE FROM {table} WHERE thread_id = %s", (checkpoint_id(thread),))  # noqa: S608 - names of LangGraph
            for table in CHECKPOINTS
        ]
        changed = await self._database.changes(*clearings)
        if any(changed):  # this is also how each chat ends that is not kept
            self._database.rebuild_soon("jarvis_turns", "jarvis_trace", *CHECKPOINTS)
        return changed[len(_CLEARINGS) - 1]


def _number(turn_id: str) -> int:
    return int(turn_id[1:])


def _ledger_rows(number: int, writer: str, ledger: TurnLedger) -> Iterator[Statement]:
    """The ledger as rows; of a turn that is not this process's nothing is kept."""
    if ledger.usage:
        models = [one.model for one in ledger.usage]
        read = [one.input_tokens for one in ledger.usage]
        made = [one.output_tokens for one in ledger.usage]
        yield _USAGE, (number, models, read, made, number, writer)
    if ledger.trace:
        kinds = [str(line.kind) for line in ledger.trace]
        lines = [line.text for line in ledger.trace]
        yield _TRACE, (number, kinds, lines, number, writer)
