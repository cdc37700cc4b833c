"""CircuitBreaker: leaves a model alone for a while after it failed several times in a row. Pure.

Invariant: one failure costs one turn and no more; one success ends every pause.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from jarvis_voice.core.errors import PlannerError

FAILURES_IN_A_ROW = 3
FIRST_PAUSE_SECONDS = 30.0
LONGEST_PAUSE_SECONDS = 300.0


class CircuitBreaker:
    """Counts failures in a row, and pauses when there were too many.

    After a pause the model is asked once more; if that fails, the next pause is twice as long.

    Args:
        seconds: Monotonic seconds.
    """

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._failures = 0
        self._pause_seconds = 0.0
        self._until = 0.0
        self._error: PlannerError | None = None

    def fail(self, error: PlannerError) -> None:
        """Count a failure; the third one in a row begins a pause."""
        self._failures += 1
        if self._failures < FAILURES_IN_A_ROW:
            return
        longer = self._pause_seconds * 2 or FIRST_PAUSE_SECONDS
        self._pause_seconds = min(longer, LONGEST_PAUSE_SECONDS)
        self._until = self._seconds() + self._pause_seconds
        self._error = error

    def succeed(self) -> None:
        """The model answered: nothing is counted any more."""
        self._failures, self._pause_seconds, self._error = 0, 0.0, None

    @property
    def rest_seconds(self) -> float:
        """How long the pause still lasts; 0 where there is none."""
        return max(0.0, self._until - self._seconds()) if self._error else 0.0

    @property
    def error(self) -> PlannerError | None:
        """Why there is a pause now; None where there is none."""
        return self._error if self.rest_seconds else None
