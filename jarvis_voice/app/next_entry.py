"""NextEntryReader: tells what rings next, and reads the store for it only as often as is needed.

Invariant: what was changed here is seen at once; what another process of the same database changed,
after `TRUSTED_SECONDS`.
"""

from __future__ import annotations

from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.operations import NextEntry
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.types import ME
from jarvis_voice.store.ports import ScheduleStore

TRUSTED_SECONDS = 2.0
"""Each open page asks three times a second."""


class NextEntryReader:
    """Reads the owner's next entry.

    Args:
        schedule: Where entries are kept.
        alarm_state: Tells when they were changed.
        clock: Of the process.
    """

    def __init__(self, schedule: ScheduleStore, alarm_state: AlarmState, clock: Clock) -> None:
        self._schedule = schedule
        self._alarm_state = alarm_state
        self._clock = clock
        self._found: NextEntry | None = None
        self._read_at: float | None = None
        self._changes = -1

    async def find(self) -> NextEntry | None:
        """What rings next: its kind and when; what it is called is the user's own words."""
        now, changes = self._clock.seconds(), self._alarm_state.changes
        is_old = self._read_at is None or not 0 <= now - self._read_at < TRUSTED_SECONDS
        if is_old or changes != self._changes:
            found = await self._read()
            self._found, self._read_at, self._changes = found, now, changes
        return self._found

    async def _read(self) -> NextEntry | None:
        try:
            entries = await self._schedule.entries(ME)
        except JarvisError:
            return None  # the ringer tells it
        waiting = [one for one in entries if one.state == "waiting"]
        if not waiting:
            return None
        first = min(waiting, key=lambda one: one.due_at)
        due = first.due_at.astimezone().isoformat(timespec="seconds")
        return NextEntry(first.kind, first.name, due)
