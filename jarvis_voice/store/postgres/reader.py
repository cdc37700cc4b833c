"""PostgresReader: reads the database beside the process that writes it. Needs no event loop."""

from __future__ import annotations

from typing import Any

from psycopg import errors

from jarvis_voice.core.operations import ThreadSummary
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.turn_ledger import TraceLine
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.store.briefing_port import BriefingKind, BriefingRow, BriefingRunRow
from jarvis_voice.store.briefing_rows import rows_in, runs_in
from jarvis_voice.store.postgres.briefings import ROWS, RUNS
from jarvis_voice.store.postgres.database import plain
from jarvis_voice.store.postgres.failures import FAILURES, unreadable
from jarvis_voice.store.postgres.people import TOKENS, USERS, tokens_in
from jarvis_voice.store.postgres.place import PostgresPlace
from jarvis_voice.store.postgres.reading_connections import ReadingConnections
from jarvis_voice.store.postgres.schedule import ENTRIES, entries_in
from jarvis_voice.store.postgres.schema import TRANSCRIPT
from jarvis_voice.store.read_rows import STAGE_COLUMNS, calls_in, stages_in
from jarvis_voice.store.records import (
    KeptFact,
    KeptToken,
    PastTurn,
    ProfileField,
    TurnCalls,
    User,
)

_THREADS = """
SELECT every.thread_id, turns, last_at, newest.text, opening.text FROM (
    SELECT thread_id, count(*) AS turns, max(started_at) AS last_at,
        max(number) AS last, min(number) AS first
    FROM jarvis_turns WHERE user_id = %s GROUP BY thread_id
) AS every
JOIN jarvis_turns AS newest ON newest.number = last
JOIN jarvis_turns AS opening ON opening.number = first ORDER BY last DESC
"""
_CALLS = """
SELECT 't' || number, started_at, model, input_tokens, output_tokens
FROM jarvis_turns LEFT JOIN jarvis_usage AS spent ON spent.turn = number
WHERE (%s = '' OR started_at::timestamptz >= nullif(%s, '')::timestamptz)
AND (%s::text IS NULL OR user_id = %s) ORDER BY number DESC, position
"""


class PostgresReader:
    """Reads what is kept in the database; implements `reader_port.StoreReader`.

    Args:
        place: Where it is.
    """

    def __init__(self, place: PostgresPlace) -> None:
        self._place = place
        self._connections = ReadingConnections(place)

    def unreadable(self, *tables: str) -> dict[str, int]:
        """The server takes no row of another shape."""
        return dict.fromkeys(tables[:0], 0)

    def threads(self, user_id: str) -> list[ThreadSummary]:
        """A user's threads, the latest first."""
        return [ThreadSummary(*row) for row in self.rows(_THREADS, user_id)]

    def transcript(self, thread: ThreadKey) -> list[PastTurn]:
        """A thread's turns, oldest first; empty for an unknown thread."""
        sql = f"{TRANSCRIPT} user_id = %s AND thread_id = %s ORDER BY number"
        return [PastTurn(*row) for row in self.rows(sql, *thread)]

    def turn(self, user_id: str, turn_id: str | None = None) -> PastTurn | None:
        """One turn of a user, or the newest; None where there is no such turn."""
        sql = (
            f"{TRANSCRIPT} user_id = %s AND (%s = '' OR 't' || number = %s) "
            "ORDER BY number DESC LIMIT 1"
        )
        found = self.rows(sql, user_id, turn_id or "", turn_id or "")
        return PastTurn(*found[0]) if found else None

    def trace(self, user_id: str, turn_id: str) -> list[TraceLine]:
        """How a turn went, in order; empty where nothing was kept."""
        sql = (
            "SELECT kind, text FROM jarvis_trace WHERE turn = (SELECT number FROM jarvis_turns "
            "WHERE user_id = %s AND 't' || number = %s) ORDER BY position"
        )
        return [TraceLine(*row) for row in self.rows(sql, user_id, turn_id)]

    def calls(self, since: str = "", user_id: str | None = None) -> list[TurnCalls]:
        """The turns and their calls of models, the newest turn first."""
        return calls_in(self.rows(_CALLS, since, since, user_id, user_id))

    def latency(self, last: int, user_id: str | None = None) -> list[TurnStages]:
        """The stage times of the newest turns, the newest first."""
        sql = (
            f"SELECT 't' || turn, timed.source, {STAGE_COLUMNS} FROM jarvis_latency AS timed "  # noqa: S608 - names of our own
            "LEFT JOIN jarvis_turns ON number = turn "
            "WHERE %s::text IS NULL OR user_id = %s ORDER BY turn DESC LIMIT %s"
        )
        return stages_in(self.rows(sql, user_id, user_id, last))

    def facts(self, user_id: str) -> list[KeptFact]:
        """What a user asked to be kept, oldest first."""
        sql = (
            "SELECT number, text, turn_id, said_at FROM jarvis_facts "
            "WHERE user_id = %s ORDER BY number"
        )
        return [KeptFact(*row) for row in self.rows(sql, user_id)]

    def profile(self, user_id: str) -> list[ProfileField]:
        """What is known of a user's person, in the order of `Profile`."""
        sql = (
            "SELECT field, value, turn_id, said_at FROM jarvis_profile WHERE user_id = %s "
            "ORDER BY strpos('name city birthday units', field)"
        )
        return [ProfileField(*row) for row in self.rows(sql, user_id)]

    def entries(self, user_id: str) -> list[Entry]:
        """What a user has set, in the order in which it was set."""
        sql = f"{ENTRIES} WHERE user_id = %s AND state <> 'missed' ORDER BY number"
        return list(entries_in(self.rows(sql, user_id)))

    def all_entries(self) -> list[Entry]:
        """What all users have set."""
        return list(entries_in(self.rows(f"{ENTRIES} ORDER BY number")))

    def briefing_runs(self, user_id: str, last: int) -> list[BriefingRunRow]:
        """A user's so many newest runs of briefings, the newest first."""
        return runs_in(self.rows(RUNS, user_id, last))

    def briefing_rows(self, user_id: str, kind: BriefingKind) -> list[BriefingRow]:
        """A user's rows of a kind, in the order of their numbers."""
        return rows_in(self.rows(ROWS, user_id, kind))

    def users(self) -> list[User]:
        """The users who were added, in that order."""
        return [User(*row) for row in self.rows(USERS)]

    def tokens(self) -> list[KeptToken]:
        """All tokens, in the order in which they were made."""
        return list(tokens_in(self.rows(TOKENS)))

    def rows(self, sql: str, *values: object) -> list[Any]:
        """What a query finds; nothing where no Jarvis has made its tables yet.

        Raises:
            StoreError: The database cannot be read.
        """
        try:
            return self._connections.found(sql, plain(values))
        except errors.UndefinedTable:
            return []
        except FAILURES as error:
            raise unreadable(self._place, error) from error
