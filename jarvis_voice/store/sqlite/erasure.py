"""SqliteErasureStore: deletes rows so that no byte of them is left in the file.

Invariant: what was forgotten is gone with what hangs on it, the conversation's checkpoints and the
log of changes; the file is rebuilt without what was there. No other user's row is touched.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from datetime import datetime

from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.store import limits
from jarvis_voice.store.conversation_ids import checkpoint_id, owns_checkpoint
from jarvis_voice.store.records import Erased
from jarvis_voice.store.sqlite.database import Database, Statement
from jarvis_voice.store.sqlite.schema import ACCOUNTS, COLUMNS

_OF_A_TURN = "user_id = ? AND 't' || number = ?"
_OF_A_THREAD = "user_id = ? AND thread_id = ?"
_IN_LIST = "IN (SELECT value FROM json_each(?))"
_SAID_IN_LIST = "turn_id IN (SELECT 't' || value FROM json_each(?))"
_OLD = (
    "SELECT number FROM turns WHERE outcome IS NOT NULL AND datetime(started_at) < datetime(?) "
    "ORDER BY number LIMIT ?"
)
_SHORT = f"""
SELECT DISTINCT user_id, thread_id FROM turns AS old WHERE number {_IN_LIST} AND (
    SELECT count(*) FROM turns AS later WHERE later.user_id = old.user_id
    AND later.thread_id = old.thread_id AND later.number > old.number
) < ?
"""  # noqa: S608 - a constant
"""Threads whose checkpoint may hold words of these turns."""

_NOBODYS = "typeof(user_id) <> 'text'"
"""A damaged row that names no user. Nobody reads it, and the owner can have it forgotten."""

_Tables = Mapping[str, set[str]]


class SqliteErasureStore:
    """Deletes for good from the file; implements `erasure_port.ErasureStore`.

    Args:
        database: The file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def forget_turn(self, user_id: str, turn_id: str) -> Erased:
        """Forget one turn of a user, what was kept because of it, and its thread's checkpoints."""
        return await self._forget(_OF_A_TURN, user_id, turn_id)

    async def forget_thread(self, thread: ThreadKey) -> Erased:
        """Forget a conversation, and what was kept because of it."""
        return await self._forget(_OF_A_THREAD, *thread)

    async def forget_user(self, user_id: str) -> Erased:
        """Forget all that is known of a user."""
        self._database.check_kept("forgotten")
        tables = await self._tables()
        texts = await self._database.rows("SELECT text FROM turns WHERE user_id = ?", user_id)
        others = 0
        for table, columns in tables.items():
            if {"turn_id", "user_id"} <= columns:
                sql = f"SELECT count(*) FROM {table} WHERE user_id = ?"  # noqa: S608 - our own
                others += await self._database.value(sql, user_id)
        owned = json.dumps(await self._checkpoints_of(user_id, tables))
        await self._database.erase(*_deletions_of_user(tables, user_id, owned))
        await self._database.rebuild()
        return Erased(len(texts), others, frozenset(text for (text,) in texts))

    async def drop_damaged(self) -> int:
        """Remove files that were set aside as damaged; how many that were."""
        return await asyncio.to_thread(self._drop_damaged)

    async def prune(self, before: datetime, most: int) -> int:
        """Take the oldest turns out, of all users, with what hangs on them."""
        rows = await self._database.rows(_OLD, before.isoformat(), most)
        if rows:
            numbers = json.dumps([number for (number,) in rows])
            await self._database.erase(*await self._prunings(numbers))
        return len(rows)

    async def _forget(self, which: str, *values: str) -> Erased:
        self._database.check_kept("forgotten")
        sql = f"SELECT number, user_id, thread_id, text FROM turns WHERE {which}"  # noqa: S608 - two constants
        rows = await self._database.rows(sql, *values)
        if not rows:
            return Erased()
        numbers = json.dumps([number for number, *_ in rows])
        threads = {checkpoint_id(ThreadKey(*thread)) for _, *thread, _ in rows}
        tables = await self._tables()
        others = 0
        for table in _with("turn_id", tables):
            sql = f"SELECT count(*) FROM {table} WHERE {_SAID_IN_LIST}"  # noqa: S608 - our own
            others += await self._database.value(sql, numbers)
        statements: list[Statement] = [
            (f"DELETE FROM {table} WHERE {_SAID_IN_LIST}", (numbers,))  # noqa: S608 - our own
            for table in _with("turn_id", tables)
        ]
        statements += _hanging_on(numbers, _with("turn", tables))
        statements += _checkpoint_deletions(tables, json.dumps(sorted(threads)))
        await self._database.erase(*statements, _turn_deletion(numbers))
        await self._database.rebuild()
        return Erased(len(rows), others, frozenset(text for *_, text in rows))

    async def _tables(self) -> _Tables:
        """Every table there is with its columns: a new one is forgotten without a word here."""
        tables: dict[str, set[str]] = {}
        for table, column in await self._database.rows(COLUMNS):
            tables.setdefault(table, set()).add(column)
        return tables

    async def _checkpoints_of(self, user_id: str, tables: _Tables) -> list[str]:
        found: set[str] = set()
        for table in _with("checkpoint_id", tables):
            sql = f"SELECT DISTINCT thread_id FROM {table}"  # noqa: S608 - our own
            found |= {name for (name,) in await self._database.rows(sql)}
        return sorted(name for name in found if owns_checkpoint(user_id, name))

    async def _prunings(self, numbers: str) -> list[Statement]:
        """The turns with what hangs on them; checkpoints of threads that may hold their words."""
        tables = ("trace", "usage", "latency", "acts", "interrupted")
        statements = _hanging_on(numbers, tables)
        if await self._database.has_checkpoints():
            found = await self._database.rows(_SHORT, numbers, limits.REMEMBERED_TURNS)
            short = json.dumps([checkpoint_id(ThreadKey(*thread)) for thread in found])
            statements += [
                (f"DELETE FROM {table} WHERE thread_id {_IN_LIST}", (short,))  # noqa: S608 - our own
                for table in ("writes", "checkpoints")
            ]
        return [*statements, _turn_deletion(numbers)]

    def _drop_damaged(self) -> int:
        path = self._database.path
        aside = [*path.parent.glob(f"{path.name}.damaged-*")]
        for file in aside:
            file.unlink(missing_ok=True)
        return sum(not file.name.endswith(("-wal", "-shm", "-journal")) for file in aside)


def _with(column: str, tables: _Tables) -> list[str]:
    return [table for table, columns in tables.items() if column in columns]


def _hanging_on(numbers: str, tables: Iterable[str]) -> list[Statement]:
    """Deletes the ledgers of turns."""
    return [(f"DELETE FROM {table} WHERE turn {_IN_LIST}", (numbers,)) for table in tables]  # noqa: S608 - our own


def _checkpoint_deletions(tables: _Tables, names: str) -> list[Statement]:
    """Deletes conversations, which hold all that was said."""
    return [
        (f"DELETE FROM {table} WHERE thread_id {_IN_LIST}", (names,))  # noqa: S608 - our own
        for table in _with("checkpoint_id", tables)
    ]


def _turn_deletion(numbers: str) -> Statement:
    return f"DELETE FROM turns WHERE number {_IN_LIST}", (numbers,)  # noqa: S608 - a constant


def _deletions_of_user(tables: _Tables, user_id: str, checkpoints: str) -> list[Statement]:
    """Deletes all of a user; what belongs to no turn any more is the owner's."""
    is_theirs = "turn IN (SELECT number FROM turns WHERE user_id = ?)"
    if user_id == ME:
        is_theirs = (
            "turn NOT IN (SELECT number FROM turns WHERE typeof(user_id) = 'text' AND user_id <> ?)"
        )
    whose = f"(user_id = ? OR {_NOBODYS})" if user_id == ME else "user_id = ?"
    statements: list[Statement] = [
        (f"DELETE FROM {table} WHERE {is_theirs}", (user_id,))  # noqa: S608 - our own
        for table in _with("turn", tables)
    ]
    statements += _checkpoint_deletions(tables, checkpoints)
    statements += [
        (f"DELETE FROM {table} WHERE {whose}", (user_id,))  # noqa: S608 - our own
        for table in _with("user_id", tables)
        if table not in ACCOUNTS
    ]
    return statements
