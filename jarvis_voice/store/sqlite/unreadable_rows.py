"""Finds the rows that no longer can be read, and remembers which of them were told.

Invariant: nothing of a row but its number is looked at; the row itself stays as it is.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from jarvis_voice.store.sqlite.row_conditions import CONDITIONS, KEYS, readable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarvis_voice.store.sqlite.database import Database

MOST_NAMED = 1_000
"""Rows of one table that are told apart. Of so many, one more makes no difference to anybody."""

_TOLD = """
CREATE TABLE IF NOT EXISTS told_unreadable (
    name TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (name, key)
) WITHOUT ROWID
"""


def unreadable_keys(table: str) -> str:
    """SQL for the numbers of a table's rows that cannot be read, as texts."""
    return (
        f"SELECT substr(quote({KEYS[table]}), 1, 40) FROM {table} "  # noqa: S608 - names of our own
        f"WHERE NOT {readable(table)} LIMIT {MOST_NAMED}"
    )


def find_unreadable(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """By table, the numbers of the rows that cannot be read; a table without any is missing."""
    found = {
        table: [key for (key,) in connection.execute(unreadable_keys(table))]
        for table in CONDITIONS
    }
    return {table: keys for table, keys in found.items() if keys}


async def newly_unreadable(database: Database) -> Mapping[str, int]:
    """How many rows of each table cannot be read and were not told before; they are told then.

    Raises:
        StoreError: The file cannot be read or written.
    """
    found = {
        table: {key for (key,) in await database.rows(unreadable_keys(table))}
        for table in CONDITIONS
    }
    if not any(found.values()):
        return {}
    await database.write((_TOLD, ()))
    for table, keys in found.items():
        rows = await database.rows("SELECT key FROM told_unreadable WHERE name = ?", table)
        keys -= {key for (key,) in rows}
    sql = "INSERT OR IGNORE INTO told_unreadable VALUES (?, ?)"
    await database.write(
        *((sql, (table, key)) for table, keys in found.items() for key in sorted(keys))
    )
    return {table: len(keys) for table, keys in found.items() if keys}
