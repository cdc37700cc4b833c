"""InMemoryReader: reads the tables in memory while a store writes them."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime

from jarvis_voice.core.operations import ThreadSummary
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.turn_ledger import TraceLine
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.store.briefing_port import BriefingKind, BriefingRow, BriefingRunRow
from jarvis_voice.store.in_memory.tables import Tables, TurnRow
from jarvis_voice.store.records import (
    KeptFact,
    KeptToken,
    PastTurn,
    Profile,
    ProfileField,
    TurnCalls,
    User,
)


class InMemoryReader:
    """Reads what is kept in memory; implements `reader_port.StoreReader`.

    Args:
        tables: The rows.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def unreadable(self, *tables: str) -> dict[str, int]:
        """In memory every row can be read."""
        return dict.fromkeys(tables[:0], 0)

    def threads(self, user_id: str) -> list[ThreadSummary]:
        """A user's threads, the latest first."""
        threads: dict[ThreadKey, list[TurnRow]] = {}
        for row in self._tables.of_user(user_id)[::-1]:
            threads.setdefault(row.thread, []).append(row)
        return [
            ThreadSummary(
                key.thread_id,
                len(rows),
                max(one.started_at for one in rows),
                rows[0].text,
                title=rows[-1].text,
            )
            for key, rows in threads.items()
        ]

    def transcript(self, thread: ThreadKey) -> list[PastTurn]:
        """A thread's turns, oldest first; empty for an unknown thread."""
        return [one.past for one in self._tables.of_user(thread.user_id) if one.thread == thread]

    def turn(self, user_id: str, turn_id: str | None = None) -> PastTurn | None:
        """One turn of a user, or the newest; None where there is no such turn."""
        past = [one.past for one in self._tables.of_user(user_id)]
        found = [one for one in past if not turn_id or one.turn_id == turn_id]
        return found[-1] if found else None

    def trace(self, user_id: str, turn_id: str) -> list[TraceLine]:
        """How a turn went, in order; empty where nothing was kept."""
        found = (one for one in self._tables.of_user(user_id) if f"t{one.number}" == turn_id)
        return [line for row in found for line in self._tables.trace.get(row.number, ())]

    def calls(self, since: str = "", user_id: str | None = None) -> list[TurnCalls]:
        """The turns and their calls of models, the newest turn first."""
        first = datetime.fromisoformat(since) if since else None
        return [
            TurnCalls(f"t{row.number}", row.started_at, self._tables.usage.get(row.number, ()))
            for row in self._tables.of_user(user_id)[::-1]
            if first is None or datetime.fromisoformat(row.started_at) >= first
        ]

    def latency(self, last: int, user_id: str | None = None) -> list[TurnStages]:
        """The stage times of so many newest turns, the newest first."""
        rows, times = self._tables.of_user(user_id)[::-1], self._tables.latency
        return [times[row.number] for row in rows if row.number in times][:last]

    def facts(self, user_id: str) -> list[KeptFact]:
        """What a user asked to be kept, oldest first."""
        return [
            KeptFact(one.number, one.text, one.turn_id, one.said_at.isoformat(timespec="seconds"))
            for _, (owner, one) in sorted(self._tables.facts.items())
            if owner == user_id
        ]

    def profile(self, user_id: str) -> list[ProfileField]:
        """What is known of a user's person, in the order of `Profile`."""
        found = (self._tables.profile.get((user_id, one.name)) for one in fields(Profile))
        return [one for one in found if one]

    def entries(self, user_id: str) -> list[Entry]:
        """What a user has set, in the order in which it was set."""
        return [one for one in self.all_entries() if one.is_set_by(user_id)]

    def all_entries(self) -> list[Entry]:
        """What all users have set."""
        return [one for _, one in sorted(self._tables.entries.items())]

    def briefing_runs(self, user_id: str, last: int) -> list[BriefingRunRow]:
        """A user's so many newest runs of briefings, the newest first."""
        return self._tables.runs_of(user_id)[:last]

    def briefing_rows(self, user_id: str, kind: BriefingKind) -> list[BriefingRow]:
        """A user's rows of a kind, in the order of their numbers."""
        return self._tables.briefing_rows_of(user_id, kind)

    def users(self) -> list[User]:
        """The users who were added, in that order."""
        return list(self._tables.users.values())

    def tokens(self) -> list[KeptToken]:
        """All tokens, in the order in which they were made."""
        return list(self._tables.tokens.values())
