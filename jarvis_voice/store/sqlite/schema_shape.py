"""Tells whether the tables and indexes of a file are those that the migrations make.

Invariant: a name or a kind of column that is damaged is found before anything is written by it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from functools import cache

from jarvis_voice.store.sqlite.schema import MIGRATIONS

SHAPE = """
SELECT m.tbl_name, m.name, p.name, p.type, p."notnull", p.pk
FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p WHERE m.type = 'table'
UNION ALL SELECT m.tbl_name, m.name, p.name, '', 0, p.seqno
FROM sqlite_master AS m JOIN pragma_index_info(m.name) AS p WHERE m.type = 'index'
"""
"""Every column of every table and index."""

_CONVERSATIONS = {
    "checkpoints": ("thread_id", "checkpoint_ns", "checkpoint_id", "checkpoint", "metadata"),
    "writes": ("thread_id", "checkpoint_ns", "checkpoint_id", "task_id", "channel", "value"),
}
"""Columns of LangGraph's tables without which no conversation is read."""

ShapeRow = tuple[object, ...]


def has_shape(found: Iterable[Iterable[object]]) -> bool:
    """Whether a file has all that the migrations make.

    Args:
        found: The rows of `SHAPE`.
    """
    rows = {tuple(row) for row in found}
    columns = {(table, column) for table, name, column, *_ in rows if table == name}
    tables = {table for table, _ in columns}
    return _expected() <= rows and all(
        (table, column) in columns
        for table, names in _CONVERSATIONS.items()
        if table in tables
        for column in names
    )


@cache
def _expected() -> frozenset[ShapeRow]:
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(";".join(MIGRATIONS))
        return frozenset(
            row for row in fresh.execute(SHAPE) if not str(row[0]).startswith("sqlite_")
        )
