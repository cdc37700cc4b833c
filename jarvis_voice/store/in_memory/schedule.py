"""InMemoryScheduleStore: keeps timers, alarms, reminders, routines and stopwatches in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.schedule_entries import Entry, State
from jarvis_voice.core.stopwatch_runs import StopwatchRun
from jarvis_voice.store import limits
from jarvis_voice.store.in_memory.tables import Tables


class InMemoryScheduleStore:
    """Keeps the schedule in memory; implements `ports.ScheduleStore`.

    Args:
        tables: The rows.
        is_kept: Whether they outlive the store.
        is_passing: Whether this process ends with its command.
        is_known: Whether what was kept before could be read.
    """

    def __init__(self, tables: Tables, *, is_kept: bool, is_passing: bool, is_known: bool) -> None:
        self._tables = tables
        self._is_kept = is_kept
        self._is_passing = is_passing
        self._is_known = is_known

    @property
    def is_kept(self) -> bool:
        """Whether what is set outlives this process."""
        return self._is_kept

    @property
    def is_known(self) -> bool:
        """Whether what was set before could be read."""
        return self._is_known

    async def entries(self, user_id: str) -> tuple[Entry, ...]:
        """What a user has set, in the order in which it was set."""
        return tuple(one for one in await self.all_entries() if one.is_set_by(user_id))

    async def all_entries(self) -> tuple[Entry, ...]:
        """What all users have set, for who rings it."""
        self._tables.check_open()
        return tuple(one for _, one in sorted(self._tables.entries.items()))

    async def add(self, *entries: Entry) -> None:
        """Keep entries, all of them or none; one that has a number keeps it."""
        counts = Counter(one.user_id for one in entries)
        for one in await self.all_entries():
            if one.user_id in counts:
                counts[one.user_id] += 1
        limits.check_entries(entries, counts)
        numbers = [one.number for one in entries if one.number]
        if len(set(numbers)) < len(numbers) or self._tables.entries.keys() & set(numbers):
            raise StoreError("database-write", "There is an entry of that number already.")
        self._insert(entries)

    async def mark(self, numbers: Iterable[int], state: State) -> None:
        """Write down what becomes of entries, for who rings them."""
        self._tables.check_open()
        for number in numbers:
            if entry := self._tables.entries.get(number):
                self._tables.entries[number] = replace(entry, state=state)

    async def settle(
        self, numbers: Iterable[int], going_on: Sequence[Entry] = (), *, user_id: str | None = None
    ) -> None:
        """End entries; those that come again wait for their next time."""
        self._tables.check_open()
        again = {entry.number: entry for entry in going_on if entry.number}
        for number in numbers:
            entry = self._tables.entries.get(number)
            if entry is None or user_id not in {None, entry.user_id}:
                continue
            del self._tables.entries[number]
            if number in again:
                due_at = _as_kept(again[number].due_at)
                self._tables.entries[number] = replace(entry, due_at=due_at, state="waiting")
        self._insert([entry for entry in going_on if not entry.number])

    async def exchange(self, user_id: str, number: int, new: Entry) -> bool:
        """Put another entry in the place of one that is still there; whether it was."""
        old = self._tables.entries.get(number)
        if old is None or old.user_id != user_id:
            return False
        self._insert([replace(new, number=0)])
        del self._tables.entries[number]
        return True

    async def remove(self, user_id: str, numbers: Iterable[int]) -> int:
        """Cancel entries of a user; how many there were."""
        limits.check_lasting(is_passing=self._is_passing)
        theirs = {one.number for one in await self.entries(user_id)} & set(numbers)
        for number in theirs:
            del self._tables.entries[number]
        return len(theirs)

    async def stopwatch(self, user_id: str) -> StopwatchRun | None:
        """A user's stopwatch; None where none was started."""
        self._tables.check_open()
        return self._tables.stopwatches.get(user_id)

    async def keep_stopwatch(self, user_id: str, run: StopwatchRun | None) -> None:
        """Keep a user's stopwatch in place of the one before; None keeps none."""
        limits.check_lasting("measured", is_passing=self._is_passing)
        self._tables.check_open()
        self._tables.stopwatches.pop(user_id, None)
        if run:
            kept = replace(run, started_at=_as_kept(run.started_at))
            self._tables.stopwatches[user_id] = kept

    def _insert(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            number = entry.number or self._tables.next("entries")
            self._tables.last["entries"] = max(self._tables.last["entries"], number)
            due_at, set_at = _as_kept(entry.due_at), _as_kept(entry.set_at)
            kept = replace(entry, number=number, due_at=due_at, set_at=set_at)
            self._tables.entries[number] = kept


def _as_kept(moment: datetime) -> datetime:
    """A moment in UTC, to the millisecond."""
    moment = moment.astimezone(UTC)
    return moment.replace(microsecond=moment.microsecond // 1_000 * 1_000)
