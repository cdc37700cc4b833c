"""AlarmState: state that the schedule tools and the ringer share.

Invariant: it decides nothing and keeps nothing on disk: the rows of the schedule do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from jarvis_voice.core.schedule_changes import ScheduleChanges
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import HERE, Origin

MOST_RINGING_SECONDS = 90
"""How long what would speak waits for what rings."""


def _everywhere(_: Entry) -> bool:
    return True


@dataclass(slots=True)
class AlarmState:
    """State shared by the schedule tools and the ringer.

    Attributes:
        is_attended: Whether somebody will ring: a daemon runs.
        ringing: What rings now.
        stopped: What was stopped while other entries ring on; the ringer ends it.
        rang: What rang last and is over, for "snooze" behind its end.
        rang_at_seconds: When that ended, by the elapsed clock.
        changed: Set when the schedule was changed.
        changes: How often it was changed.
        hushed: Set when all that rings is to stop.
        putting_off: Held by who puts off what rings: two at once would make two of it.
        sounds_here: Whether an entry that rings is heard at this machine.
        last_changes: What each user changed last, for "undo".
        last_left_out: What each user left out last, beside it: it is brought back by other words.
    """

    is_attended: bool = False
    ringing: tuple[Entry, ...] = ()
    stopped: tuple[Entry, ...] = ()
    rang: tuple[Entry, ...] = ()
    rang_at_seconds: float = 0.0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    changes: int = 0
    hushed: asyncio.Event = field(default_factory=asyncio.Event)
    putting_off: asyncio.Lock = field(default_factory=asyncio.Lock)
    _put_off: frozenset[Entry] = frozenset()
    sounds_here: Callable[[Entry], bool] = _everywhere
    last_changes: ScheduleChanges = field(default_factory=ScheduleChanges)
    last_left_out: ScheduleChanges = field(
        default_factory=lambda: ScheduleChanges("left out days that can be undone")
    )

    def touch(self) -> None:
        """The schedule has changed: look at it again."""
        self.changes += 1
        self.changed.set()

    async def rung_out(self, user_id: str) -> None:
        """Wait while something rings for a user: what is read out meanwhile would be cut off."""
        for _ in range(MOST_RINGING_SECONDS):
            if all(one.user_id != user_id for one in self.ringing):
                return
            await asyncio.sleep(1.0)

    def rings_for(self, origin: Origin) -> tuple[Entry, ...]:
        """What rings now of this user, or at the place where the user is."""
        return tuple(
            one
            for one in self.ringing
            if one.user_id == origin.user_id or one.place == origin.place
        )

    def to_put_off(self, origin: Origin) -> tuple[Entry, ...]:
        """What rings for a user and was not put off yet: its sound goes on for a moment."""
        return tuple(one for one in self.rings_for(origin) if one not in self._put_off)

    def note_put_off(self, entries: Iterable[Entry]) -> None:
        """These were put off."""
        self._put_off = frozenset((*self._put_off.intersection(self.ringing), *entries))

    def hush(self, origin: Origin | None = None) -> bool:
        """Stop what rings now; False where nothing does.

        Args:
            origin: Who wants it: nothing stops that rings for others elsewhere. Who is at this
                machine stops all that is heard there. None is the program itself.
        """
        if origin is None:
            return self.silence(self.ringing)
        in_room = self.ringing if origin.place == HERE.place else ()
        heard = (one for one in in_room if self.sounds_here(one))
        return self.silence((*self.rings_for(origin), *heard))

    def silence(self, entries: Iterable[Entry]) -> bool:
        """Stop these of what rings now, and let the others ring on; False where none rings."""
        numbers = {one.number for one in entries}
        stopped = tuple(one for one in self.ringing if one.number in numbers)
        if stopped == self.ringing:
            if stopped:
                self.hushed.set()
            return bool(stopped)
        self.ringing = tuple(one for one in self.ringing if one.number not in numbers)
        self.stopped += stopped
        self.touch()
        return bool(stopped)
