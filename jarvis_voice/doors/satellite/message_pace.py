"""MessagePace: how fast the messages of one satellite are taken. Pure.

Invariant: a satellite that sends in the time of its sound never waits; one that floods is read no
faster than the pace, and its system holds back the rest.
"""

from __future__ import annotations

from collections.abc import Callable

MESSAGES_PER_SECOND = 40
"""A satellite sends 12.5 frames of sound, and tells ten times what it has played."""

MOST_AT_ONCE = 400
"""What comes together behind a gap of some seconds in the network."""


class MessagePace:
    """Counts the messages of one satellite, or the frames of one socket.

    Args:
        seconds: Monotonic seconds.
        per_second: How many are taken in a flood.
        at_once: How many that come together never wait.
    """

    def __init__(
        self,
        seconds: Callable[[], float],
        per_second: int = MESSAGES_PER_SECOND,
        at_once: int = MOST_AT_ONCE,
    ) -> None:
        self._seconds = seconds
        self._step_seconds = 1 / per_second
        self._gap_seconds = at_once / per_second
        self._due_at = float("-inf")

    def wait_seconds(self, count: int = 1) -> float:
        """Count messages; how long to wait before the next one is taken."""
        now = self._seconds()
        self._due_at = max(self._due_at, now - self._gap_seconds) + count * self._step_seconds
        return max(0.0, self._due_at - now)
