"""TurnLimits: how many turns a user may begin in a minute, and how many may run at once.

Invariant: a user is counted by name, whatever the address and the token. What is counted is
bounded: no more than the newest minute of each user.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable

from jarvis_voice.doors.http.request_error import RequestError

WINDOW_SECONDS = 60.0

MOST_STREAMS = 16
"""Streams of events that one user may have open."""


class Lease:
    """The right to one turn or one stream, until `end`; ending it twice counts once."""

    def __init__(self, counted: Counter[str], user_id: str) -> None:
        self._counted: Counter[str] | None = counted
        self._user_id = user_id
        counted[user_id] += 1

    def end(self) -> None:
        """Give the place to the next."""
        if self._counted is not None:
            self._counted[self._user_id] -= 1
            self._counted += Counter()  # drops those that are at zero
            self._counted = None


class TurnLimits:
    """Counts the turns and the streams of each user.

    Args:
        per_minute: Turns that one user may begin in a minute.
        at_once: Turns of one user that may run at the same time.
        seconds: A clock that nobody sets.
    """

    def __init__(self, per_minute: int, at_once: int, seconds: Callable[[], float]) -> None:
        self._per_minute = per_minute
        self._at_once = at_once
        self._seconds = seconds
        self._begun: dict[str, deque[float]] = {}
        self._running: Counter[str] = Counter()
        self._streams: Counter[str] = Counter()

    def begin_turn(self, user_id: str) -> Lease:
        """Let a user begin a turn.

        Raises:
            RequestError: The user has too many, with the seconds until the next may begin.
        """
        now = self._seconds()
        if self._running[user_id] >= self._at_once:
            raise _too_many(f"{self._at_once} of your turns run already. Wait for one.", 1)
        begun = self._begun.setdefault(user_id, deque(maxlen=self._per_minute))
        if len(begun) == self._per_minute and now - begun[0] < WINDOW_SECONDS:
            wait = max(1, math.ceil(WINDOW_SECONDS - (now - begun[0])))
            message = f"You may ask {self._per_minute} times a minute. Try again in {wait} seconds."
            raise _too_many(message, wait)
        begun.append(now)
        return Lease(self._running, user_id)

    def begin_stream(self, user_id: str) -> Lease:
        """Let a user follow events.

        Raises:
            RequestError: The user has too many streams.
        """
        if self._streams[user_id] >= MOST_STREAMS:
            raise _too_many(f"You have {MOST_STREAMS} streams of events open. Close one.", 1)
        return Lease(self._streams, user_id)


def _too_many(message: str, wait_seconds: int) -> RequestError:
    return RequestError(429, "too-many-requests", message, {"Retry-After": str(wait_seconds)})
