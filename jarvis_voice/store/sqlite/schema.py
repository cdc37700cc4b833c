"""The database's own tables, as numbered migrations: never edit one, append the next.

Invariant: `PRAGMA user_version` is the number of migrations applied. LangGraph's checkpointer keeps
its two tables itself.
"""

from __future__ import annotations

from jarvis_voice.store.sqlite.row_conditions import LARGEST_NUMBER, readable

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
    """
    CREATE TABLE facts (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        text TEXT NOT NULL,
        turn_id TEXT NOT NULL,
        said_at TEXT NOT NULL
    );
    CREATE TABLE notes (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        list_name TEXT NOT NULL,
        text TEXT NOT NULL,
        added_at TEXT NOT NULL
    );
    CREATE INDEX notes_of_list ON notes (list_name, number);
    CREATE TABLE usage (
        turn INTEGER NOT NULL,
        position INTEGER NOT NULL,
        model TEXT NOT NULL,
        input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL,
        PRIMARY KEY (turn, position)
    ) WITHOUT ROWID;
    CREATE TABLE trace (
        turn INTEGER NOT NULL,
        position INTEGER NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (turn, position)
    );
    """,
    """
    CREATE TABLE latency (
        turn INTEGER PRIMARY KEY,
        source TEXT NOT NULL,
        pause_seconds REAL,
        transcribe_seconds REAL,
        plan_seconds REAL,
        act_seconds REAL,
        word_seconds REAL,
        synthesise_seconds REAL,
        output_seconds REAL,
        whole_seconds REAL
    );
    """,
    "ALTER TABLE turns ADD COLUMN heard TEXT;",
    """
    ALTER TABLE notes ADD COLUMN turn_id TEXT NOT NULL DEFAULT '';
    CREATE TABLE acts (
        turn INTEGER NOT NULL,
        position INTEGER NOT NULL,
        receipt TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (turn, position)
    ) WITHOUT ROWID;
    CREATE TABLE interrupted (turn INTEGER PRIMARY KEY);
    """,
    """
    CREATE TABLE schedule (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        words TEXT NOT NULL,
        thread_id TEXT NOT NULL,
        turn_id TEXT NOT NULL,
        rule TEXT NOT NULL,
        set_at TEXT NOT NULL,
        due_at TEXT NOT NULL,
        length_seconds REAL NOT NULL,
        boot TEXT NOT NULL,
        due_elapsed_seconds REAL NOT NULL,
        state TEXT NOT NULL
    );
    """,
    """
    ALTER TABLE turns ADD COLUMN user_id TEXT NOT NULL DEFAULT 'me';
    ALTER TABLE turns ADD COLUMN place TEXT NOT NULL DEFAULT '';
    ALTER TABLE facts ADD COLUMN user_id TEXT NOT NULL DEFAULT 'me';
    ALTER TABLE notes ADD COLUMN user_id TEXT NOT NULL DEFAULT 'me';
    ALTER TABLE schedule ADD COLUMN user_id TEXT NOT NULL DEFAULT 'me';
    ALTER TABLE schedule ADD COLUMN place TEXT NOT NULL DEFAULT '';
    DROP INDEX turns_of_thread;
    DROP INDEX notes_of_list;
    CREATE INDEX turns_of_thread ON turns (user_id, thread_id, number);
    CREATE INDEX turns_of_user ON turns (user_id, number);
    CREATE INDEX facts_of_user ON facts (user_id, number);
    CREATE INDEX notes_of_list ON notes (user_id, list_name, number);
    CREATE INDEX schedule_of_user ON schedule (user_id, number);
    """,
    """
    CREATE TABLE stopwatches (
        number INTEGER PRIMARY KEY,
        user_id TEXT NOT NULL,
        turn_id TEXT NOT NULL,
        started_at TEXT NOT NULL,
        boot TEXT NOT NULL,
        started_elapsed_seconds REAL NOT NULL,
        stopped_seconds REAL
    );
    """,
    """
    CREATE TABLE profile (
        user_id TEXT NOT NULL,
        field TEXT NOT NULL,
        value TEXT NOT NULL,
        turn_id TEXT NOT NULL,
        said_at TEXT NOT NULL,
        PRIMARY KEY (user_id, field)
    );
    """,
    """
    CREATE TABLE people (
        number INTEGER PRIMARY KEY,
        user_id TEXT NOT NULL UNIQUE,
        added_at TEXT NOT NULL
    );
    CREATE TABLE tokens (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        user_id TEXT NOT NULL,
        digest TEXT NOT NULL UNIQUE,
        scopes TEXT NOT NULL,
        created_at TEXT NOT NULL,
        last_used_at TEXT NOT NULL DEFAULT ''
    );
    ALTER TABLE schedule ADD COLUMN scopes TEXT NOT NULL DEFAULT 'talk';
    UPDATE schedule SET scopes = 'talk act home admin' WHERE user_id = 'me' AND place = '';
    """,
    """
    CREATE TABLE briefings (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id TEXT NOT NULL,
        turn_id TEXT NOT NULL,
        started_at TEXT NOT NULL,
        state TEXT NOT NULL,
        body TEXT NOT NULL,
        work TEXT NOT NULL
    );
    CREATE INDEX briefings_of_user ON briefings (user_id, number);
    CREATE TABLE briefing_rows (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        turn_id TEXT NOT NULL,
        kept_at TEXT NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (user_id, kind, name)
    );
    """,
)
"""SQL scripts in order. `outcome` is NULL while a turn runs; `turn` is a number of `turns`; `heard`
is NULL where the whole reply came out, or none was to be spoken. A table with a column `turn` has
no `user_id`: its rows are of the user of that turn."""

ACCOUNTS = ("people", "tokens")
"""Tables of who may come in: to forget what a user said leaves them as they are."""

AT_OPENING = (
    "INSERT OR IGNORE INTO interrupted SELECT number FROM turns WHERE outcome IS NULL",
    "UPDATE turns SET outcome = 'cancelled' WHERE outcome IS NULL",
)
"""Closes the turns that a crash left open; which they were is told at the next start."""

COLUMNS = """
SELECT m.name, p.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p
WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
"""
"""Every table with its columns."""

TRANSCRIPT = (
    "SELECT 't' || number, started_at, source, text, reply, coalesce(outcome, ''), heard "  # noqa: S608 - names of our own
    f"FROM turns WHERE {readable('turns')}"
)
"""The columns of a `PastTurn`; a condition may follow."""

COLUMN_DETAILS = """
SELECT m.name, p.name, trim(p.dflt_value, char(39)),
    p.pk = 1 AND p.type = 'INTEGER' AND m.sql NOT LIKE '%WITHOUT ROWID%'
    AND (SELECT count(*) FROM pragma_table_info(m.name) WHERE pk) = 1
FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p
WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, p.cid
"""
"""Every table with its columns in order: name, default, and whether it is the row's number."""

NUMBERED = ("turns", "facts", "notes", "schedule", "briefings", "briefing_rows")
"""Tables that never give a number twice."""

_IS_GIVEN = f"typeof(seq) = 'integer' AND seq BETWEEN 0 AND {LARGEST_NUMBER}"
_TURN_OF = "max(CAST(substr(turn_id, 2) AS INTEGER))"
_TURNS_NAMED = f"""
SELECT max(number) AS one FROM turns UNION SELECT max(turn) FROM trace
UNION SELECT max(turn) FROM latency UNION SELECT max(turn) FROM usage
UNION SELECT {_TURN_OF} FROM facts UNION SELECT {_TURN_OF} FROM notes
UNION SELECT {_TURN_OF} FROM schedule UNION SELECT {_TURN_OF} FROM profile
"""  # noqa: S608 - a constant
AFTER_RESCUE = (
    f"DELETE FROM sqlite_sequence WHERE NOT ({_IS_GIVEN})",  # noqa: S608 - names of our own
    *(f"INSERT INTO sqlite_sequence SELECT '{name}', 0" for name in NUMBERED),
    f"INSERT INTO sqlite_sequence SELECT 'turns', max(one) FROM ({_TURNS_NAMED}) "  # noqa: S608 - a constant
    f"WHERE one BETWEEN 0 AND {LARGEST_NUMBER}",
    "UPDATE sqlite_sequence SET seq = (SELECT max(every.seq) FROM sqlite_sequence AS every "
    "WHERE every.name = sqlite_sequence.name)",
    "DELETE FROM sqlite_sequence WHERE rowid NOT IN "
    "(SELECT min(rowid) FROM sqlite_sequence GROUP BY name)",
)
"""Numbers go on behind all that were given, also those of turns that are lost."""


def next_number(table: str) -> str:
    """SQL for the number of a new row: behind all that were given, as far as they can be read.

    SQLite itself gives none any more once a damaged row has the largest there is.
    """
    return (
        f"(SELECT 1 + max(coalesce((SELECT max(number) FROM {table} "  # noqa: S608 - names of our own
        f"WHERE number BETWEEN 0 AND {LARGEST_NUMBER}), 0), "
        f"coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = '{table}' "
        f"AND {_IS_GIVEN}), 0)))"
    )
