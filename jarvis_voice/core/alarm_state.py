"""AlarmState: state that the schedule tools and the ringer share.

Invariant: it decides nothing and keeps nothing on disk: the rows of the schedule do.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import Origin


@dataclass(slots=True)
class AlarmState:
    """State shared by the schedule tools and the ringer.

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

    def rings_for(self, origin: Origin) -> tuple[Entry, ...]:
        """What rings now of this user, or at the place where the user is."""
        return tuple(
            one
            for one in self.ringing
            if one.user_id == origin.user_id or one.place == origin.place
        )

    def hush(self, origin: Origin | None = None) -> bool:
        """Stop what rings now; False where nothing does.

        Args:
            origin: Who wants it: nothing stops that rings for others elsewhere. None is the
                program itself.
        """
        if not (self.rings_for(origin) if origin else self.ringing):
            return False
        self.hushed.set()
        return True
