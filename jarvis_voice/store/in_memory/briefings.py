"""InMemoryBriefingStore: keeps briefings and what they are made of in memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from jarvis_voice.store.briefing_port import (
    LASTING_KINDS,
    BriefingKind,
    BriefingRow,
    BriefingRunRow,
)
from jarvis_voice.store.in_memory.tables import Tables


class InMemoryBriefingStore:
    """Keeps runs and rows in memory; implements `briefing_port.BriefingStore`.

    Args:
        tables: The rows.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def begin(self, user_id: str, started_at: datetime, turn_id: str, body: str) -> int:
        """Keep a new run; its number."""
        self._tables.check_open()
        number = self._tables.next("briefings")
        run = BriefingRunRow(number, started_at, turn_id, "running", body)
        self._tables.briefings[number] = user_id, run
        return number

    async def update(self, user_id: str, run: BriefingRunRow) -> None:
        """Replace what is kept of a run, if it is still there."""
        self._tables.check_open()
        owner, _ = self._tables.briefings.get(run.number, ("", None))
        if owner == user_id:
            self._tables.briefings[run.number] = user_id, run

    async def runs(self, user_id: str, last: int) -> list[BriefingRunRow]:
        """The user's so many newest runs, the newest first."""
        self._tables.check_open()
        return self._tables.runs_of(user_id)[:last]

    async def keep(self, user_id: str, kind: BriefingKind, rows: Iterable[BriefingRow]) -> None:
        """Keep rows; one of the same name is replaced and has its number."""
        self._tables.check_open()
        for row in rows:
            key = user_id, kind, row.name
            before = self._tables.briefing_rows.get(key)
            number = before.number if before else self._tables.next("briefing_rows")
            self._tables.briefing_rows[key] = replace(row, number=number)

    async def rows(self, user_id: str, kind: BriefingKind) -> list[BriefingRow]:
        """The user's rows of a kind, in the order of their numbers."""
        self._tables.check_open()
        return self._tables.briefing_rows_of(user_id, kind)

    async def drop(self, user_id: str, kind: BriefingKind, names: Iterable[str]) -> int:
        """Forget rows by their names; how many there were."""
        self._tables.check_open()
        found = {(user_id, kind, name) for name in names} & self._tables.briefing_rows.keys()
        for key in found:
            del self._tables.briefing_rows[key]
        return len(found)

    async def prune(self, before: datetime) -> int:
        """Forget what is older: runs that are over, and rows that do not last."""
        self._tables.check_open()
        runs = [
            number
            for number, (_, run) in self._tables.briefings.items()
            if run.state != "running" and run.started_at < before
        ]
        rows = [
            key
            for key, row in self._tables.briefing_rows.items()
            if key[1] not in LASTING_KINDS and row.kept_at < before
        ]
        for number in runs:
            del self._tables.briefings[number]
        for key in rows:
            del self._tables.briefing_rows[key]
        return len(runs) + len(rows)
