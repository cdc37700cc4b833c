"""SoundLimits: how much sound a user may send in an hour, and how many sounds are here at once.

Invariant: sounds are held in memory, so that few of them may be here at the same time.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable

from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.turn_limits import Lease

WINDOW_SECONDS = 3_600.0

MOST_OF_ONE = 2
MOST_OF_ALL = 6
"""Sounds that are here at once: of one user, and of all."""

MOST_SPEECHES = 4
"""Texts of one user that are spoken at once."""

RETRY_SECONDS = 60
"""After a longer wait a client that asks again by itself would ask in vain."""


class SoundLimits:
    """Counts the sound of each user.

    Args:
        per_hour: Seconds of sound that one user may send in an hour.
        seconds: A clock that nobody sets.
    """

    def __init__(self, per_hour: int, seconds: Callable[[], float]) -> None:
        self._per_hour = per_hour
        self._seconds = seconds
        self._heard: dict[str, deque[tuple[float, float]]] = {}
        self._here: Counter[str] = Counter()
        self._spoken: Counter[str] = Counter()

    def begin(self, user_id: str) -> Lease:
        """Let a user send a sound.

        Raises:
            RequestError: Too many are here.
        """
        if self._here[user_id] >= MOST_OF_ONE:
            raise _too_many(f"{MOST_OF_ONE} sounds of yours are here already. Wait for one.", 1)
        if self._here.total() >= MOST_OF_ALL:
            raise _too_many("Many others send sounds now. Wait a moment.", 2)
        return Lease(self._here, user_id)

    def begin_speech(self, user_id: str) -> Lease:
        """Let a user have a text spoken.

        Raises:
            RequestError: Too many are spoken.
        """
        if self._spoken[user_id] >= MOST_SPEECHES:
            raise _too_many(f"{MOST_SPEECHES} of your texts are spoken now. Wait for one.", 1)
        return Lease(self._spoken, user_id)

    def left(self, user_id: str) -> float:
        """Seconds of sound that a user may still send now."""
        return self._per_hour - sum(seconds for _, seconds in self._newest(user_id))

    def spend(self, user_id: str, seconds: float) -> None:
        """Count a sound.

        Raises:
            RequestError: It is more than the user may send.
        """
        if seconds > self.left(user_id):
            raise self.refusal(user_id, seconds)
        self._newest(user_id).append((self._seconds(), seconds))

    def refusal(self, user_id: str, seconds: float = 0.0) -> RequestError:
        """Why a sound is not heard, and when one that is so long would be.

        Args:
            user_id: Whose.
            seconds: Its length; 0 where nobody knows more than that it is too long.
        """
        need, wait = (seconds or 1.0) - self.left(user_id), WINDOW_SECONDS
        for at, heard in self._newest(user_id):
            if need <= 0:
                break
            need -= heard
            wait = WINDOW_SECONDS - (self._seconds() - at)
        wait_seconds = max(1, math.ceil(wait))
        message = (
            f"I hear {self._per_hour} seconds of sound of you in an hour. "
            f"Send less, or try again in {wait_seconds} seconds."
        )
        return _too_many(message, wait_seconds)

    def _newest(self, user_id: str) -> deque[tuple[float, float]]:
        heard = self._heard.setdefault(user_id, deque())
        while heard and self._seconds() - heard[0][0] >= WINDOW_SECONDS:
            heard.popleft()
        return heard


def _too_many(message: str, wait_seconds: int) -> RequestError:
    headers = {"Retry-After": str(wait_seconds)}
    if wait_seconds > RETRY_SECONDS:
        headers["x-should-retry"] = "false"
    return RequestError(429, "too-many-requests", message, headers)
