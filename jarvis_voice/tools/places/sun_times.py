"""When the sun rises and sets at a place, reckoned from its coordinates; nothing is asked.

Invariant: pure; where the sun does not rise or set on a day, that is said and no time is made up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from jarvis_voice.core.wall_times import in_utc
from jarvis_voice.tools.places.places import Place

Sky = Literal["day", "twilight", "night"]

_HORIZON, _TWILIGHT = -0.833, -6.0
"""Degrees of the sun's middle: its upper edge is seen until here, and there is some light."""


@dataclass(frozen=True, slots=True)
class SunDay:
    """One day of the sun at a place, in that place's time.

    Attributes:
        rise: When the sun rises; None where it does not.
        set: When it sets behind that, which may be past midnight; None where it does not.
        is_up: Where it does neither: whether it is up all day.
    """

    rise: datetime | None
    set: datetime | None
    is_up: bool


def sun_day(place: Place, day: date) -> SunDay:
    """The sun of a day at a place."""
    from astral import Observer
    from astral.sun import elevation, sunrise, sunset

    observer, zone = Observer(place.latitude, place.longitude), ZoneInfo(place.zone)

    def moment(of: Callable[..., datetime], on: date) -> datetime | None:
        try:
            return of(observer, date=on, tzinfo=zone)
        except ValueError:  # it does not reach the horizon on that day
            return None

    rises, sets = moment(sunrise, day), moment(sunset, day)
    if rises and sets and in_utc(sets) < in_utc(rises):  # that was the evening before
        sets = moment(sunset, day + timedelta(days=1))
    noon = datetime.combine(day, time(12), zone)
    return SunDay(rises, sets, is_up=elevation(observer, noon) > _HORIZON)


def sky(place: Place, now: datetime) -> Sky:
    """How light it is at a place."""
    from astral import Observer
    from astral.sun import elevation

    height = elevation(Observer(place.latitude, place.longitude), now)
    if height > _HORIZON:
        return "day"
    return "twilight" if height > _TWILIGHT else "night"
