"""The moments at which clocks are changed, found in the time zones themselves."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

SINCE, UNTIL = datetime(2020, 1, 1, tzinfo=UTC), datetime(2030, 1, 1, tzinfo=UTC)
_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)

TRICKY = (
    *("Europe/Berlin", "Europe/Lisbon", "Europe/Dublin", "America/New_York", "Australia/Lord_Howe"),
    *("Antarctica/Troll", "America/Havana", "America/Santiago", "Atlantic/Azores", "Asia/Beirut"),
    *("Africa/Casablanca", "Asia/Gaza", "Pacific/Chatham", "Antarctica/Casey", "Africa/Cairo"),
)
"""Half an hour, two and three hours, at midnight, a winter time that is the exception."""


class StrictMoment(datetime):
    """A moment that refuses to be compared by what the wall shows."""

    def _check(self, other: object) -> None:
        is_moment = isinstance(other, datetime) and other.tzinfo is self.tzinfo
        assert not (is_moment and isinstance(self.tzinfo, ZoneInfo)), "compare moments in UTC"

    def __lt__(self, other: datetime) -> bool:  # type: ignore[override] # with moments alone
        self._check(other)
        return super().__lt__(other)

    def __le__(self, other: datetime) -> bool:  # type: ignore[override] # with moments alone
        self._check(other)
        return super().__le__(other)

    def __gt__(self, other: datetime) -> bool:  # type: ignore[override] # with moments alone
        self._check(other)
        return super().__gt__(other)

    def __ge__(self, other: datetime) -> bool:  # type: ignore[override] # with moments alone
        self._check(other)
        return super().__ge__(other)

    def __sub__(self, other):  # type: ignore[no-untyped-def] # two overloads, no types
        self._check(other)
        return super().__sub__(other)


def strict(moment: datetime) -> StrictMoment:
    """The same moment, in the same zone."""
    return StrictMoment.combine(moment.date(), moment.timetz()).replace(fold=moment.fold)


@dataclass(frozen=True)
class ClockChange:
    """A change of the clock on the wall.

    Attributes:
        zone: Where.
        at: The first moment of the new time, in UTC.
        by: What is left out; negative is what comes twice.
    """

    zone: ZoneInfo
    at: datetime
    by: timedelta

    def __str__(self) -> str:
        return f"{self.zone.key} {self.at:%Y-%m-%d %H:%M} UTC by {self.by}"


@cache
def changes_in(name: str) -> tuple[ClockChange, ...]:
    """All changes of ten years in a zone."""
    return tuple(_changes(ZoneInfo(name)))


def all_changes() -> list[ClockChange]:
    """Those of all zones; zones with the same rules once."""
    known: dict[Hashable, tuple[ClockChange, ...]] = {}
    for name in sorted(available_timezones() - {"localtime"}):
        changes = changes_in(name)
        known.setdefault(
            tuple((one.at, offset(one.zone, one.at), one.by) for one in changes), changes
        )
    return [one for changes in known.values() for one in changes]


def offset(zone: ZoneInfo, at: datetime) -> timedelta:
    """By what the wall is ahead of UTC."""
    found = at.astimezone(zone).utcoffset()
    assert found is not None
    return found


def _changes(zone: ZoneInfo) -> Iterator[ClockChange]:
    day = SINCE
    while day < UNTIL:
        before, after = day, day + _DAY
        if offset(zone, before) != offset(zone, after):
            while after - before > _MINUTE:
                middle = before + (after - before) // 2
                middle = middle.replace(second=0)
                is_old = offset(zone, middle) == offset(zone, day)
                before, after = (middle, after) if is_old else (before, middle)
            by = offset(zone, after) - offset(zone, day)
            yield ClockChange(zone, after, by)
        day += _DAY
