"""InMemoryErasureStore: deletes turns, threads and users from the tables in memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from jarvis_voice.core.types import ThreadKey
from jarvis_voice.store import limits
from jarvis_voice.store.briefing_port import BriefingKind
from jarvis_voice.store.conversation_ids import checkpoint_id, owns_checkpoint
from jarvis_voice.store.in_memory.checkpoints import drop_checkpoints, names_in
from jarvis_voice.store.in_memory.tables import Tables, TurnRow
from jarvis_voice.store.records import Erased


class InMemoryErasureStore:
    """Deletes for good from memory; implements `erasure_port.ErasureStore`.

    Args:
        tables: The rows.
        is_kept: Whether they outlive the store.
    """

    def __init__(self, tables: Tables, *, is_kept: bool) -> None:
        self._tables = tables
        self._is_kept = is_kept

    async def forget_turn(self, user_id: str, turn_id: str) -> Erased:
        """Forget one turn of a user, what was kept because of it, and its thread's checkpoints."""
        rows = self._tables.of_user(user_id)
        return self._forget([one for one in rows if f"t{one.number}" == turn_id])

    async def forget_thread(self, thread: ThreadKey) -> Erased:
        """Forget a conversation, and what was kept because of it."""
        rows = self._tables.of_user(thread.user_id)
        return self._forget([one for one in rows if one.thread == thread])

    async def forget_user(self, user_id: str) -> Erased:
        """Forget all that is known of a user."""
        self._check()
        tables = self._tables
        rows = tables.of_user(user_id)
        facts = [number for number, (owner, _) in tables.facts.items() if owner == user_id]
        notes = [number for number, one in tables.notes.items() if one.user_id == user_id]
        entries = [number for number, one in tables.entries.items() if one.user_id == user_id]
        watches = [user_id] if user_id in tables.stopwatches else []
        person = [key for key in tables.profile if key[0] == user_id]
        others = self._drop_kept(facts, notes, entries, watches) + self._drop_person(person)
        runs = [number for number, (owner, _) in tables.briefings.items() if owner == user_id]
        others += self._drop_runs(runs)
        others += self._drop_rows([key for key in tables.briefing_rows if key[0] == user_id])
        self._tables.drop_turns({one.number for one in rows})
        names = [one for one in names_in(tables.saver) if owns_checkpoint(user_id, one)]
        drop_checkpoints(tables.saver, names)
        return Erased(len(rows), others, frozenset(one.text for one in rows))

    async def drop_damaged(self) -> int:
        """Nothing is ever set aside."""
        return 0

    async def prune(self, before: datetime, most: int) -> int:
        """Take the oldest turns out, of all users, with what hangs on them."""
        self._tables.check_open()
        rows = self._tables.of_user(None)
        old = [row for row in rows if row.outcome and _began(row) < before][:most]
        for row in old:
            later = [one for one in rows if one.thread == row.thread and one.number > row.number]
            if len(later) < limits.REMEMBERED_TURNS:
                drop_checkpoints(self._tables.saver, [checkpoint_id(row.thread)])
        self._tables.drop_turns({row.number for row in old})
        return len(old)

    def _forget(self, rows: Sequence[TurnRow]) -> Erased:
        self._check()
        said = {f"t{one.number}" for one in rows}
        tables = self._tables
        facts = [number for number, (_, one) in tables.facts.items() if one.turn_id in said]
        notes = [number for number, one in tables.notes.items() if one.turn_id in said]
        entries = [number for number, one in tables.entries.items() if one.turn_id in said]
        watches = [owner for owner, one in tables.stopwatches.items() if one.turn_id in said]
        person = [key for key, one in tables.profile.items() if one.turn_id in said]
        others = self._drop_kept(facts, notes, entries, watches) + self._drop_person(person)
        others += self._drop_runs(
            [number for number, (_, run) in tables.briefings.items() if run.turn_id in said]
        )
        others += self._drop_rows(
            [key for key, one in tables.briefing_rows.items() if one.turn_id in said]
        )
        drop_checkpoints(tables.saver, {checkpoint_id(one.thread) for one in rows})
        tables.drop_turns({one.number for one in rows})
        return Erased(len(rows), others, frozenset(one.text for one in rows))

    def _drop_kept(
        self,
        facts: Sequence[int],
        notes: Sequence[int],
        entries: Sequence[int],
        watches: Sequence[str],
    ) -> int:
        for number in facts:
            del self._tables.facts[number]
        for number in notes:
            del self._tables.notes[number]
        for number in entries:
            del self._tables.entries[number]
        for owner in watches:
            del self._tables.stopwatches[owner]
        return len(facts) + len(notes) + len(entries) + len(watches)

    def _drop_runs(self, numbers: Sequence[int]) -> int:
        for number in numbers:
            del self._tables.briefings[number]
        return len(numbers)

    def _drop_rows(self, keys: Sequence[tuple[str, BriefingKind, str]]) -> int:
        for key in keys:
            del self._tables.briefing_rows[key]
        return len(keys)

    def _drop_person(self, keys: Sequence[tuple[str, str]]) -> int:
        for key in keys:
            del self._tables.profile[key]
        return len(keys)

    def _check(self) -> None:
        limits.check_kept("forgotten", is_kept=self._is_kept)
        self._tables.check_open()


def _began(row: TurnRow) -> datetime:
    return datetime.fromisoformat(row.started_at)
