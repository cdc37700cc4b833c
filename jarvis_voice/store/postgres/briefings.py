"""PostgresBriefingStore: keeps briefings and what they are made of as rows of the database."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from jarvis_voice.store.briefing_port import (
    LASTING_KINDS,
    BriefingKind,
    BriefingRow,
    BriefingRunRow,
)
from jarvis_voice.store.briefing_rows import rows_in, runs_in
from jarvis_voice.store.postgres.database import PostgresDatabase, Statement
from jarvis_voice.store.postgres.schedule import stamp

RUNS = (
    "SELECT number, started_at, turn_id, state, body, work FROM jarvis_briefings "
    "WHERE user_id = %s ORDER BY number DESC LIMIT %s"
)
ROWS = (
    "SELECT name, kept_at, body, number, turn_id FROM jarvis_briefing_rows "
    "WHERE user_id = %s AND kind = %s ORDER BY number"
)
_BEGIN = (
    "INSERT INTO jarvis_briefings (user_id, turn_id, started_at, state, body, work) "
    "VALUES (%s, %s, %s, 'running', %s, '') RETURNING number"
)
_UPDATE = (
    "UPDATE jarvis_briefings SET state = %s, body = %s, work = %s "
    "WHERE number = %s AND user_id = %s"
)
_KEEP = (
    "INSERT INTO jarvis_briefing_rows (user_id, kind, name, kept_at, body, turn_id) "
    "VALUES (%s, %s, %s, %s, %s, %s) "
    "ON CONFLICT (user_id, kind, name) DO UPDATE SET kept_at = excluded.kept_at, "
    "body = excluded.body, turn_id = excluded.turn_id"
)
_DROP = "DELETE FROM jarvis_briefing_rows WHERE user_id = %s AND kind = %s AND name = ANY(%s)"
_OLD_RUNS = "DELETE FROM jarvis_briefings WHERE state <> 'running' AND started_at::timestamptz < %s"
_OLD_ROWS = "DELETE FROM jarvis_briefing_rows WHERE kind <> ALL(%s) AND kept_at::timestamptz < %s"


class PostgresBriefingStore:
    """Keeps runs and rows in the database; implements `briefing_port.BriefingStore`.

    Args:
        database: Where.
    """

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    async def begin(self, user_id: str, started_at: datetime, turn_id: str, body: str) -> int:
        """Keep a new run; its number."""
        values = user_id, turn_id, stamp(started_at), body
        [[number]] = await self._database.returned(_BEGIN, *values)
        return int(number)

    async def update(self, user_id: str, run: BriefingRunRow) -> None:
        """Replace what is kept of a run, if it is still there."""
        values = run.state, run.body, run.work, run.number, user_id
        await self._database.write((_UPDATE, values))

    async def runs(self, user_id: str, last: int) -> list[BriefingRunRow]:
        """The user's so many newest runs, the newest first."""
        return runs_in(await self._database.rows(RUNS, user_id, last))

    async def keep(self, user_id: str, kind: BriefingKind, rows: Iterable[BriefingRow]) -> None:
        """Keep rows; one of the same name is replaced and has its number."""
        statements: list[Statement] = [
            (_KEEP, (user_id, kind, row.name, stamp(row.kept_at), row.body, row.turn_id))
            for row in rows
        ]
        await self._database.write(*statements)

    async def rows(self, user_id: str, kind: BriefingKind) -> list[BriefingRow]:
        """The user's rows of a kind, in the order of their numbers."""
        return rows_in(await self._database.rows(ROWS, user_id, kind))

    async def drop(self, user_id: str, kind: BriefingKind, names: Iterable[str]) -> int:
        """Forget rows by their names; how many there were."""
        gone = await self._database.write((_DROP, (user_id, kind, list(names))))
        if gone and kind in LASTING_KINDS:  # in these the user said it, and takes it back
            await self._database.rebuild("jarvis_briefing_rows")
        return gone

    async def prune(self, before: datetime) -> int:
        """Forget what is older: runs that are over, and rows that do not last."""
        rows: Statement = (_OLD_ROWS, (list(LASTING_KINDS), before))
        return await self._database.write((_OLD_RUNS, (before,)), rows)
