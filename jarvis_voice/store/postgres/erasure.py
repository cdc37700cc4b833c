"""PostgresErasureStore: deletes rows, and writes the tables anew without them.

Invariant: what was forgotten is gone with what hangs on it and with the conversation's checkpoints.
No other user's row is touched. The server's own log and its back-ups are not in our hands.
"""

from __future__ import annotations

from datetime import datetime

from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.store import limits
from jarvis_voice.store.conversation_ids import checkpoint_id, owns_checkpoint
from jarvis_voice.store.postgres.database import PostgresDatabase, Statement
from jarvis_voice.store.postgres.schema import CHECKPOINTS, OF_TURNS, SAID
from jarvis_voice.store.records import Erased

_FOUND = "SELECT number, user_id, thread_id, text FROM jarvis_turns WHERE user_id = %s AND "
_OF_A_TURN = f"{_FOUND} 't' || number = %s"
_OF_A_THREAD = f"{_FOUND} thread_id = %s"
_OLD = """
SELECT number FROM jarvis_turns AS old WHERE outcome IS NOT NULL AND started_at::timestamptz < %s
AND NOT EXISTS (
    SELECT 1 FROM jarvis_lanes AS held JOIN jarvis_turns AS now ON now.number = held.turn
    WHERE now.outcome IS NULL AND held.until >= clock_timestamp()
    AND now.user_id = old.user_id AND now.thread_id = old.thread_id
) ORDER BY number LIMIT %s
"""
"""Not of a conversation in which a turn runs: that would keep their words once more at its end."""

_SHORT = """
SELECT DISTINCT user_id, thread_id FROM jarvis_turns AS old WHERE number = ANY(%s) AND (
    SELECT count(*) FROM jarvis_turns AS later WHERE later.user_id = old.user_id
    AND later.thread_id = old.thread_id AND later.number > old.number
) < %s
"""
"""Threads whose checkpoint may hold words of these turns."""

_REBUILT = (
    *("jarvis_turns", "jarvis_trace", *(f"jarvis_{table}" for table in SAID)),
    *CHECKPOINTS,
)


class PostgresErasureStore:
    """Deletes for good from the database; implements `erasure_port.ErasureStore`.

    Args:
        database: Where.
    """

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    async def forget_turn(self, user_id: str, turn_id: str) -> Erased:
        """Forget one turn of a user, what was kept because of it, and its thread's checkpoints."""
        return await self._forget(_OF_A_TURN, user_id, turn_id)

    async def forget_thread(self, thread: ThreadKey) -> Erased:
        """Forget a conversation, and what was kept because of it."""
        return await self._forget(_OF_A_THREAD, *thread)

    async def forget_user(self, user_id: str) -> Erased:
        """Forget all that is known of a user."""
        sql = "SELECT text FROM jarvis_turns WHERE user_id = %s"
        texts = await self._database.rows(sql, user_id)
        lanes = await self._lanes_of(user_id)
        theirs = "turn IN (SELECT number FROM jarvis_turns WHERE user_id = %s)"
        if user_id == ME:  # what belongs to no turn any more is the owner's
            theirs = "turn NOT IN (SELECT number FROM jarvis_turns WHERE user_id <> %s)"
        kept: list[Statement] = [
            (f"DELETE FROM jarvis_{table} WHERE user_id = %s", (user_id,))  # noqa: S608 - our own
            for table in SAID
        ]
        changed = await self._database.changes(
            *kept,
            *((f"DELETE FROM jarvis_{one} WHERE {theirs}", (user_id,)) for one in OF_TURNS),  # noqa: S608 - our own
            *_conversations(lanes),
            ("DELETE FROM jarvis_turns WHERE user_id = %s", (user_id,)),
        )
        await self._database.rebuild(*_REBUILT)
        others = sum(changed[: len(kept)])
        return Erased(len(texts), others, frozenset(text for (text,) in texts))

    async def drop_damaged(self) -> int:
        """Nothing is ever set aside."""
        return 0

    async def prune(self, before: datetime, most: int) -> int:
        """Take the oldest turns out, of all users, with what hangs on them.

        Where a turn runs, those of its conversation stay until the next time.
        """
        rows = await self._database.rows(_OLD, before, most)
        numbers = [number for (number,) in rows]
        if numbers:
            found = await self._database.rows(_SHORT, numbers, limits.REMEMBERED_TURNS)
            lanes = [checkpoint_id(ThreadKey(*thread)) for thread in found]
            await self._database.write(*_checkpoints(lanes), *_turns(numbers))
        return len(rows)

    async def _forget(self, sql: str, *values: str) -> Erased:
        rows = await self._database.rows(sql, *values)
        if not rows:
            return Erased()
        numbers = [number for number, *_ in rows]
        said = [f"t{number}" for number in numbers]
        lanes = sorted({checkpoint_id(ThreadKey(*thread)) for _, *thread, _ in rows})
        kept: list[Statement] = [
            (f"DELETE FROM jarvis_{table} WHERE turn_id = ANY(%s)", (said,))  # noqa: S608 - our own
            for table in SAID
        ]
        changed = await self._database.changes(*kept, *_conversations(lanes), *_turns(numbers))
        await self._database.rebuild(*_REBUILT)
        others = sum(changed[: len(kept)])
        return Erased(len(rows), others, frozenset(text for *_, text in rows))

    async def _lanes_of(self, user_id: str) -> list[str]:
        found: set[str] = set()
        for table in CHECKPOINTS:
            sql = f"SELECT DISTINCT thread_id FROM {table}"  # noqa: S608 - names of LangGraph
            found |= {name for (name,) in await self._database.rows(sql)}
        held = await self._database.rows("SELECT lane FROM jarvis_lanes")
        found |= {name for (name,) in held}
        return sorted(name for name in found if owns_checkpoint(user_id, name))


def _turns(numbers: list[int]) -> list[Statement]:
    """Deletes turns and their ledgers."""
    statements: list[Statement] = [
        (f"DELETE FROM jarvis_{table} WHERE turn = ANY(%s)", (numbers,))  # noqa: S608 - our own
        for table in OF_TURNS
    ]
    return [*statements, ("DELETE FROM jarvis_turns WHERE number = ANY(%s)", (numbers,))]


def _conversations(lanes: list[str]) -> list[Statement]:
    """Deletes conversations, which hold all that was said; who answers in one keeps no more."""
    return [("DELETE FROM jarvis_lanes WHERE lane = ANY(%s)", (lanes,)), *_checkpoints(lanes)]


def _checkpoints(lanes: list[str]) -> list[Statement]:
    return [
        (f"DELETE FROM {table} WHERE thread_id = ANY(%s)", (lanes,))  # noqa: S608 - names of LangGraph
        for table in CHECKPOINTS
    ]
