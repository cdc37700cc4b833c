"""SqliteScheduleStore: keeps timers, alarms, reminders, routines and stopwatches as rows.

Invariant: an entry's state is written before anything sounds and its end before anything else is
told, so a crash between the two is seen at the next start; what is over is gone from the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from jarvis_voice.core.schedule_entries import Entry, State
from jarvis_voice.core.stopwatch_runs import StopwatchRun
from jarvis_voice.store import limits
from jarvis_voice.store.sqlite.database import Database, Statement
from jarvis_voice.store.sqlite.entry_rows import (
    ENTRIES,
    INSERT,
    INSERT_INSTEAD,
    entries_in,
    row_of,
    stamp,
)
from jarvis_voice.store.sqlite.row_conditions import readable

_STOPWATCH = (
    "SELECT started_at, boot, started_elapsed_seconds, stopped_seconds, turn_id FROM stopwatches "  # noqa: S608 - names of our own
    f"WHERE user_id = ? AND {readable('stopwatches')} ORDER BY number DESC LIMIT 1"
)
_KEEP_STOPWATCH = (
    "INSERT INTO stopwatches "
    "(user_id, started_at, boot, started_elapsed_seconds, stopped_seconds, turn_id) "
    "VALUES (?, ?, ?, ?, ?, ?)"
)


class SqliteScheduleStore:
    """Keeps the schedule in the file; implements `ports.ScheduleStore`.

    Args:
        database: The file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def is_kept(self) -> bool:
        """Whether what is set outlives this process."""
        return self._database.is_kept

    @property
    def is_known(self) -> bool:
        """Whether what was set before could be read."""
        return self._database.is_known

    async def entries(self, user_id: str) -> tuple[Entry, ...]:
        """What a user has set, in the order in which it was set."""
        sql = f"{ENTRIES} AND user_id = ? AND state <> 'missed' ORDER BY number"
        return tuple(entries_in(await self._database.rows(sql, user_id)))

    async def all_entries(self) -> tuple[Entry, ...]:
        """What all users have set, for who rings it."""
        return tuple(entries_in(await self._database.rows(f"{ENTRIES} ORDER BY number")))

    async def add(self, *entries: Entry) -> None:
        """Keep entries, all of them or none; one that has a number keeps it."""
        counts = Counter(one.user_id for one in entries)
        for user_id in [*counts]:
            sql = "SELECT count(*) FROM schedule WHERE user_id = ?"
            counts[user_id] += await self._database.value(sql, user_id)
        limits.check_entries(entries, counts)
        await self._database.write(*((INSERT, row_of(entry)) for entry in entries))

    async def mark(self, numbers: Iterable[int], state: State) -> None:
        """Write down what becomes of entries, for who rings them."""
        sql = "UPDATE schedule SET state = ? WHERE number = ?"
        await self._database.write(*((sql, (state, number)) for number in numbers))

    async def settle(
        self, numbers: Iterable[int], going_on: Sequence[Entry] = (), *, user_id: str | None = None
    ) -> None:
        """End entries; those that come again wait for their next time. In one transaction."""
        again = {entry.number: entry for entry in going_on if entry.number}
        statements: list[Statement] = []
        for number in numbers:
            if entry := again.get(number):
                sql = (
                    "UPDATE schedule SET due_at = ?3, state = 'waiting' "
                    "WHERE number = ?1 AND (?2 IS NULL OR user_id = ?2)"
                )
                statements.append((sql, (number, user_id, stamp(entry.due_at))))
            else:
                sql = "DELETE FROM schedule WHERE number = ?1 AND (?2 IS NULL OR user_id = ?2)"
                statements.append((sql, (number, user_id)))
        statements += [(INSERT, row_of(entry)) for entry in going_on if not entry.number]
        await self._database.erase(*statements)

    async def exchange(self, user_id: str, number: int, new: Entry) -> bool:
        """Put another entry in the place of one that is still there; whether it was."""
        old = (number, user_id)
        begun: Statement = (INSERT_INSTEAD, (*row_of(replace(new, number=0)), *old))
        ended: Statement = ("DELETE FROM schedule WHERE number = ? AND user_id = ?", old)
        return bool(await self._database.erase(begun, ended))

    async def remove(self, user_id: str, numbers: Iterable[int]) -> int:
        """Cancel entries of a user; how many there were."""
        limits.check_lasting(is_passing=self._database.is_passing)
        sql = "DELETE FROM schedule WHERE number = ? AND user_id = ?"
        return await self._database.erase(*((sql, (number, user_id)) for number in numbers))

    async def stopwatch(self, user_id: str) -> StopwatchRun | None:
        """A user's stopwatch; None where none was started."""
        for started_at, *others in await self._database.rows(_STOPWATCH, user_id):
            return StopwatchRun(datetime.fromisoformat(started_at), *others)
        return None

    async def keep_stopwatch(self, user_id: str, run: StopwatchRun | None) -> None:
        """Keep a user's stopwatch in place of the one before; None keeps none."""
        limits.check_lasting("measured", is_passing=self._database.is_passing)
        statements: list[Statement] = [("DELETE FROM stopwatches WHERE user_id = ?", (user_id,))]
        if run:
            times = run.boot, run.started_elapsed_seconds, run.stopped_seconds
            values = user_id, stamp(run.started_at), *times, run.turn_id
            statements.append((_KEEP_STOPWATCH, values))
        await self._database.erase(*statements)
