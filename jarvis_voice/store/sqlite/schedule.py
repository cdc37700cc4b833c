"""ScheduleStore: timers, alarms, reminders and routines as rows.

Invariant: an entry's state is written before anything sounds and its end before anything else is
told, so a crash between the two is seen at the next start; what is over is gone from the file.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.core.schedule_entries import Entry, State
from jarvis_voice.store.sqlite.database import Statement
from jarvis_voice.store.sqlite.readonly import rows
from jarvis_voice.store.sqlite.threads import ThreadStore

log = logging.getLogger(__name__)

MOST_ENTRIES = 200
LONGEST_WORDS = 300
"""Characters of what a reminder says or a routine asks for."""

_COLUMNS = (
    "number, kind, name, words, thread_id, turn_id, rule, set_at, due_at, length_seconds, boot, "
    "due_elapsed_seconds, state"
)
_ALL = f"SELECT {_COLUMNS} FROM schedule ORDER BY number"  # noqa: S608 - names of our own
_INSERT = f"INSERT INTO schedule ({_COLUMNS}) VALUES (?{', ?' * 12})"  # noqa: S608 - likewise


class ScheduleStore:
    """What this user has set."""

    def __init__(self, threads: ThreadStore) -> None:
        self._database = threads.database

    @property
    def is_kept(self) -> bool:
        """Whether what is set outlives this process."""
        return self._database.is_kept

    async def entries(self) -> tuple[Entry, ...]:
        """All of them, in the order in which they were set.

        Raises:
            StoreError: The file cannot be read.
        """
        return tuple(_readable(await self._database.rows(_ALL)))

    async def add(self, *entries: Entry) -> None:
        """Keep entries, all of them or none; one that has a number keeps it.

        Raises:
            ToolError: One is too long, or there are too many.
            StoreError: The file cannot be written; nothing has changed.
        """
        await self._check(entries)
        await self._database.write(*(_insertion(entry) for entry in entries))

    async def mark(self, numbers: Iterable[int], state: State) -> None:
        """Write down what becomes of entries.

        Raises:
            StoreError: The file cannot be written; nothing has changed.
        """
        sql = "UPDATE schedule SET state = ? WHERE number = ?"
        await self._database.write(*((sql, (state, number)) for number in numbers))

    async def settle(self, numbers: Iterable[int], going_on: Iterable[Entry] = ()) -> None:
        """End entries; those that come again wait for their next time. In one transaction.

        Args:
            numbers: What rang, was missed or put off.
            going_on: Of these, the ones that come again; and with number 0, new ones.

        Raises:
            StoreError: The file cannot be written; nothing has changed.
        """
        again = {entry.number: entry for entry in going_on if entry.number}
        statements: list[Statement] = []
        for number in numbers:
            if entry := again.get(number):
                sql = "UPDATE schedule SET due_at = ?, state = 'waiting' WHERE number = ?"
                statements.append((sql, (_stamp(entry.due_at), number)))
            else:
                statements.append(("DELETE FROM schedule WHERE number = ?", (number,)))
        statements += [_insertion(entry) for entry in going_on if not entry.number]
        await self._database.erase(*statements)

    async def remove(self, numbers: Iterable[int]) -> int:
        """Take entries out of the file; how many there were.

        Raises:
            StoreError: The file cannot be written; nothing has changed.
        """
        if self._database.is_passing:
            message = "The database could not be opened, so nothing can be cancelled."
            raise StoreError("nothing-kept", message)
        sql = "DELETE FROM schedule WHERE number = ?"
        return await self._database.erase(*((sql, (number,)) for number in numbers))

    async def _check(self, entries: Sequence[Entry]) -> None:
        if any(len(text) > LONGEST_WORDS for one in entries for text in (one.words, one.name)):
            raise ToolError("too-long", "That is too long to be kept. Say it in fewer words.")
        count: int = await self._database.value("SELECT count(*) FROM schedule")
        if count + len(entries) > MOST_ENTRIES:
            raise ToolError("too-many", "You have set too much already. Cancel something first.")


def read_schedule(database: Path) -> list[Entry]:
    """All entries, read beside a running daemon; none where there is no table for them yet.

    Raises:
        StoreError: The file cannot be read.
    """
    return list(_readable(rows(database, _ALL)))


def _insertion(entry: Entry) -> Statement:
    return _INSERT, (
        entry.number or None,
        entry.kind,
        entry.name,
        entry.words,
        entry.thread_id,
        entry.turn_id,
        entry.rule,
        _stamp(entry.set_at),
        _stamp(entry.due_at),
        entry.length_seconds,
        entry.boot,
        entry.due_elapsed_seconds,
        entry.state,
    )


def _readable(rows: Iterable[Any]) -> Iterator[Entry]:
    """The entries; a row that a damaged file holds must not silence the others."""
    for row in rows:
        try:
            yield _entry(row)
        except (TypeError, ValueError):
            log.warning("entry %s of the schedule cannot be read", row[0])


def _entry(row: Any) -> Entry:
    number, kind, name, words, thread_id, turn_id, rule, set_at, due_at, *rest = row
    length_seconds, boot, due_elapsed_seconds, state = rest
    entry = Entry(kind, datetime.fromisoformat(due_at), datetime.fromisoformat(set_at))
    return replace(
        entry,
        number=number,
        name=name,
        words=words,
        thread_id=thread_id,
        turn_id=turn_id,
        rule=rule,
        length_seconds=length_seconds,
        boot=boot,
        due_elapsed_seconds=due_elapsed_seconds,
        state=state,
    )


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")
