"""Quiet hours: the time of day when Jarvis makes no sound that the user did not ask for.

Invariant: pure; the hours are wall clock, from the first minute up to but not with the last, and
may span midnight. An answer and an alarm are always heard.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from typing import Literal

Sound = Literal["answer", "alarm", "earcon", "unasked"]
"""What may sound: an answer to somebody, what was set to ring, a short sound, anything else."""

HEARD_ALWAYS: frozenset[Sound] = frozenset({"answer", "alarm"})

SOFTER_DB = -10.0
"""How much softer an answer is meanwhile: about half as loud to the ear."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A daily span of wall-clock time; None at both ends means never.

    Attributes:
        since: The first moment of the quiet.
        until: The first moment after it.
    """

    since: time | None = None
    until: time | None = None

    @classmethod
    def between(cls, since: str, until: str) -> QuietHours:
        """The hours from "22:00" until "07:00"; empty texts are never."""
        if not (since and until):
            return cls()
        return cls(time.fromisoformat(since), time.fromisoformat(until))

    def cover(self, moment: datetime) -> bool:
        """Whether it is quiet at a moment of the wall clock; equal ends are never."""
        if self.since is None or self.until is None or self.since == self.until:
            return False
        now = moment.time()
        if self.since < self.until:
            return self.since <= now < self.until
        return now >= self.since or now < self.until

    def allow(self, sound: Sound, moment: datetime) -> bool:
        """Whether a sound may be made at a moment."""
        return sound in HEARD_ALWAYS or not self.cover(moment)
