"""MessagePace: how fast the messages of one satellite are taken. Pure.

Invariant: a satellite that sends in the time of its sound never waits; one that floods is read no
faster than `MESSAGES_PER_SECOND`, and its system holds back the rest.
"""

from __future__ import annotations

from collections.abc import Callable

MESSAGES_PER_SECOND = 40
"""A satellite sends 12.5 frames of sound, and tells ten times what it has played."""

MOST_AT_ONCE = 400
"""What comes together behind a gap of some seconds in the network."""


class MessagePace:
    """Counts the messages of one satellite.

    Args:
        seconds: Monotonic seconds.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._due_at = float("-inf")

    def wait_seconds(self) -> float:
        """Count a message; how long to wait before the next one is taken."""
        now = self._seconds()
        earliest = now - MOST_AT_ONCE / MESSAGES_PER_SECOND
        self._due_at = max(self._due_at, earliest) + 1 / MESSAGES_PER_SECOND
        return max(0.0, self._due_at - now)
