"""ProblemLog: keeps the newest problems for the status report.

Invariant: it listens from when it is made, so what is told while the program still opens is in it;
nothing that was said is, and nothing that happened to another user than the owner.
"""

from __future__ import annotations

from collections import deque
from datetime import datetime

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import Event, ProblemReported
from jarvis_voice.core.operations import PastProblem
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.types import ME
from jarvis_voice.core.wall_times import seconds_between

PROBLEMS_KEPT = 5
PROBLEMS_HOURS = 24

_LEFT_OUT = frozenset({"muted", "interrupted"})
"""What is no trouble, and what quotes the user."""


class ProblemLog:
    """Keeps the newest problems that were published on a bus.

    Args:
        bus: Where they are told.
        clock: The wall clock.
    """

    def __init__(self, bus: Bus, clock: Clock) -> None:
        self._clock = clock
        self._problems: deque[tuple[datetime, ProblemReported]] = deque(maxlen=PROBLEMS_KEPT)
        bus.listen(self._note)

    def recent(self) -> tuple[PastProblem, ...]:
        """The newest of the last day, the oldest first."""
        now = self._clock.now()
        return tuple(
            PastProblem(at.isoformat(timespec="seconds"), one.code, one.message)
            for at, one in self._problems
            if seconds_between(at, now) < PROBLEMS_HOURS * 3_600
        )

    def _note(self, event: Event) -> None:
        if event.origin.user_id != ME:
            return  # it may quote a turn of theirs
        if isinstance(event, ProblemReported) and event.code not in _LEFT_OUT:
            self._problems.append((self._clock.now(), event))
