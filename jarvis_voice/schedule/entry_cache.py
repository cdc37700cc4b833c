"""Keeps the schedule's entries in memory for the ringer, and what could not be written.

Invariant: what cannot be written is kept here as it is meant, and wins over what the file says.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Any, Protocol

from jarvis_voice.core.schedule_entries import Entry, State, advanced


class Rows(Protocol):
    """The part of the store that the ringer needs: it reads, marks and ends entries."""

    async def all_entries(self) -> tuple[Entry, ...]:
        """All of them, whose ever they are."""
        ...

    async def mark(self, numbers: Iterable[int], state: State) -> None:
        """Write down what becomes of entries."""
        ...

    async def settle(self, numbers: Iterable[int], going_on: Sequence[Entry] = ()) -> None:
        """End entries; those that come again wait for their next time."""
        ...


class EntryCache:
    """The schedule's entries in memory.

    Args:
        rows: Where entries are kept.
        tell: Told what broke: what was being done, and the error.

    Attributes:
        entries: By their numbers.
    """

    def __init__(self, rows: Rows, tell: Callable[[str, Exception], None]) -> None:
        self._rows = rows
        self._tell = tell
        self._unwritten: dict[int, Entry | None] = {}  # what the file should say and does not
        self.entries: dict[int, Entry] = {}

    async def read(self) -> bool:
        """Read the rows; whether that could be done."""
        try:
            rows = {one.number: one for one in await self._rows.all_entries()}
        except Exception as error:  # noqa: BLE001 - what was read before must ring
            self._tell("reading what was set", error)
            return False
        for number in [*self._unwritten]:
            if number not in rows:  # cancelled meanwhile; a number is given once
                del self._unwritten[number]
        rows |= {number: one for number, one in self._unwritten.items() if one}
        gone = {number for number, one in self._unwritten.items() if one is None}
        self.entries = {number: one for number, one in rows.items() if number not in gone}
        return True

    async def mark_ringing(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Write down that entries ring; these as they are now."""
        marked = {one.number: replace(one, state="ringing") for one in entries}
        self.entries |= marked
        await self._write(self._rows.mark(marked, "ringing"), marked)
        return [*marked.values()]

    async def mark_missed(self, entries: Sequence[Entry]) -> None:
        """Write down that entries were told as missed; their rows stay."""
        marked = {one.number: replace(one, state="missed") for one in entries}
        if marked:
            self.entries |= marked
            await self._write(self._rows.mark(marked, "missed"), marked)

    async def settle(self, entries: Sequence[Entry], now: datetime, zone: tzinfo) -> None:
        """End entries; those that come again wait for their next time."""
        after: dict[int, Entry | None] = {}
        for entry in entries:
            try:
                after[entry.number] = advanced(entry, now, zone)
            except Exception as error:  # noqa: BLE001 - one that breaks must not keep the others
                self._end_here(entry)
                self._tell(f"{entry.kind} {entry.number}", error)
        for number, going_on in after.items():
            self.entries.pop(number, None)
            if going_on:
                self.entries[number] = going_on
        again = [entry for entry in after.values() if entry]
        await self._write(self._rows.settle(after, again), after)

    async def wait_for(self, entries: Sequence[Entry]) -> None:
        """Let entries that are still set wait for another time."""
        meant = {one.number: one for one in entries if one.number in self.entries}
        if meant:
            self.entries |= meant
            await self._write(self._rows.settle(meant, [*meant.values()]), meant)

    def _end_here(self, entry: Entry) -> None:
        """It rings no more and is told no more; its row stays as it is, for the next start."""
        self.entries[entry.number] = ended = replace(entry, state="missed")
        self._unwritten[entry.number] = ended

    async def _write(
        self, writing: Coroutine[Any, Any, None], meant: dict[int, Entry] | dict[int, Entry | None]
    ) -> None:
        """Write rows; what cannot be written is told, and kept here as it is meant."""
        try:
            await writing
        except Exception as error:  # noqa: BLE001 - what cannot be written rings all the same
            self._unwritten |= meant
            self._tell("writing what was set", error)
        else:
            for number in meant:
                self._unwritten.pop(number, None)
