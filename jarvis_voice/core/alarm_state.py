"""AlarmState: what the tools of the schedule and whoever rings know of each other.

Invariant: it decides nothing and keeps nothing on disk: the rows of the schedule do.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from jarvis_voice.core.schedule_entries import Entry


@dataclass(slots=True)
class AlarmState:
    """Shared by tools and ringer.

    Attributes:
        is_attended: Whether somebody will ring: a daemon runs.
        ringing: What rings now.
        rang: What rang last and is over, for "snooze" behind its end.
        rang_at_seconds: When that ended, by the elapsed clock.
        changed: Set when the schedule was changed.
        hushed: Set when what rings is to stop.
    """

    is_attended: bool = False
    ringing: tuple[Entry, ...] = ()
    rang: tuple[Entry, ...] = ()
    rang_at_seconds: float = 0.0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    hushed: asyncio.Event = field(default_factory=asyncio.Event)

    def touch(self) -> None:
        """The schedule has changed: look at it again."""
        self.changed.set()

    def hush(self) -> bool:
        """Stop what rings now; False where nothing does."""
        if not self.ringing:
            return False
        self.hushed.set()
        return True
