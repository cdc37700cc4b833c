"""SqliteReader: reads the file while a daemon may write it. Needs no event loop.

Invariant: a file that an older Jarvis wrote is read as it is; what it has no table for is empty,
and what it holds is the owner's.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.file_kind import no_file
from jarvis_voice.core.operations import ThreadSummary
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.turn_ledger import TraceLine
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.store.briefing_port import BriefingKind, BriefingRow, BriefingRunRow
from jarvis_voice.store.briefing_rows import rows_in, runs_in
from jarvis_voice.store.read_rows import STAGE_COLUMNS, calls_in, stages_in
from jarvis_voice.store.records import (
    KeptFact,
    KeptToken,
    PastTurn,
    ProfileField,
    TurnCalls,
    User,
)
from jarvis_voice.store.sqlite.briefing_rows import ROWS, RUNS
from jarvis_voice.store.sqlite.entry_rows import ENTRIES, entries_in
from jarvis_voice.store.sqlite.failures import FAILURES, code_of, decoded
from jarvis_voice.store.sqlite.image import is_cut_to_nothing, ways_to_read
from jarvis_voice.store.sqlite.old_tables import show_as_new
from jarvis_voice.store.sqlite.people_rows import TOKENS, USERS, tokens_in
from jarvis_voice.store.sqlite.row_conditions import CONDITIONS, readable
from jarvis_voice.store.sqlite.schema import MIGRATIONS, TRANSCRIPT

BUSY_SECONDS = 1.5
NEEDS_TO_WRITE = (
    *(sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY),
    *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL),
)
"""A reader makes files beside the database; where it may not, or the disk is full, nobody else
writes there either."""


class SqliteReader:
    """Reads what is kept in the file; implements `reader_port.StoreReader`.

    Args:
        file: Where the database is; it need not exist.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def unreadable(self, *tables: str) -> dict[str, int]:
        """How many rows of these tables cannot be read; no table is all of them."""
        counts = {
            table: self._rows(f"SELECT count(*) FROM {table} WHERE NOT {readable(table)}")  # noqa: S608 - names of our own
            for table in tables or CONDITIONS
        }
        return {table: rows[0][0] for table, rows in counts.items() if rows and rows[0][0]}

    def threads(self, user_id: str) -> list[ThreadSummary]:
        """A user's threads, the latest first."""
        sql = (
            "SELECT every.thread_id, turns, last_at, newest.text, opening.text FROM "  # noqa: S608 - names of our own
            "(SELECT thread_id, count(*) AS turns, max(started_at) AS last_at, "
            "max(number) AS last, min(number) AS first FROM turns "
            f"WHERE {readable('turns')} AND user_id = ? GROUP BY thread_id) AS every "
            "JOIN turns AS newest ON newest.number = last "
            "JOIN turns AS opening ON opening.number = first ORDER BY last DESC"
        )
        return [ThreadSummary(*row) for row in self._rows(sql, user_id)]

    def transcript(self, thread: ThreadKey) -> list[PastTurn]:
        """A thread's turns, oldest first; empty for an unknown thread."""
        sql = f"{TRANSCRIPT} AND user_id = ? AND thread_id = ? ORDER BY number"
        return [PastTurn(*row) for row in self._rows(sql, *thread)]

    def turn(self, user_id: str, turn_id: str | None = None) -> PastTurn | None:
        """One turn of a user, or the newest; None where there is no such turn."""
        sql = (
            f"{TRANSCRIPT} AND user_id = ?1 AND (?2 = '' OR 't' || number = ?2) "
            "ORDER BY number DESC LIMIT 1"
        )
        found = self._rows(sql, user_id, turn_id or "")
        return PastTurn(*found[0]) if found else None

    def trace(self, user_id: str, turn_id: str) -> list[TraceLine]:
        """How a turn went, in order; empty where nothing was kept."""
        sql = (
            f"SELECT kind, text FROM trace WHERE {readable('trace')} AND turn = "  # noqa: S608 - names of our own
            "(SELECT number FROM turns WHERE user_id = ? AND 't' || number = ?) ORDER BY position"
        )
        return [TraceLine(*row) for row in self._rows(sql, user_id, turn_id)]

    def calls(self, since: str = "", user_id: str | None = None) -> list[TurnCalls]:
        """The turns and their calls of models, the newest turn first."""
        sql = (
            "SELECT 't' || number, started_at, model, input_tokens, output_tokens "  # noqa: S608 - names of our own
            f"FROM (SELECT * FROM turns WHERE {readable('turns')}) "
            f"LEFT JOIN (SELECT * FROM usage WHERE {readable('usage')}) ON turn = number "
            "WHERE (?1 = '' OR datetime(started_at) >= datetime(?1)) "
            "AND (?2 IS NULL OR user_id = ?2) ORDER BY number DESC, position"
        )
        return calls_in(self._rows(sql, since, user_id))

    def latency(self, last: int, user_id: str | None = None) -> list[TurnStages]:
        """The stage times of the newest turns, the newest first."""
        sql = (
            f"SELECT 't' || turn, timed.source, {STAGE_COLUMNS} "  # noqa: S608 - names of our own
            f"FROM (SELECT * FROM latency WHERE {readable('latency')}) AS timed "
            "LEFT JOIN turns ON number = turn "
            "WHERE ?2 IS NULL OR user_id = ?2 ORDER BY turn DESC LIMIT CAST(?1 AS INTEGER)"
        )
        return stages_in(self._rows(sql, str(last), user_id))

    def facts(self, user_id: str) -> list[KeptFact]:
        """What a user asked to be kept, oldest first."""
        sql = (
            "SELECT number, text, turn_id, said_at FROM facts "  # noqa: S608 - names of our own
            f"WHERE {readable('facts')} AND user_id = ? ORDER BY number"
        )
        return [KeptFact(*row) for row in self._rows(sql, user_id)]

    def profile(self, user_id: str) -> list[ProfileField]:
        """What is known of a user's person, in the order of `Profile`."""
        sql = (
            "SELECT field, value, turn_id, said_at FROM profile "  # noqa: S608 - names of our own
            f"WHERE {readable('profile')} AND user_id = ? "
            "ORDER BY instr('name city birthday units', field)"
        )
        return [ProfileField(*row) for row in self._rows(sql, user_id)]

    def entries(self, user_id: str) -> list[Entry]:
        """What a user has set, in the order in which it was set."""
        sql = f"{ENTRIES} AND user_id = ? AND state <> 'missed' ORDER BY number"
        return list(entries_in(self._rows(sql, user_id)))

    def all_entries(self) -> list[Entry]:
        """What all users have set."""
        return list(entries_in(self._rows(f"{ENTRIES} ORDER BY number")))

    def briefing_runs(self, user_id: str, last: int) -> list[BriefingRunRow]:
        """A user's so many newest runs of briefings, the newest first."""
        return runs_in(self._rows(RUNS, user_id, str(last)))

    def briefing_rows(self, user_id: str, kind: BriefingKind) -> list[BriefingRow]:
        """A user's rows of a kind, in the order of their numbers."""
        return rows_in(self._rows(ROWS, user_id, kind))

    def users(self) -> list[User]:
        """The users who were added, in that order."""
        return [User(*row) for row in self._rows(USERS)]

    def tokens(self) -> list[KeptToken]:
        """All tokens, in the order in which they were made."""
        return list(tokens_in(self._rows(TOKENS)))

    def _rows(self, sql: str, *values: str | None) -> list[Any]:
        """What a query finds; nothing where there is no file, or no such table in it.

        Raises:
            StoreError: The file cannot be read.
        """
        if why := no_file(self._file):
            raise StoreError("database-no-file", f"Cannot use the database {self._file}: {why}.")
        try:
            if not self._file.exists():
                return []
            if is_cut_to_nothing(self._file):
                raise sqlite3.DatabaseError("it is empty, and what belongs into it lies beside it")
            *first, alone = ways_to_read(self._file)
            for options in first:
                try:
                    return self._query(options, sql, values)
                except sqlite3.OperationalError as error:
                    if code_of(error) not in NEEDS_TO_WRITE:
                        raise
            return self._query(alone, sql, values)
        except (*FAILURES, OSError) as error:
            if str(error).startswith("no such table"):
                return []
            raise StoreError(
                "database-unreadable",
                f"Cannot read {self._file}: {error}. If it is damaged, `jarvis run` sets it aside.",
            ) from error

    def _query(self, options: str, sql: str, values: tuple[str | None, ...]) -> list[Any]:
        uri = f"{self._file.absolute().as_uri()}?{options}"
        with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if 0 < version < len(MIGRATIONS):
                show_as_new(connection)
            connection.text_factory = decoded
            return connection.execute(sql, values).fetchall()
