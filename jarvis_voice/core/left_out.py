"""Leaves out times of what comes again, and brings them back. Pure.

Invariant: nothing rings that was left out. Whole dates are written into the rule; a part of a date,
or what comes every few hours, is left out only where it comes next: the entry is due later then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo

from jarvis_voice.core.rule_dates import bare_rule, dates_left_out, without_dates
from jarvis_voice.core.schedule_entries import Entry, advanced, next_due
from jarvis_voice.core.wall_times import in_utc, wall_time

MOST_TIMES = 50
"""Times that may be left out at once: what comes every few minutes has no end of them."""

_MOST_WALKED = 400
"""Times that are looked at: a year of what comes each day."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What becomes of an entry some of whose times are left out.

    Attributes:
        times: The times that do not ring, the earliest first, with a time zone.
        rest: The entry as it is then; None where no time is left.
        is_full: Whether nothing is left out since the rule leaves out as many dates as it can.
    """

    times: Sequence[datetime]
    rest: Entry | None
    is_full: bool = False


def leave_out_next(entry: Entry, now: datetime, zone: tzinfo) -> LeftOut:
    """Leave out the time that comes next, and no other of its day.

    Args:
        entry: It waits.
        now: The wall clock.
        zone: The local one.
    """
    return LeftOut((entry.due_at,), advanced(entry, now, zone))


def leave_out(
    entry: Entry,
    is_meant: Callable[[datetime], bool],
    last: date,
    now: datetime,
    zone: tzinfo,
) -> LeftOut:
    """Leave out the times that are meant; none where they cannot be left out by themselves.

    Args:
        entry: It waits.
        is_meant: Whether a time, in local time, is to be left out.
        last: The last local date of those that are meant.
        now: The wall clock.
        zone: The local one.
    """
    walked: list[datetime] = []
    rest: Entry | None = entry
    while rest and len(walked) < _MOST_WALKED and rest.due_at.astimezone(zone).date() <= last:
        walked.append(rest.due_at)
        rest = advanced(rest, now, zone)
    times = [one for one in walked if is_meant(one.astimezone(zone))]
    days = {one.astimezone(zone).date() for one in times}
    is_whole = all(one in times for one in walked if one.astimezone(zone).date() in days)
    if not times or len(times) >= MOST_TIMES:
        return LeftOut(times, entry)
    if is_whole and "BYHOUR" in entry.rule:
        rule = without_dates(entry.rule, days, now.astimezone(zone).date())
        if not days <= dates_left_out(rule):
            return LeftOut(times, entry, is_full=True)
        left = replace(entry, rule=rule)
        if entry.due_at not in times:
            return LeftOut(times, left)
        due_at = next_due(rule, entry.set_at, entry.due_at, zone, rang_at=entry.due_at)
        return LeftOut(times, replace(left, due_at=due_at) if due_at else None)
    if times != walked[: len(times)]:
        return LeftOut((), entry)
    following = [*walked, rest.due_at] if rest else walked
    if len(times) == len(following):
        return LeftOut(times, None)
    return LeftOut(times, replace(entry, due_at=following[len(times)]))


def brought_back_on(
    entry: Entry, is_meant: Callable[[date], bool], now: datetime, zone: tzinfo
) -> Entry | None:
    """The entry with what was left out of some days; None where nothing of them was.

    Args:
        entry: As its row is.
        is_meant: Whether a local date is to ring again.
        now: The wall clock.
        zone: The local one.
    """
    if not entry.rule or entry.state != "waiting":
        return None
    rule = bare_rule(entry.rule)
    before: list[datetime] = []
    due = next_due(rule, entry.set_at, now, zone)
    while due and in_utc(due) < in_utc(entry.due_at) and len(before) < _MOST_WALKED:
        before.append(due)
        due = next_due(rule, entry.set_at, due, zone, rang_at=due)
    out = dates_left_out(entry.rule)
    back = [one for one in before if is_meant(one.astimezone(zone).date())]
    if not back and not any(map(is_meant, out)):
        return None
    dates = {one.astimezone(zone).date() for one in before} if back else set()
    kept = [one for one in out | dates if not is_meant(one)]
    left = without_dates(rule, kept, now.astimezone(zone).date())
    return replace(entry, rule=left, due_at=back[0] if back else entry.due_at)


def brought_back(entry: Entry, now: datetime, zone: tzinfo) -> Entry | None:
    """The entry with the times that were left out; None where none was.

    Args:
        entry: As its row is.
        now: The wall clock.
        zone: The local one.
    """
    if not entry.rule or entry.state != "waiting":
        return None
    today = now.astimezone(zone).date()
    has_dates = without_dates(entry.rule, (), today) != bare_rule(entry.rule)
    first = next_due(bare_rule(entry.rule), entry.set_at, now, zone)
    is_later = first is not None and in_utc(first) < in_utc(entry.due_at)
    if first and is_later and wall_time(first, zone) == wall_time(entry.due_at, zone):
        is_later = False  # in an hour that comes twice it has had its turn
    if not (has_dates or is_later):
        return None
    due_at = first if first and is_later else entry.due_at
    return replace(entry, rule=bare_rule(entry.rule), due_at=due_at)
