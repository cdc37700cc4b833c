"""Unit: what is set, where the file cannot be read, cannot be written, or holds what breaks."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC

import pytest
from schedule.ringing_room import START, Rows

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.schedule_entries import Entry, State
from jarvis_voice.schedule.entry_cache import EntryCache

pytestmark = pytest.mark.unit

ALARM = Entry("alarm", START, START, rule="FREQ=DAILY", number=1)
ONCE = Entry("alarm", START, START, number=2)


class Shut(Rows):
    """A table that takes nothing."""

    async def mark(self, numbers: Iterable[int], state: State) -> None:
        raise RuntimeError

    async def settle(self, numbers: Iterable[int], going_on: Sequence[Entry] = ()) -> None:
        raise StoreError("database-write", "The disk is full.")


async def test_what_cannot_be_written_wins_over_what_the_file_says() -> None:
    told: list[str] = []
    rows = Shut(ALARM, ONCE)
    book = EntryCache(rows, lambda what, error: told.append(f"{what}: {type(error).__name__}"))
    assert await book.read()
    await book.mark_ringing([ONCE])
    assert await book.read()
    assert [one.state for one in book.entries.values()] == ["waiting", "ringing"]
    await book.settle([ALARM, ONCE], START, UTC)
    assert await book.read()
    assert [(one.number, one.due_at > START) for one in book.entries.values()] == [(1, True)]
    assert told == ["writing what was set: RuntimeError", "writing what was set: StoreError"]


async def test_what_was_cancelled_while_it_could_not_be_written_stays_away() -> None:
    rows = Shut(ALARM, ONCE)
    book = EntryCache(rows, lambda *_: None)
    assert await book.read()
    await book.settle([ALARM], START, UTC)
    del rows.table[1]
    assert await book.read()
    assert [*book.entries] == [2]


async def test_an_entry_without_a_next_time_that_can_be_told_ends_here_and_keeps_its_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(entry: Entry, *_: object) -> Entry | None:
        if entry.rule:
            raise OverflowError
        return None

    monkeypatch.setattr("jarvis_voice.schedule.entry_cache.advanced", broken)
    told: list[str] = []
    rows = Rows(ALARM, ONCE)
    book = EntryCache(rows, lambda what, error: told.append(what))
    assert await book.read()
    await book.settle([ALARM, ONCE], START, UTC)
    assert book.entries == {1: replace(ALARM, state="missed")}
    assert await book.read()
    assert book.entries == {1: replace(ALARM, state="missed")}, "it is missed once, not for ever"
    assert rows.table == {1: ALARM}
    assert told == ["alarm 1"]
