"""The database's own tables, as numbered migrations: never edit one, append the next.

Invariant: `PRAGMA user_version` is the number of migrations applied. LangGraph's checkpointer keeps
its two tables itself.
"""

from __future__ import annotations

MIGRATIONS = (
    """
    CREATE TABLE turns (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        thread_id TEXT NOT NULL,
        source TEXT NOT NULL,
        started_at TEXT NOT NULL,
        text TEXT NOT NULL,
        reply TEXT NOT NULL DEFAULT '',
        outcome TEXT
    );
    CREATE INDEX turns_of_thread ON turns (thread_id, number);
    """,
)
"""SQL scripts in order. `outcome` is NULL while a turn runs; a start closes what a crash left."""
