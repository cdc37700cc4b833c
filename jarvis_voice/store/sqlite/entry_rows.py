"""Converts schedule entries to rows and back, for writer and reader. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import scopes_in, scopes_text
from jarvis_voice.store.sqlite.row_conditions import readable
from jarvis_voice.store.sqlite.schema import next_number

_NAMES = (
    "number",
    *("kind", "name", "words", "thread_id", "turn_id", "rule", "set_at", "due_at"),
    *("length_seconds", "boot", "due_elapsed_seconds", "state", "user_id", "place"),
    "scopes",
)
ENTRIES = f"SELECT {', '.join(_NAMES)} FROM schedule WHERE {readable('schedule')}"  # noqa: S608 - names of our own
_MARKS = f"coalesce(?, {next_number('schedule')}){', ?' * (len(_NAMES) - 1)}"
INSERT = f"INSERT INTO schedule ({', '.join(_NAMES)}) VALUES ({_MARKS})"  # noqa: S608 - likewise

_IS_THERE = "EXISTS (SELECT 1 FROM schedule WHERE number = ? AND user_id = ?)"
INSERT_INSTEAD = f"INSERT INTO schedule ({', '.join(_NAMES)}) SELECT {_MARKS} WHERE {_IS_THERE}"
"""Beside a row that is there; behind the values of `INSERT` stand its number and its user."""


def row_of(entry: Entry) -> tuple[object, ...]:
    """The values of `INSERT`; an entry without a number gets one."""
    moments = {"set_at": stamp(entry.set_at), "due_at": stamp(entry.due_at)}
    values = {"number": entry.number or None, "scopes": scopes_text(entry.may)} | moments
    return tuple(values[name] if name in values else getattr(entry, name) for name in _NAMES)


def entries_in(rows: Iterable[Any]) -> Iterator[Entry]:
    """The entries in rows of `ENTRIES`, which are the rows that can be read."""
    return map(_entry, rows)


def stamp(moment: datetime) -> str:
    """A moment as the file has it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def _entry(row: Any) -> Entry:
    values = dict(zip(_NAMES, row, strict=True))
    for moment in ("set_at", "due_at"):
        values[moment] = datetime.fromisoformat(values[moment])
    values["may"] = scopes_in(values.pop("scopes"))
    return Entry(**values)
