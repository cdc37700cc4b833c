"""PostgresScheduleStore: keeps timers, alarms, reminders, routines and stopwatches as rows.

Invariant: an entry rings at the Jarvis that set it, and at no other one while that one runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from jarvis_voice.core.schedule_entries import Entry, State
from jarvis_voice.core.stopwatch_runs import StopwatchRun
from jarvis_voice.core.types import scopes_in, scopes_text
from jarvis_voice.store import limits
from jarvis_voice.store.postgres.database import PostgresDatabase, Statement
from jarvis_voice.store.postgres.schema import COPIED

_NAMES = COPIED["schedule"]
ENTRIES = f"SELECT {', '.join(_NAMES)} FROM jarvis_schedule"  # noqa: S608 - names of our own
_NEW = ", ".join((*_NAMES[1:], "home"))
_INSERT = f"INSERT INTO jarvis_schedule ({_NEW}) VALUES ({', '.join(['%s'] * len(_NAMES))})"  # noqa: S608 - likewise
_INSERT_NUMBERED = (
    f"INSERT INTO jarvis_schedule ({_NEW}, number) VALUES ({', '.join(['%s'] * len(_NAMES))}, %s)"  # noqa: S608 - likewise
)
_INSERT_INSTEAD = (
    "WITH gone AS (DELETE FROM jarvis_schedule WHERE number = %s AND user_id = %s RETURNING 1) "  # noqa: S608 - likewise
    f"INSERT INTO jarvis_schedule ({_NEW}) SELECT {', '.join(['%s'] * len(_NAMES))} FROM gone"
)
_COUNT_ON = (
    "SELECT setval(pg_get_serial_sequence('jarvis_schedule', 'number'), "
    "greatest((SELECT max(number) FROM jarvis_schedule), "
    "nextval(pg_get_serial_sequence('jarvis_schedule', 'number')) - 1))"
)
_STOPWATCH = (
    "SELECT started_at, boot, started_elapsed_seconds, stopped_seconds, turn_id "
    "FROM jarvis_stopwatches WHERE user_id = %s ORDER BY number DESC LIMIT 1"
)
_KEEP_STOPWATCH = (
    "INSERT INTO jarvis_stopwatches "
    "(user_id, started_at, boot, started_elapsed_seconds, stopped_seconds, turn_id) "
    "VALUES (%s, %s, %s, %s, %s, %s)"
)
_WHOSE = "AND (%s::text IS NULL OR user_id = %s)"


class PostgresScheduleStore:
    """Keeps the schedule in the database; implements `ports.ScheduleStore`.

    Args:
        database: Where.
        home: The Jarvis that rings what is set here.
    """

    def __init__(self, database: PostgresDatabase, home: str) -> None:
        self._database = database
        self._home = home

    @property
    def is_kept(self) -> bool:
        """Whether what is set outlives this process."""
        return True

    @property
    def is_known(self) -> bool:
        """Whether what was set before could be read."""
        return True

    async def entries(self, user_id: str) -> tuple[Entry, ...]:
        """What a user has set, in the order in which it was set."""
        sql = f"{ENTRIES} WHERE user_id = %s AND state <> 'missed' ORDER BY number"
        return tuple(entries_in(await self._database.rows(sql, user_id)))

    async def all_entries(self) -> tuple[Entry, ...]:
        """What all users have set here, for who rings it."""
        sql = f"{ENTRIES} WHERE home = %s ORDER BY number"
        return tuple(entries_in(await self._database.rows(sql, self._home)))

    async def add(self, *entries: Entry) -> None:
        """Keep entries, all of them or none; one that has a number keeps it."""
        counts = Counter(one.user_id for one in entries)
        for user_id in [*counts]:
            sql = "SELECT count(*) FROM jarvis_schedule WHERE user_id = %s"
            counts[user_id] += await self._database.value(sql, user_id)
        limits.check_entries(entries, counts)
        statements = [self._insert(entry) for entry in entries]
        if any(entry.number for entry in entries):
            statements.append((_COUNT_ON, ()))
        await self._database.write(*statements)

    async def mark(self, numbers: Iterable[int], state: State) -> None:
        """Write down what becomes of entries, for who rings them."""
        sql = "UPDATE jarvis_schedule SET state = %s WHERE number = ANY(%s)"
        await self._database.write((sql, (state, list(numbers))))

    async def settle(
        self, numbers: Iterable[int], going_on: Sequence[Entry] = (), *, user_id: str | None = None
    ) -> None:
        """End entries; those that come again wait for their next time. In one transaction."""
        again = {entry.number: entry for entry in going_on if entry.number}
        statements: list[Statement] = []
        for number in numbers:
            if entry := again.get(number):
                sql = (
                    "UPDATE jarvis_schedule SET due_at = %s, state = 'waiting' "  # noqa: S608 - a constant
                    f"WHERE number = %s {_WHOSE}"
                )
                statements.append((sql, (stamp(entry.due_at), number, user_id, user_id)))
            else:
                sql = f"DELETE FROM jarvis_schedule WHERE number = %s {_WHOSE}"  # noqa: S608 - a constant
                statements.append((sql, (number, user_id, user_id)))
        statements += [self._insert(entry) for entry in going_on if not entry.number]
        await self._database.write(*statements)

    async def exchange(self, user_id: str, number: int, new: Entry) -> bool:
        """Put another entry in the place of one that is still there; whether it was."""
        _, values = self._insert(replace(new, number=0))
        return bool(await self._database.write((_INSERT_INSTEAD, (number, user_id, *values))))

    async def remove(self, user_id: str, numbers: Iterable[int]) -> int:
        """Cancel entries of a user; how many there were."""
        sql = "DELETE FROM jarvis_schedule WHERE user_id = %s AND number = ANY(%s)"
        gone = await self._database.write((sql, (user_id, list(numbers))))
        self._database.rebuild_soon("jarvis_schedule")
        return gone

    async def stopwatch(self, user_id: str) -> StopwatchRun | None:
        """A user's stopwatch; None where none was started."""
        for started_at, *others in await self._database.rows(_STOPWATCH, user_id):
            return StopwatchRun(datetime.fromisoformat(started_at), *others)
        return None

    async def keep_stopwatch(self, user_id: str, run: StopwatchRun | None) -> None:
        """Keep a user's stopwatch in place of the one before; None keeps none."""
        sql = "DELETE FROM jarvis_stopwatches WHERE user_id = %s"
        statements: list[Statement] = [(sql, (user_id,))]
        if run:
            times = run.boot, run.started_elapsed_seconds, run.stopped_seconds
            values = user_id, stamp(run.started_at), *times, run.turn_id
            statements.append((_KEEP_STOPWATCH, values))
        await self._database.write(*statements)

    def _insert(self, entry: Entry) -> Statement:
        values = (*_values(entry), self._home)
        return (_INSERT_NUMBERED, (*values, entry.number)) if entry.number else (_INSERT, values)


def entries_in(rows: Iterable[Any]) -> Iterator[Entry]:
    """The entries in rows of `ENTRIES`."""
    for row in rows:
        values = dict(zip(_NAMES, row, strict=True))
        for moment in ("set_at", "due_at"):
            values[moment] = datetime.fromisoformat(values[moment])
        values["may"] = scopes_in(values.pop("scopes"))
        yield Entry(**values)


def stamp(moment: datetime) -> str:
    """A moment as the database has it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def _values(entry: Entry) -> tuple[object, ...]:
    made = {
        "set_at": stamp(entry.set_at),
        "due_at": stamp(entry.due_at),
        "scopes": scopes_text(entry.may),
    }
    return tuple(made[name] if name in made else getattr(entry, name) for name in _NAMES[1:])
