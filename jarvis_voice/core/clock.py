"""This machine's wall clock and monotonic clock, and a clock that a recording's frames drive."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime, timezone, tzinfo
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

from jarvis_voice.core.machine_zone import is_of_machine, machine_zone

ZONE_FILE = Path("/etc/localtime")
"""What the machine's time zone is set by, where it is a file."""


class SystemClock:
    """Monotonic seconds since this clock was made, and the wall clock of this machine.

    Its zero is not that of `AudioFrame.captured_at`: times of frames are compared among themselves.
    """

    def __init__(self) -> None:
        self._start = time.monotonic()

    def seconds(self) -> float:
        """Monotonic seconds since this clock was made."""
        return time.monotonic() - self._start

    def now(self) -> datetime:
        """Wall clock with the local time zone."""
        _read_zone(_zone_mark())
        return datetime.now().astimezone()


def _zone_mark() -> tuple[int, int]:
    """What is another one when the machine's zone was set anew."""
    try:
        found = ZONE_FILE.stat()
    except OSError:
        return 0, 0
    return found.st_ino, found.st_mtime_ns


def settle_zone() -> None:
    """Read the machine's zone; UTC is taken where TZ names one that is a day or more from it.

    The C library takes any number of hours, and nothing that tells a time takes them from it.
    """
    if not hasattr(time, "tzset"):
        return
    time.tzset()
    try:
        datetime.now().astimezone()
    except ValueError:
        os.environ["TZ"] = "UTC0"
        time.tzset()


@lru_cache(maxsize=1)
def _read_zone(_: tuple[int, int]) -> None:
    """Read the machine's zone; the C library and `tzlocal` do so once, at their first use."""
    settle_zone()
    if tzlocal := sys.modules.get("tzlocal"):
        with suppress(ValueError, LookupError, OSError):
            tzlocal.reload_localzone()


class FrameClock(SystemClock):
    """Counts seconds by the frames of a recording; the wall clock stays real."""

    def __init__(self) -> None:
        super().__init__()
        self._seconds = 0.0

    def seconds(self) -> float:
        """Seconds from the start of the recording to its newest frame."""
        return self._seconds

    def advance_to(self, seconds: float) -> None:
        """A frame that ends at `seconds` was read; never goes back."""
        self._seconds = max(self._seconds, seconds)


@lru_cache(maxsize=1)
def _boot() -> str:
    """Which run of the elapsed clock this is: the machine's own where it has a name, else ours."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return uuid4().hex


def elapsed() -> tuple[float, str, bool]:
    """Seconds of a clock that nobody sets, which run of it, and whether it counts sleep."""
    boot_clock: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    if boot_clock is not None:
        return time.clock_gettime(boot_clock), _boot(), True
    return time.monotonic(), _boot(), False


def local_zone(now: datetime) -> tzinfo:
    """The zone whose rules hold here, summer time included; that of `now` where none is known."""
    from tzlocal import get_localzone

    try:
        zone = get_localzone()
    except Exception:  # noqa: BLE001 - a broken zone setting must not cost an alarm
        zone = None
    is_here = zone is not None and now.astimezone(zone).utcoffset() == now.utcoffset()
    if now.astimezone().utcoffset() == now.utcoffset() and isinstance(now.tzinfo, timezone):
        is_named = zone is not None and is_of_machine(zone, now)
        return zone if zone is not None and is_named else machine_zone(_zone_mark())
    return zone if zone is not None and is_here else now.tzinfo or UTC
