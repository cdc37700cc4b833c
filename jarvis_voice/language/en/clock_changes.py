"""Finds when the clocks are changed to summer time and back. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo

_DAYS_AHEAD = 800
"""More than two years: of those to come, two go forward and two go back."""
_DAY, _MINUTE = timedelta(days=1), timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class ClockChange:
    """A moment at which the clocks are changed.

    Attributes:
        at: The moment, in the time that ends with it: as the wall would show it.
        by: How far they go forward; less than nothing is back.
    """

    at: datetime
    by: timedelta


def changes_after(now: datetime, zone: tzinfo) -> Iterator[ClockChange]:
    """The changes to come in a zone, the next one first; none where the clocks stay as they are."""
    moment = now.astimezone(UTC).replace(second=0, microsecond=0)
    for _ in range(_DAYS_AHEAD):
        before, after = _offset(moment, zone), _offset(moment + _DAY, zone)
        if before != after:
            at = _first_with(after, moment, zone)
            yield ClockChange(at.astimezone(timezone(before)), after - before)
        moment += _DAY


def _first_with(offset: timedelta, begin: datetime, zone: tzinfo) -> datetime:
    """The first minute of a day that has an offset."""
    low, high = 0, _DAY // _MINUTE
    while high - low > 1:
        middle = (low + high) // 2
        if _offset(begin + middle * _MINUTE, zone) == offset:
            high = middle
        else:
            low = middle
    return begin + high * _MINUTE


def _offset(moment: datetime, zone: tzinfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta(0)
