"""The real clock, and one that is driven by the frames of a recording."""

from __future__ import annotations

import time
from datetime import datetime


class SystemClock:
    """Monotonic seconds since it was made; the wall clock of this machine.

    Its zero is not that of `AudioFrame.captured_at`: times of frames are compared among themselves.
    """

    def __init__(self) -> None:
        self._start = time.monotonic()

    def seconds(self) -> float:
        """Monotonic seconds since this clock was made."""
        return time.monotonic() - self._start

    def now(self) -> datetime:
        """Wall clock with the local time zone."""
        return datetime.now().astimezone()


class FrameClock(SystemClock):
    """Seconds counted in the frames of a recording; the wall clock stays real."""

    def __init__(self) -> None:
        super().__init__()
        self._seconds = 0.0

    def seconds(self) -> float:
        """Seconds from the start of the recording to its newest frame."""
        return self._seconds

    def advance_to(self, seconds: float) -> None:
        """A frame that ends at `seconds` was read; never goes back."""
        self._seconds = max(self._seconds, seconds)
