"""Decides when an entry that comes again is due once the user lives by another time zone. Pure.

Invariant: what is set for half past nine each day rings when the wall shows it; what is due at such
a time already stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo

from jarvis_voice.core.schedule_entries import Entry, next_due
from jarvis_voice.core.wall_times import in_utc

_FARTHEST = timedelta(hours=26)
"""No two zones are farther apart."""

_SHORT_STEPS = ("FREQ=MINUTELY", "FREQ=HOURLY")
"""What comes so often is right again after the next time."""


def in_zone(entry: Entry, zone: tzinfo, now: datetime) -> Entry:
    """The entry, due when a wall of this zone shows the time it was set for.

    Args:
        entry: It waits.
        zone: The local one.
        now: The moment, with a time zone.
    """
    if not entry.rule or entry.state != "waiting" or entry.rule.startswith(_SHORT_STEPS):
        return entry
    times = [*_times_around(entry, zone)]
    if not times or in_utc(entry.due_at) in times:
        return entry
    coming = [one for one in times if one > in_utc(now)]
    due_at = min(coming, key=lambda one: abs(one - in_utc(entry.due_at)), default=None)
    due_at = due_at or next_due(entry.rule, entry.set_at, now, zone)
    return replace(entry, due_at=due_at) if due_at else entry


def _times_around(entry: Entry, zone: tzinfo) -> Iterator[datetime]:
    after, end = in_utc(entry.due_at) - _FARTHEST, in_utc(entry.due_at) + _FARTHEST
    while (due_at := next_due(entry.rule, entry.set_at, after, zone)) and due_at <= end:
        yield due_at
        after = due_at
