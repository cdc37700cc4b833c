"""Rescue: reads what is still readable in a database that is damaged or cannot be written.

Invariant: the file is only read; a row that cannot be read costs that row and no other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path
from typing import Any

from jarvis_voice.core.file_kind import no_file
from jarvis_voice.store.sqlite.failures import FAILURES, decoded
from jarvis_voice.store.sqlite.image import Image, read_image, ways_to_read
from jarvis_voice.store.sqlite.orphan_rows import OrphanTables, TableColumn, row_of
from jarvis_voice.store.sqlite.page_records import PageRecord, records

MOST_ROWS = 50_000
"""Rows taken over of one table, from each of its ends."""

LOCKED_SECONDS = 0.5


Columns = Mapping[str, Sequence[TableColumn]]


@dataclass(frozen=True, slots=True)
class Rescued:
    """Rows of one table: the SQL of a statement, and the values of each row."""

    table: str
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
            found = _tables(old, tables)
    except (*FAILURES, MemoryError):
        return []
    with closing(OrphanTables(tables)) as orphans:
        own = (_own_rows(one, orphans) for one in found)
        return [one for one in own if one.rows]


def _own_rows(found: Rescued, orphans: OrphanTables) -> Rescued:
    """What is of the table, where its root may be the root of another one."""
    fits = orphans.fits(found.table, found.rows)
    return replace(found, rows=tuple(compress(found.rows, fits)))


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
    found: dict[str, list[PageRecord]] = {name: [] for name in tables}
    strays: list[PageRecord] = []
    for record in records(image):
        own = found.get(record.table)
        if own is None or len(record.values) > len(tables[record.table]):
            strays.append(record)
        elif len(own) < MOST_ROWS:
            own.append(record)
    rows: dict[str, list[tuple[Any, ...]]] = {}
    with closing(OrphanTables(tables)) as orphans:
        for name, own in found.items():  # its root may be the root of another table
            values = [row_of(one, tables[name]) for one in own]
            fits = orphans.fits(name, values)
            rows[name] = [*compress(values, fits)]
            strays += [one for one, is_fit in zip(own, fits, strict=True) if not is_fit]
        for record in strays:
            name = orphans.table_of(record) or record.table
            if name in rows and len(rows[name]) < MOST_ROWS:
                rows[name].append(row_of(record, tables[name]))
    return [
        Rescued(name, _insertion(name, [one.name for one in tables[name]]), tuple(every))
        for name, every in rows.items()
        if every
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
    return Rescued(name, _insertion(name, columns), tuple(rows))


def _readable(
    old: sqlite3.Connection, name: str, columns: Sequence[str], order: str
) -> Iterator[tuple[Any, ...]]:
    """The rows from one end of a table to the damage."""
    names = ", ".join(columns)
    sql = f"SELECT {names} FROM {name} ORDER BY {columns[0]} {order} LIMIT {MOST_ROWS}"  # noqa: S608 - the schema's own names
    with suppress(*FAILURES):  # where the damage begins, this end is read
        yield from old.execute(sql)
