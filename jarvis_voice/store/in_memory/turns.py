"""InMemoryTurnStore, and the stores for a turn's acts, interruptions and stage times."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.turn_ledger import TurnLedger
from jarvis_voice.core.types import Outcome, ReceiptKind, ThreadKey, TurnInput
from jarvis_voice.store import limits
from jarvis_voice.store.conversation_ids import checkpoint_id
from jarvis_voice.store.in_memory.checkpoints import (
    drop_checkpoints,
    drop_superseded,
    rename_checkpoints,
)
from jarvis_voice.store.in_memory.tables import Tables, TurnRow
from jarvis_voice.store.records import Interruption, PastTurn

_CHANGES = frozenset((ReceiptKind.EFFECT.value, ReceiptKind.PARTIAL.value))


class InMemoryTurnStore:
    """Keeps turns in memory; implements `ports.TurnStore`.

    Args:
        tables: The rows.
        is_kept: Whether they outlive the store.
    """

    def __init__(self, tables: Tables, *, is_kept: bool) -> None:
        self._tables = tables
        self._is_kept = is_kept
        self._last_number = 0

    def count_on(self) -> None:
        """Go on behind the last turn that was written down."""
        self._last_number = self._tables.last["turns"]

    def next_turn_id(self) -> str:
        """The id of a new turn: "t1" is the first; no id is given twice."""
        self._last_number += 1
        return f"t{self._last_number}"

    async def begin(self, turn: TurnInput, started_at: datetime) -> None:
        """Write down what was asked."""
        self._tables.check_open()
        number = number_of(turn.turn_id)
        if number in self._tables.turns:
            raise StoreError("database-write", f"There is a turn {turn.turn_id} already.")
        stamp = started_at.isoformat(timespec="seconds")
        self._tables.turns[number] = TurnRow(
            number, turn.thread, turn.origin.place, turn.source, stamp, turn.text
        )
        self._tables.last["turns"] = max(self._tables.last["turns"], number)

    async def end(
        self, turn: TurnInput, reply: str, outcome: Outcome, ledger: TurnLedger | None = None
    ) -> None:
        """Write down what was answered and what it cost; `tidy` comes after it."""
        self._tables.check_open()
        number = number_of(turn.turn_id)
        self._tables.acts.pop(number, None)
        row = self._tables.turns.get(number)
        if row is None:
            return
        row.reply, row.outcome = reply, outcome
        if ledger:
            self._tables.usage[number] = tuple(ledger.usage)
            self._tables.trace[number] = tuple(ledger.trace)
        for old in _older(self._tables, turn.origin.user_id, limits.TRACED_TURNS):
            self._tables.trace.pop(old, None)

    async def tidy(self, turn: TurnInput) -> None:
        """Drop the checkpoints before the thread's last one: a turn has made them superfluous."""
        self._tables.check_open()
        drop_superseded(self._tables.saver, checkpoint_id(turn.thread))

    async def note_heard(self, turn_id: str, heard: str) -> tuple[ThreadKey, str] | None:
        """Write down that of an answer no more than this was heard."""
        self._tables.check_open()
        row = self._tables.turns.get(number_of(turn_id))
        if row is None:
            return None
        row.heard = heard
        return row.thread, row.text

    async def thread_of(self, user_id: str, turn_id: str) -> str:
        """The thread of a turn; "" where this user has no such turn."""
        self._tables.check_open()
        found = (one for one in self._tables.of_user(user_id) if f"t{one.number}" == turn_id)
        row = next(found, None)
        return row.thread.thread_id if row else ""

    async def transcript(self, thread: ThreadKey) -> list[PastTurn]:
        """A thread's turns, oldest first; empty for an unknown thread."""
        self._tables.check_open()
        return [one.past for one in self._tables.of_user(thread.user_id) if one.thread == thread]

    async def rename(self, thread: ThreadKey, name: str) -> None:
        """Give a thread another name, with its checkpoints."""
        self._tables.check_open()
        renamed = ThreadKey(thread.user_id, name)
        for row in self._tables.of_user(thread.user_id):
            if row.thread == thread:
                row.thread = renamed
        rename_checkpoints(self._tables.saver, checkpoint_id(thread), checkpoint_id(renamed))

    async def clear(self, thread: ThreadKey) -> int:
        """Forget a thread, whole or not at all; returns how many turns it had."""
        self._tables.check_open()
        limits.check_kept("forgotten", is_kept=self._is_kept)
        gone = {one.number for one in self._tables.turns.values() if one.thread == thread}
        self._tables.drop_turns(gone)
        drop_checkpoints(self._tables.saver, [checkpoint_id(thread)])
        return len(gone)


class InMemoryInterruptionStore:
    """Keeps acts and interruptions in memory; implements `ports.InterruptionStore`.

    Args:
        tables: The rows.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def act_begins(self, turn_id: str) -> None:
        """Write down that an act of a turn is about to begin."""
        self._tables.check_open()
        number = number_of(turn_id)
        if number in self._tables.turns:
            self._tables.acts.setdefault(number, []).append("")

    async def act_is_over(self, turn_id: str, kind: ReceiptKind) -> None:
        """Write down what became of the act that began last."""
        self._tables.check_open()
        if acts := self._tables.acts.get(number_of(turn_id)):
            acts[-1] = kind.value

    async def interrupted(self, user_id: str) -> list[Interruption]:
        """The user's turns that a crash cut short and that were not told yet, the newest first."""
        self._tables.check_open()
        return [self._interruption(row) for row in self._rows(user_id)[::-1]]

    async def have_been_told(self, user_id: str) -> None:
        """Forget which these were: each is told once."""
        self._tables.check_open()
        for row in self._rows(user_id):
            self._tables.acts.pop(row.number, None)
            self._tables.interrupted.discard(row.number)

    def _rows(self, user_id: str) -> list[TurnRow]:
        cut_short = self._tables.interrupted
        return [row for row in self._tables.of_user(user_id) if row.number in cut_short]

    def _interruption(self, row: TurnRow) -> Interruption:
        acts = self._tables.acts.get(row.number, [])
        effects = sum(receipt in _CHANGES for receipt in acts)
        whose = row.thread.user_id
        return Interruption(f"t{row.number}", row.text, acts.count(""), effects, whose)


class InMemoryLatencyStore:
    """Keeps stage times in memory; implements `ports.LatencyStore`.

    Args:
        tables: The rows.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def add(self, *turns: TurnStages) -> None:
        """Write turns down together; of one that is not kept (a dry run) no time is kept either."""
        self._tables.check_open()
        for turn in turns:
            self._add(turn)

    def _add(self, stages: TurnStages) -> None:
        number = number_of(stages.turn_id)
        row = self._tables.turns.get(number)
        if row is None:
            return
        self._tables.latency[number] = replace(stages, seconds=dict(stages.seconds))
        for old in _older(self._tables, row.thread.user_id, limits.TIMED_TURNS):
            self._tables.latency.pop(old, None)


def number_of(turn_id: str) -> int:
    """The number of a turn in the tables."""
    return int(turn_id[1:])


def _older(tables: Tables, user_id: str, newest: int) -> list[int]:
    """A user's turns but for so many of the newest."""
    return [row.number for row in tables.of_user(user_id)[:-newest]]
