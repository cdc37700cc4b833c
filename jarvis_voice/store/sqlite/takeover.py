"""Takes the rows of another file over into the open one: of a damaged file, or one only read.

Invariant: what is taken over can be read; what cannot stays in the file that it came from.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from jarvis_voice.core.errors import StoreError
from jarvis_voice.store.sqlite.failures import code_of
from jarvis_voice.store.sqlite.orphan_rows import TableColumn
from jarvis_voice.store.sqlite.rescue import rescue
from jarvis_voice.store.sqlite.row_conditions import CONDITIONS, readable
from jarvis_voice.store.sqlite.schema import AFTER_RESCUE, AT_OPENING, COLUMN_DETAILS

if TYPE_CHECKING:
    import aiosqlite

log = logging.getLogger(__name__)

_NO_ROOM = frozenset((sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM))
"""Not the rows are at fault, so none of them may be left out: it is tried again another time."""

_SEQUENCE = {"sqlite_sequence": (TableColumn("name"), TableColumn("seq"))}


class OpenFile(Protocol):
    """The part of a database that rows are taken over into."""

    @property
    def connection(self) -> aiosqlite.Connection:
        """The open connection."""
        ...

    async def value(self, sql: str, *values: object) -> Any:
        """The first column of the first row, or None."""
        ...

    async def rows(self, sql: str, *values: object) -> list[Any]:
        """All rows."""
        ...

    async def write(self, *statements: tuple[str, tuple[object, ...]]) -> int:
        """Carry out statements in one transaction; returns how many rows they changed."""
        ...


async def take_over(database: OpenFile, damaged: Path) -> int:
    """Take over all that can still be read of a damaged file; how many rows that were.

    Conversations come with it; LangGraph makes their tables itself.

    Raises:
        StoreError: The new file cannot be written.
    """
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    await AsyncSqliteSaver(database.connection).setup()
    taken = await _copy(database, damaged, {**await _columns(database), **_SEQUENCE})
    await database.write(*((sql, ()) for sql in (*AFTER_RESCUE, *AT_OPENING)))
    return taken


async def know(database: OpenFile, kept: Path, *tables: str) -> int:
    """Copy some tables of a file that is only read; how many rows of it could be.

    Raises:
        StoreError: The database is not open.
    """
    columns = await _columns(database)
    return await _copy(database, kept, {name: columns[name] for name in tables})


async def _copy(
    database: OpenFile, source: Path, tables: Mapping[str, Sequence[TableColumn]]
) -> int:
    for one in await asyncio.to_thread(rescue, source, tables):
        try:
            await database.write(*((one.sql, row) for row in one.rows))
        except StoreError as error:
            if error.__cause__ and code_of(error.__cause__) in _NO_ROOM:
                raise
            log.warning("rows of another database were left: %s", error.code)
        # a row that cannot be read must not keep the place of the same row from another page
        await database.write(*_siftings(tables))
    return await _count(database, tables)


async def rows_in(database: OpenFile) -> int:
    """How many rows there are in all.

    Raises:
        StoreError: The file cannot be read.
    """
    return await _count(database, await _columns(database))


async def _count(database: OpenFile, tables: Iterable[str]) -> int:
    counts = [
        await database.value(f"SELECT count(*) FROM {name}")  # noqa: S608 - the schema's own names
        for name in tables
        if name not in _SEQUENCE
    ]
    return sum(counts)


def _siftings(tables: Mapping[str, object]) -> list[tuple[str, tuple[object, ...]]]:
    return [
        (f"DELETE FROM {table} WHERE NOT {readable(table)}", ())  # noqa: S608 - our own
        for table in CONDITIONS
        if table in tables
    ]


async def _columns(database: OpenFile) -> dict[str, list[TableColumn]]:
    """The tables of the open file, and the columns of each."""
    tables: dict[str, list[TableColumn]] = {}
    for table, name, default, is_row_number in await database.rows(COLUMN_DETAILS):
        tables.setdefault(table, []).append(TableColumn(name, default, bool(is_row_number)))
    return tables
