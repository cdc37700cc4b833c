"""The check of clock and time zone: timers, "today" and certificates stand on them.

Invariant: the clock is compared with what cannot be newer than now: files of this program.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import jarvis_voice
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, failed, ok, warning

if TYPE_CHECKING:
    from jarvis_voice.workshop.doctor.run import DiagnosticRun

SLACK = timedelta(hours=26)
"""A file may have been packed in another time zone."""

FAR_AHEAD = timedelta(days=366 * 30)


async def check_clock(visit: DiagnosticRun) -> CheckVerdict:
    """Whether the clock can be right, and the time zone is known."""
    now = visit.outside.now()
    written = _written_at(visit)
    shown = f"{now:%Y-%m-%d %H:%M} {now.tzname()} (UTC{now:%z})"
    how = "Set the machine's clock, or let it set itself: timedatectl set-ntp true"
    if now + SLACK < written or now > written + FAR_AHEAD:
        return failed(f"It says {shown}, which cannot be: files here are of {written:%Y}.", how)
    zone = visit.outside.environment.get("TZ", "").removeprefix(":")
    if zone and not _is_known(zone):
        return warning(
            f"{shown}. TZ={zone} is no known time zone, so UTC is meant.",
            "Set TZ to a name like Europe/Lisbon, or remove it",
        )
    return ok(f"{shown}.")


def _written_at(visit: DiagnosticRun) -> datetime:
    """When the program was installed, or last wrote; whichever is later."""
    files = [Path(jarvis_voice.__file__), visit.paths.log_file, visit.paths.database]
    newest = max(file.stat().st_mtime for file in files if file.exists())
    return datetime.fromtimestamp(newest).astimezone()


def _is_known(zone: str) -> bool:
    """By name, as a file, or as a rule ("CET-1CEST")."""
    try:
        ZoneInfo(zone)
    except (OSError, ValueError):
        return Path(zone).is_file() or any(sign.isdigit() for sign in zone)
    return True
