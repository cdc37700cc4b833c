"""MachineZone: the time zone of this machine as its C library knows it, where it has no name."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

_MONTH = timedelta(days=30)
_MONTHS_COMPARED = 14
"""A year and more: the clock changes twice in it where there is summer time."""


@dataclass(frozen=True)
class MachineZone(tzinfo):
    """The rules of the C library, summer time included.

    Attributes:
        mark: What is another one when the machine's zone was set anew.
    """

    mark: tuple[object, ...] = ()

    def utcoffset(self, dt: datetime | None, /) -> timedelta | None:
        """How far its wall is before UTC; in a gap or a repeated hour by `fold`."""
        if dt is None:
            return None
        wall = dt.replace(tzinfo=None)
        try:
            moment = datetime.fromtimestamp(wall.timestamp(), UTC)
        except (OverflowError, OSError, ValueError):  # a time that the library does not know
            return timedelta(seconds=-time.timezone)
        return wall.replace(fold=0) - moment.replace(tzinfo=None)

    def dst(self, dt: datetime | None, /) -> timedelta | None:
        """How much of that is summer time: it is not told."""
        del dt
        return None

    def tzname(self, dt: datetime | None, /) -> str | None:
        """What it is called then."""
        if dt is None or (offset := self.utcoffset(dt)) is None:
            return None
        return (
            datetime.fromtimestamp((dt.replace(tzinfo=UTC) - offset).timestamp())
            .astimezone()
            .tzname()
        )

    def fromutc(self, dt: datetime, /) -> datetime:
        """The wall at a moment; the second of two equal walls has `fold`."""
        seconds = dt.replace(tzinfo=UTC).timestamp()
        try:
            wall = datetime.fromtimestamp(seconds)  # noqa: DTZ006 - the library's own wall
        except (OverflowError, OSError, ValueError):
            return dt + timedelta(seconds=-time.timezone)
        return wall.replace(tzinfo=self, microsecond=dt.microsecond)


def machine_zone(mark: tuple[object, ...]) -> MachineZone:
    """The zone of this machine now."""
    return MachineZone((*mark, *time.tzname, time.timezone, time.altzone))


def is_of_machine(zone: tzinfo, now: datetime) -> bool:
    """Whether a zone has the walls of this machine from now on, over more than a year."""
    moments = [now.astimezone(UTC) + number * _MONTH for number in range(_MONTHS_COMPARED)]
    return all(one.astimezone(zone).utcoffset() == one.astimezone().utcoffset() for one in moments)
