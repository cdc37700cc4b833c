"""Remembers that an outside service failed, so that the next turns do not wait for it again.

Invariant: while a cooldown runs, whoever owns it makes no call at all.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.wall_times import seconds_between

LONGEST_WAIT_SECONDS = 3_600.0
"""A server may ask for more; after an hour we look again."""


class Cooldown:
    """One error, remembered until its waiting time is over.

    Args:
        seconds: Monotonic seconds.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._error: JarvisError | None = None
        self._until = 0.0

    def start(self, error: JarvisError, wait_seconds: float) -> None:
        """Remember `error` for `wait_seconds`, an hour at the most."""
        self._error = error
        self._until = self._seconds() + min(wait_seconds, LONGEST_WAIT_SECONDS)

    def clear(self) -> None:
        """Forget the error: a call has succeeded."""
        self._error = None

    @property
    def error(self) -> JarvisError | None:
        """What is remembered, while it lasts."""
        return self._error if self._seconds() < self._until else None

    def check(self) -> None:
        """Do nothing, or raise a fresh copy of the remembered error.

        Raises:
            JarvisError: The cooldown still runs; class, code and words are the remembered ones.
        """
        if error := self.error:
            raise type(error)(error.code, error.message, spoken=error.spoken)


def retry_after_seconds(header: str | None, now: datetime | None = None) -> float | None:
    """Seconds that a Retry-After header asks for (RFC 9110, 10.2.3), or None if unusable."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            date = parsedate_to_datetime(header)
            # a date of HTTP that names no zone is in UTC
            date = date.astimezone(UTC) if date.tzinfo else date.replace(tzinfo=UTC)
        except (ValueError, OverflowError):  # no date, or one that UTC has no year for
            return None
        seconds = seconds_between(now or datetime.now(UTC), date)
    return max(0.0, seconds) if math.isfinite(seconds) else None
