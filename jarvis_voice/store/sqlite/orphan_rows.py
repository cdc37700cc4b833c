"""Tells which table a row belongs to that was found on a page to which nothing leads.

Invariant: a row is only taken for one of a table whose every column it fits.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jarvis_voice.store.sqlite.failures import FAILURES
from jarvis_voice.store.sqlite.page_records import PageRecord, Value
from jarvis_voice.store.sqlite.row_conditions import ORPHANS, readable

_CHECKPOINT_COLUMNS = 7


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column of a table.

    Attributes:
        name: Its name.
        default: What a row has there that was written before the column was added.
        is_row_number: Whether it is the row's own number, which a page keeps apart.
    """

    name: str
    default: str | None = None
    is_row_number: bool = False


def row_of(record: PageRecord, columns: Sequence[TableColumn]) -> tuple[Value, ...]:
    """The values of a row by its table's columns, in order."""
    values = [*record.values[: len(columns)]]
    values += [column.default for column in columns[len(values) :]]
    return tuple(
        record.rowid if column.is_row_number else value
        for column, value in zip(columns, values, strict=True)
    )


class OrphanTables:
    """Tries a row in each table that it may be of.

    Args:
        tables: The tables with their columns.
    """

    def __init__(self, tables: Mapping[str, Sequence[TableColumn]]) -> None:
        self._tables = {name: columns for name, columns in tables.items() if name in ORPHANS}
        self._has_checkpoints = "checkpoints" in tables
        self._trial = sqlite3.connect(":memory:")
        for name, columns in self._tables.items():
            self._trial.execute(f"CREATE TABLE {name} ({', '.join(one.name for one in columns)})")

    def close(self) -> None:
        """End."""
        self._trial.close()

    def fits(self, table: str, rows: Sequence[tuple[Value, ...]]) -> list[bool]:
        """Of each row that a tree leads to, whether it is one of the table that has this tree."""
        columns = self._tables.get(table, ())
        if any(len(row) != len(columns) for row in rows) or not columns:
            return [True] * len(rows)
        marks = ", ".join("?" * len(columns))
        try:
            self._trial.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608 - the schema's own names
            sql = f"SELECT {_condition(table)} FROM {table} ORDER BY rowid"  # noqa: S608 - likewise
            return [bool(is_fit) for (is_fit,) in self._trial.execute(sql)]
        except FAILURES:
            return [True] * len(rows)
        finally:
            self._trial.rollback()

    def table_of(self, record: PageRecord) -> str:
        """The table of a row; "" where it fits none."""
        for name, columns in self._tables.items():
            added = sum(column.default is not None for column in columns)
            is_as_long = len(columns) - added <= len(record.values) <= len(columns)
            if is_as_long and self._fits(name, row_of(record, columns)):
                return name
        return "checkpoints" if self._has_checkpoints and _is_checkpoint(record) else ""

    def _fits(self, table: str, row: tuple[Value, ...]) -> bool:
        marks = ", ".join("?" * len(row))
        try:
            self._trial.execute(f"INSERT INTO {table} VALUES ({marks})", row)  # noqa: S608 - the schema's own names
            sql = f"SELECT count(*) FROM {table} WHERE {_condition(table)}"  # noqa: S608 - likewise
            (count,) = self._trial.execute(sql).fetchone()
        except FAILURES:
            return False
        finally:
            self._trial.rollback()
        return bool(count)


def _condition(table: str) -> str:
    return f"{readable(table)} AND coalesce({ORPHANS[table]}, 0)"


def _is_checkpoint(record: PageRecord) -> bool:
    """Whether it has the shape of a conversation's state as LangGraph keeps it."""
    if len(record.values) != _CHECKPOINT_COLUMNS:
        return False
    *names, kind, state, about = record.values
    return (
        kind == "msgpack" and isinstance(state, bytes) and isinstance(about, bytes) and "" in names
    )
