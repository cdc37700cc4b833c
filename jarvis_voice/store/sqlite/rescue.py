"""Rescue: reads what is still readable in a database that is damaged or cannot be written.

Invariant: the file is only read; a row that cannot be read costs that row and no more than
those the damage hides behind it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MOST_ROWS = 50_000
"""Rows taken over of one table, from each of its ends."""

LOCKED_SECONDS = 0.5

Columns = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Rescued:
    """Rows of one table: the SQL of a statement, and the values of each row."""

    sql: str
    rows: tuple[tuple[Any, ...], ...]


def rescue(damaged: Path, tables: Columns) -> list[Rescued]:
    """Read what can be read of these tables, from the front and from the back.

    Args:
        damaged: The file.
        tables: What the new one has: tables and their columns.
    """
    for options in ("mode=ro", "mode=ro&immutable=1"):  # the latter needs no file beside it
        uri = f"{damaged.absolute().as_uri()}?{options}"
        try:
            with closing(sqlite3.connect(uri, uri=True, timeout=LOCKED_SECONDS)) as old:
                tried = [_table(old, name, columns) for name, columns in tables.items()]
        except sqlite3.Error:
            continue
        if found := [one for one in tried if one.rows]:
            return found
    return []


def _table(old: sqlite3.Connection, name: str, wanted: Sequence[str]) -> Rescued:
    columns: list[str] = []
    with suppress(sqlite3.Error):
        known = {row[1] for row in old.execute(f"PRAGMA table_info({name})")}
        columns = [column for column in wanted if column in known]
    rows: dict[tuple[Any, ...], None] = {}
    for order in ("ASC", "DESC") if columns else ():
        rows |= dict.fromkeys(_readable(old, name, columns, order))
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    sql = f"INSERT OR IGNORE INTO {name} ({names}) VALUES ({marks})"  # noqa: S608 - the schema's own names
    return Rescued(sql, tuple(rows))


def _readable(
    old: sqlite3.Connection, name: str, columns: Sequence[str], order: str
) -> Iterator[tuple[Any, ...]]:
    """The rows from one end of a table to the damage."""
    names = ", ".join(columns)
    sql = f"SELECT {names} FROM {name} ORDER BY {columns[0]} {order} LIMIT {MOST_ROWS}"  # noqa: S608 - the schema's own names
    with suppress(sqlite3.Error):  # where the damage begins, this end is read
        yield from old.execute(sql)
