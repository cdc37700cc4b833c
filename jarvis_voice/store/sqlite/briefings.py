"""SqliteBriefingStore: keeps briefings and what they are made of as rows of the file."""

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
from jarvis_voice.store.sqlite.briefing_rows import ROWS, RUNS
from jarvis_voice.store.sqlite.database import Database, Statement
from jarvis_voice.store.sqlite.entry_rows import stamp
from jarvis_voice.store.sqlite.schema import next_number

_BEGIN = (
    "INSERT INTO briefings (number, user_id, turn_id, started_at, state, body, work) "  # noqa: S608 - names of our own
    f"VALUES ({next_number('briefings')}, ?, ?, ?, 'running', ?, '')"
)
_UPDATE = "UPDATE briefings SET state = ?, body = ?, work = ? WHERE number = ? AND user_id = ?"
_KEEP = (
    "INSERT INTO briefing_rows (user_id, kind, name, kept_at, body, turn_id) "
    "VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (user_id, kind, name) DO UPDATE SET kept_at = excluded.kept_at, "
    "body = excluded.body, turn_id = excluded.turn_id"
)
_DROP = "DELETE FROM briefing_rows WHERE user_id = ? AND kind = ? AND name = ?"
_OLD_RUNS = "DELETE FROM briefings WHERE state <> 'running' AND datetime(started_at) < datetime(?)"
_OLD_ROWS = (
    "DELETE FROM briefing_rows WHERE kind NOT IN (SELECT value FROM json_each(?)) "
    "AND datetime(kept_at) < datetime(?)"
)
_LASTING = '["' + '", "'.join(LASTING_KINDS) + '"]'


class SqliteBriefingStore:
    """Keeps runs and rows in the file; implements `briefing_port.BriefingStore`.

    Args:
        database: The file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, user_id: str, started_at: datetime, turn_id: str, body: str) -> int:
        """Keep a new run; its number."""
        await self._database.write((_BEGIN, (user_id, turn_id, stamp(started_at), body)))
        sql = "SELECT max(number) FROM briefings WHERE user_id = ?"
        return int(await self._database.value(sql, user_id))

    async def update(self, user_id: str, run: BriefingRunRow) -> None:
        """Replace what is kept of a run, if it is still there."""
        await self._database.write(
            (_UPDATE, (run.state, run.body, run.work, run.number, user_id)),
        )

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
        statements: list[Statement] = [(_DROP, (user_id, kind, name)) for name in names]
        return await self._database.erase(*statements)

    async def prune(self, before: datetime) -> int:
        """Forget what is older: runs that are over, and rows that do not last."""
        moment = stamp(before)
        return await self._database.erase((_OLD_RUNS, (moment,)), (_OLD_ROWS, (_LASTING, moment)))
