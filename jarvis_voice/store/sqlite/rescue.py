"""Rescue: reads what is still readable in a database that is damaged or cannot be written.

Invariant: the file is only read; a row that cannot be read costs that row and no other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvis_voice.core.file_kind import no_file
from jarvis_voice.store.sqlite.failures import FAILURES, decoded
from jarvis_voice.store.sqlite.image import Image, read_image, ways_to_read
from jarvis_voice.store.sqlite.orphan_rows import OrphanTables, TableColumn, row_of
from jarvis_voice.store.sqlite.page_records import records

MOST_ROWS = 50_000
"""Rows taken over of one table, from each of its ends."""

LOCKED_SECONDS = 0.5


Columns = Mapping[str, Sequence[TableColumn]]


@dataclass(frozen=True, slots=True)
class Rescued:
    """Rows of one table: the SQL of a statement, and the values of each row."""

    sql: str
    rows: tuple[tuple[Any, ...], ...]


def rescue(damaged: Path, tables: Columns) -> list[Rescued]:
    """Read what can be read of these tables: page by page, and then by SQLite.

    A row may come twice. Rows that are not what the program writes are among them.

    Args:
        damaged: The file.
        tables: What the new one has: tables and their columns.

    Returns:
        Nothing where it is no file.
    """
    if no_file(damaged):
        return []
    image = None
    with suppress(OSError, MemoryError):
        image = read_image(damaged)
    found = [*_by_pages(image, tables), *_by_sql(image, tables)] if image else []
    return found or _by_sql_from_file(damaged, tables)


def _by_sql(image: Image, tables: Columns) -> list[Rescued]:
    """What SQLite reads of the image: in order, from both ends of each table to the damage."""
    try:
        with closing(sqlite3.connect(":memory:")) as old:
            old.deserialize(bytes(image.data))
            return _tables(old, tables)
    except (*FAILURES, MemoryError):
        return []


def _by_sql_from_file(damaged: Path, tables: Columns) -> list[Rescued]:
    for options in ways_to_read(damaged):
        uri = f"{damaged.absolute().as_uri()}?{options}"
        try:
            with closing(sqlite3.connect(uri, uri=True, timeout=LOCKED_SECONDS)) as old:
                found = _tables(old, tables)
        except FAILURES:
            continue
        if found:
            return found
    return []


def _by_pages(image: Image, tables: Columns) -> list[Rescued]:
    """What the pages hold, also those that no tree leads to any more."""
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in tables}
    with closing(OrphanTables(tables)) as orphans:
        for record in records(image):
            name = record.table
            if not name or len(record.values) > len(tables.get(name, ())):
                name = orphans.table_of(record)  # also on a page that another one was written over
            if name in rows and len(rows[name]) < MOST_ROWS:
                rows[name].append(row_of(record, tables[name]))
    return [
        Rescued(_insertion(name, [one.name for one in tables[name]]), tuple(found))
        for name, found in rows.items()
        if found
    ]


def _insertion(table: str, columns: Sequence[str]) -> str:
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    return f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 - the schema's own names


def _tables(old: sqlite3.Connection, tables: Columns) -> list[Rescued]:
    old.text_factory = decoded
    old.execute("PRAGMA writable_schema=ON")  # a table that is unreadable does not hide the others
    tried = (_table(old, name, columns) for name, columns in tables.items())
    return [one for one in tried if one.rows]


def _table(old: sqlite3.Connection, name: str, wanted: Sequence[TableColumn]) -> Rescued:
    columns: list[str] = []
    with suppress(*FAILURES):
        known = {row[1] for row in old.execute(f"PRAGMA table_info({name})")}
        columns = [column.name for column in wanted if column.name in known]
    rows: dict[tuple[Any, ...], None] = {}
    for order in ("ASC", "DESC") if columns else ():
        rows |= dict.fromkeys(_readable(old, name, columns, order))
    return Rescued(_insertion(name, columns), tuple(rows))


def _readable(
    old: sqlite3.Connection, name: str, columns: Sequence[str], order: str
) -> Iterator[tuple[Any, ...]]:
    """The rows from one end of a table to the damage."""
    names = ", ".join(columns)
    sql = f"SELECT {names} FROM {name} ORDER BY {columns[0]} {order} LIMIT {MOST_ROWS}"  # noqa: S608 - the schema's own names
    with suppress(*FAILURES):  # where the damage begins, this end is read
        yield from old.execute(sql)
