"""The tables of the store in memory: plain values by their numbers.

Invariant: who opens them anew finds what was there, as in a file; a number is given once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.stopwatch_runs import StopwatchRun
from jarvis_voice.core.turn_ledger import TraceLine, Usage
from jarvis_voice.core.types import Outcome, ThreadKey
from jarvis_voice.store.briefing_port import BriefingKind, BriefingRow, BriefingRunRow
from jarvis_voice.store.records import Fact, KeptToken, Note, PastTurn, ProfileField, User


@dataclass(slots=True)
class TurnRow:
    """One turn; `outcome` is None while it runs."""

    number: int
    thread: ThreadKey
    place: str
    source: str
    started_at: str
    text: str
    reply: str = ""
    outcome: Outcome | None = None
    heard: str | None = None

    @property
    def past(self) -> PastTurn:
        """As it is read."""
        return PastTurn(
            f"t{self.number}",
            self.started_at,
            self.source,
            self.text,
            self.reply,
            self.outcome or "",
            self.heard,
        )


@dataclass(frozen=True, slots=True)
class KeptNote:
    """One entry of a user's list, and the turn in which it was added."""

    user_id: str
    turn_id: str
    note: Note


@dataclass(slots=True)
class Tables:
    """All rows by their number; ledgers have the number of their turn.

    Attributes:
        facts: With the user whose each is.
        profile: By its user and its field.
        stopwatches: By the user whose each is.
        briefings: Runs with the user whose each is.
        briefing_rows: By their user, kind and name.
        users: By their name, in the order in which they were added.
        tokens: By their name, in the order in which they were made.
        acts: Receipts of acts, in order; "" where one has none yet.
        is_open: Whether a store writes them now.
        last: The last number that each table gave.
        saver: LangGraph's, once it was asked for.
    """

    turns: dict[int, TurnRow] = field(default_factory=dict)
    facts: dict[int, tuple[str, Fact]] = field(default_factory=dict)
    notes: dict[int, KeptNote] = field(default_factory=dict)
    profile: dict[tuple[str, str], ProfileField] = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)
    stopwatches: dict[str, StopwatchRun] = field(default_factory=dict)
    usage: dict[int, tuple[Usage, ...]] = field(default_factory=dict)
    trace: dict[int, tuple[TraceLine, ...]] = field(default_factory=dict)
    latency: dict[int, TurnStages] = field(default_factory=dict)
    acts: dict[int, list[str]] = field(default_factory=dict)
    briefings: dict[int, tuple[str, BriefingRunRow]] = field(default_factory=dict)
    briefing_rows: dict[tuple[str, BriefingKind, str], BriefingRow] = field(default_factory=dict)
    users: dict[str, User] = field(default_factory=dict)
    tokens: dict[str, KeptToken] = field(default_factory=dict)
    interrupted: set[int] = field(default_factory=set)
    is_open: bool = False
    last: Counter[str] = field(default_factory=Counter)
    saver: Any = None

    def check_open(self) -> None:
        """Refuse to work where no store has opened them.

        Raises:
            StoreError: None has.
        """
        if not self.is_open:
            raise StoreError("database-closed", "The thread database is not open.")

    def next(self, table: str) -> int:
        """A new number of a table."""
        self.last[table] += 1
        return self.last[table]

    def open(self) -> None:
        """Close the turns that a crash left open, and note which they were."""
        self.is_open = True
        for row in self.turns.values():
            if row.outcome is None:
                row.outcome = "cancelled"
                self.interrupted.add(row.number)

    def of_user(self, user_id: str | None) -> list[TurnRow]:
        """A user's turns, oldest first; None is all."""
        rows = sorted(self.turns.items())
        return [row for _, row in rows if user_id in {None, row.thread.user_id}]

    def runs_of(self, user_id: str) -> list[BriefingRunRow]:
        """A user's runs of briefings, the newest first."""
        found = [run for owner, run in self.briefings.values() if owner == user_id]
        return sorted(found, key=lambda run: -run.number)

    def briefing_rows_of(self, user_id: str, kind: BriefingKind) -> list[BriefingRow]:
        """A user's rows of a kind, in the order of their numbers."""
        found = [row for key, row in self.briefing_rows.items() if key[:2] == (user_id, kind)]
        return sorted(found, key=lambda row: row.number)

    def drop_turns(self, numbers: set[int]) -> None:
        """Take turns out, with what hangs on them."""
        for ledger in (self.usage, self.trace, self.latency, self.acts, self.turns):
            for number in numbers & ledger.keys():
                del ledger[number]
        self.interrupted -= numbers
