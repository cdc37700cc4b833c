"""Flow: what rings next is read again when it may have changed, and not each time it is asked."""

from datetime import UTC, datetime, timedelta

import pytest

from jarvis_voice.app.next_entry import TRUSTED_SECONDS, NextEntryReader
from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.store.in_memory.schedule import InMemoryScheduleStore
from jarvis_voice.store.in_memory.tables import Tables

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


class CountedRows(InMemoryScheduleStore):
    """Counts how often entries are read."""

    reads = 0
    is_lost = False

    async def entries(self, user_id: str) -> tuple[Entry, ...]:
        self.reads += 1
        if self.is_lost:
            raise StoreError("gone", "It is gone.")
        return await super().entries(user_id)


def counted() -> CountedRows:
    return CountedRows(Tables(is_open=True), is_kept=True, is_passing=False, is_known=True)


class Watch(FrameClock):
    """A clock that a test moves."""

    at = 10.0

    def seconds(self) -> float:
        return self.at


def alarm(name: str, hours: float) -> Entry:
    return Entry("alarm", NOON + timedelta(hours=hours), NOON, name=name)


async def test_it_is_read_again_after_a_change_and_after_a_while() -> None:
    rows, state, watch = counted(), AlarmState(), Watch()
    reader = NextEntryReader(rows, state, watch)
    assert await reader.find() is None
    await rows.add(alarm("late", 5))
    for _ in range(9):
        assert await reader.find() is None
    assert rows.reads == 1
    state.touch()
    found = await reader.find()
    assert (found and found.name, rows.reads) == ("late", 2)
    await rows.add(alarm("early", 2))  # by another process
    watch.at += TRUSTED_SECONDS
    found = await reader.find()
    assert (found and found.name, rows.reads) == ("early", 3)
    assert (await reader.find(), rows.reads) == (found, 3)


async def test_what_cannot_be_read_is_nothing() -> None:
    rows = counted()
    rows.is_lost = True
    assert await NextEntryReader(rows, AlarmState(), Watch()).find() is None
