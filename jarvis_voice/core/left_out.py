"""Leaves out the next times of what comes again, and brings them back. Pure.

Invariant: only what comes next is left out, so the row needs no list of exceptions: it is due
later. Nothing rings that was left out, and its rule stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from jarvis_voice.core.schedule_entries import Entry, advanced, next_due
from jarvis_voice.core.wall_times import in_utc, wall_time

MOST_TIMES = 50
"""Times that may be left out at once: what comes every few minutes has no end of them."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What becomes of an entry some of whose times are left out.

    Attributes:
        times: The times that do not ring, the earliest first, with a time zone.
        rest: The entry as it is then; None where no time is left.
    """

    times: Sequence[datetime]
    rest: Entry | None


def leave_out(
    entry: Entry, is_meant: Callable[[datetime], bool], now: datetime, zone: tzinfo
) -> LeftOut:
    """Leave out the times that come next, as long as they are meant.

    Args:
        entry: It waits, and comes again.
        is_meant: Whether a time, in local time, is to be left out.
        now: The wall clock.
        zone: The local one.
    """
    times: list[datetime] = []
    rest: Entry | None = entry
    while rest and len(times) < MOST_TIMES and is_meant(rest.due_at.astimezone(zone)):
        times.append(rest.due_at)
        rest = advanced(rest, now, zone)
    return LeftOut(times, rest)


def brought_back(entry: Entry, now: datetime, zone: tzinfo) -> Entry | None:
    """The entry with the times that were left out; None where none was.

    Args:
        entry: As its row is.
        now: The wall clock.
        zone: The local one.
    """
    if not entry.rule or entry.state != "waiting":
        return None
    first = next_due(entry.rule, entry.set_at, now, zone)
    if first is None or in_utc(first) >= in_utc(entry.due_at):
        return None
    if wall_time(first, zone) == wall_time(entry.due_at, zone):
        return None  # in an hour that comes twice it has had its turn
    return replace(entry, due_at=first)
