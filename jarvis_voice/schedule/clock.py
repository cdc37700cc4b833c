"""ScheduleClock: the wall clock and the monotonic clock, for the ringer.

Invariant: it only reads; what a moment means for an entry is decided in `core.schedule_entries`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from jarvis_voice.core.clock import elapsed, local_zone
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.schedule_entries import Moment, load
from jarvis_voice.language.en.schedule_phrases import Teller


@dataclass(frozen=True, slots=True)
class ScheduleClock:
    """Wall clock and monotonic clock for the ringer, and how the user reads a time.

    Attributes:
        clock: Event times and the wall clock.
        hours: "24" or "12".
        elapsed: Seconds of a clock that nobody sets, which run of it, whether it counts sleep.
        zone: The local zone at a moment.
    """

    clock: Clock
    hours: str = "24"
    elapsed: Callable[[], tuple[float, str, bool]] = elapsed
    zone: Callable[[datetime], tzinfo] = local_zone

    def moment(self) -> Moment:
        """Now."""
        return Moment(self.clock.now(), *self.elapsed())

    def load(self, now: datetime) -> None:
        """Load what else would hold up the loop when it is first needed; for a thread."""
        load()
        self.zone(now)

    def teller(self, now: datetime) -> Teller:
        """Words of moments."""
        return Teller(self.hours, now, self.zone(now))
