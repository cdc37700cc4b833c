"""Reads the rows of a database raw, and tells which of them a damage has left whole.

Invariant: what is judged is the reading of the damaged file; to find out on which page a row lies,
the whole file is read, and only rows that SQLite finds in it as well count.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from jarvis_voice.store.sqlite.failures import decoded
from jarvis_voice.store.sqlite.image import Image, read_image
from jarvis_voice.store.sqlite.orphan_rows import TableColumn, row_of
from jarvis_voice.store.sqlite.page_records import BRANCH, records
from jarvis_voice.store.sqlite.schema import COLUMN_DETAILS

KEY_COLUMNS = {
    **dict.fromkeys(("turns", "facts", "notes", "schedule", "latency"), 1),
    **dict.fromkeys(("stopwatches", "people", "tokens"), 1),
    **dict.fromkeys(("trace", "profile"), 2),
    "checkpoints": 3,
}
"""The tables that are compared, and how many of their first columns name a row."""

Row = tuple[object, ...]
Rows = Mapping[str, frozenset[Row]]


def rows_of(database: Path) -> Rows:
    """The rows of every table; a table that cannot be read is empty."""
    found: dict[str, frozenset[Row]] = {}
    for table in KEY_COLUMNS:
        found[table] = frozenset()
        with (
            suppress(sqlite3.Error, UnicodeError),
            closing(sqlite3.connect(database)) as connection,
        ):
            connection.text_factory = decoded
            found[table] = frozenset(connection.execute(f"SELECT * FROM {table}"))  # noqa: S608 - names of our own
    return found


def keys_of(rows: Rows) -> set[tuple[str, Row]]:
    """Which rows there are, whatever they say."""
    return {(table, row[: KEY_COLUMNS[table]]) for table, every in rows.items() for row in every}


def image_of(database: Path) -> Image:
    """The pages of a file, with its log of changes laid over them."""
    image = read_image(database)
    if image is None:
        raise ValueError(f"{database} is too large")
    return image


def unharmed(database: Path, before: Image, after: Image) -> Rows:
    """The rows of a whole file whose every page is still the same in the damaged one.

    Args:
        database: The whole file.
        before: Its pages.
        after: The pages of the damaged one.
    """
    left = Image(bytes(before.data))
    for page in range(2, left.pages + 1):
        if bytes(left.page(page)) != bytes(after.page(page)) and left.page(page)[0] != BRANCH:
            left.page(page)[:] = bytes(left.page_bytes)
    columns: dict[str, list[TableColumn]] = {}
    with closing(sqlite3.connect(database)) as connection:
        for table, name, default, is_row_number in connection.execute(COLUMN_DETAILS):
            columns.setdefault(table, []).append(TableColumn(name, default, bool(is_row_number)))
    found: dict[str, set[Row]] = {table: set() for table in KEY_COLUMNS}
    for record in records(left):
        if record.table in found:
            found[record.table].add(row_of(record, columns[record.table]))
    return {table: rows & found[table] for table, rows in rows_of(database).items()}
