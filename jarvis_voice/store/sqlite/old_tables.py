"""Shows the tables of an older file with the columns they have today, without writing to it.

Invariant: a column that an older file does not have has the value that a migration would give it.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

from jarvis_voice.store.sqlite.schema import MIGRATIONS

_COLUMNS = """
SELECT m.name, p.name, coalesce(p.dflt_value, 'NULL')
FROM main.sqlite_master AS m JOIN pragma_table_info(m.name) AS p
WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, p.cid
"""


def show_as_new(old: sqlite3.Connection) -> None:
    """Lay a view over each table of ours that lacks columns; it ends with the connection.

    Raises:
        sqlite3.Error: The file cannot be read.
    """
    with closing(sqlite3.connect(":memory:")) as new:
        for script in MIGRATIONS:
            new.executescript(script)
        wanted = _columns(new)
    old.execute("PRAGMA temp_store=MEMORY")  # no words in a file elsewhere
    found = _columns(old)
    for table, columns in wanted.items():
        if table not in found or columns.keys() <= found[table].keys():
            continue
        shown = ", ".join(
            name if name in found[table] else f"{default} AS {name}"
            for name, default in columns.items()
        )
        old.execute(f"CREATE TEMP VIEW {table} AS SELECT {shown} FROM main.{table}")  # noqa: S608 - the schema's own names


def _columns(connection: sqlite3.Connection) -> dict[str, dict[str, str]]:
    """Each table with its columns and what they are where nothing is said."""
    tables: dict[str, dict[str, str]] = {}
    for table, name, default in connection.execute(_COLUMNS):
        tables.setdefault(table, {})[name] = default
    return tables
