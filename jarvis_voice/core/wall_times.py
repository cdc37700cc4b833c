"""Finds the moments at which the clock on the wall shows a time, also when that clock is changed.

Invariant: every moment that comes out is in UTC. Python compares and subtracts two datetimes of one
zone by what the wall shows, so that in an hour that comes twice the later of two can seem earlier.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo


def in_utc(moment: datetime) -> datetime:
    """The same moment in UTC, where moments can be compared.

    Raises:
        TypeError: It has no time zone.
    """
    if moment.tzinfo is None:
        raise TypeError("a moment has a time zone")
    return moment.astimezone(UTC)


def wall_time(moment: datetime, zone: tzinfo) -> datetime:
    """What the wall shows at a moment, without a zone."""
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def moments_of(wall: datetime, zone: tzinfo) -> tuple[datetime, ...]:
    """The moments at which the wall shows a time, in order.

    Args:
        wall: The time, without a zone.
        zone: The local one.

    Returns:
        One in UTC, two where the hour comes twice, none where the clock leaves the time out.
    """
    both = {wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)}
    return tuple(sorted(one for one in both if wall_time(one, zone) == wall))


def first_moment(wall: datetime, zone: tzinfo, after: datetime) -> datetime | None:
    """The first moment behind another at which the wall shows a time.

    A time that the clock leaves out is moved by what it leaves out: half past two becomes half past
    three. Once the clock has gone forward, that time is over.

    Args:
        wall: The time, without a zone.
        zone: The local one.
        after: The moment, with a time zone.

    Returns:
        It in UTC; None where that time is over.
    """
    after = in_utc(after)
    if shown := moments_of(wall, zone):
        return next((one for one in shown if one > after), None)
    if wall_time(after, zone) > wall:
        return None
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def seconds_between(earlier: datetime, later: datetime) -> float:
    """How much time passes between two moments, each with a time zone."""
    return (in_utc(later) - in_utc(earlier)).total_seconds()


def moment_after(moment: datetime, seconds: float) -> datetime:
    """The moment so much time later, in UTC."""
    return in_utc(moment) + timedelta(seconds=seconds)
