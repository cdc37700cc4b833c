"""Turns a spoken time into a moment: morning or evening, today or tomorrow. Pure.

Invariant: where two halves of the day are as likely it asks; it never gives a moment that is past.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from jarvis_voice.core.schedule_entries import Kind, next_due
from jarvis_voice.core.wall_times import first_moment, seconds_between
from jarvis_voice.language.en.calendar_day_words import calendar_day
from jarvis_voice.language.en.schedule_rules import MONTHS, WEEKDAYS, is_by_date, lacks_day
from jarvis_voice.language.en.schedule_words import When

MORNING_OR_EVENING = "In the morning or in the evening?"
NOON_OR_MIDNIGHT = "At noon or at midnight?"
ON_WHICH_DAY = "On which day?"
AT_WHAT_TIME = "At what time?"
WHEN = "When?"
OF_WHAT = "Of what?"
PAST = "That is past already."
NO_SUCH_DAY = "There is no such day."

_NOON = 12
_PART_HOURS = {"morning": 9, "afternoon": 15, "evening": 19, "night": 21}
"""What "tomorrow morning" means where no hour is said; the answer always says which it is."""

_WAKING = range(4, 12)
"""Hours at which somebody who wants to be woken is in bed before them."""

_EVENING_FROM, _NIGHT_UNTIL = 18, 4
_SOON_SECONDS = 2 * 3_600.0
_AWAKE = range(7, 23)
_MORNING: Mapping[Kind, range] = {
    "timer": _AWAKE, "alarm": _WAKING, "reminder": _AWAKE, "routine": _AWAKE,
}  # fmt: skip
"""Hours, as said, that on a named day mean the morning as often as not."""
_EARLY = range(5, 7)
"""Every day at these hours some get up, and others go home."""
_DAYS_AHEAD = 366
_WEEK = timedelta(days=7)
_NEAR_DAYS = range(-1, 3)
"""Where the next time of day may lie: a clock that is set back may come to yesterday once more."""


@dataclass(frozen=True, slots=True)
class Due:
    """A moment in local time, and the rule by which it repeats."""

    at: datetime
    rule: str = ""


def due(when: When, kind: Kind, now: datetime, zone: tzinfo) -> Due | str:
    """The moment that is meant, or what to ask or to say instead.

    Args:
        when: A time of day, a day, or a rule.
        kind: What is set: one is woken in the morning, and calls Ana at an hour for calls.
        now: The wall clock.
        zone: The local one.
    """
    here = now.astimezone(zone)
    day = _day(when.day, here.date())
    if (is_open := lacks_day(when.rule)) or (when.day and day is None):
        return ON_WHICH_DAY if is_open else NO_SUCH_DAY
    if "INTERVAL" in when.rule and ("HOURLY" in when.rule or "MINUTELY" in when.rule):
        return _again(when.rule, now, zone)
    hours = possible_hours(when, kind)
    if not hours:
        return AT_WHAT_TIME if kind in {"alarm", "routine"} or when.rule else WHEN
    if when.rule:
        hour = hours[0] if len(hours) == 1 else _usual(hours, kind)
        weeks = _weeks_from(when.rule, here)
        rule = f"{when.rule}{weeks};BYHOUR={hour};BYMINUTE={when.minute};BYSECOND=0"
        return _again(rule, now, zone) if hour is not None else MORNING_OR_EVENING
    times = [time(hour, when.minute) for hour in hours]
    coming = _coming(times, day, here, zone)
    if not coming and day and when.day in WEEKDAYS:  # said on that very day: the next one
        coming = _coming(times, day + _WEEK, here, zone)
    if not coming:
        return AT_WHAT_TIME if when.hour is None else PAST
    if len(coming) < len(hours) and when.day in WEEKDAYS and hours[0] in _MORNING[kind]:
        return MORNING_OR_EVENING  # nine on this Monday's evening, or on the next one's morning
    if len(hours) == 1 or len(coming) == 1:
        return Due(coming[0])
    return _chosen(coming, kind, here, is_day_named=bool(when.day))


def _weeks_from(rule: str, here: datetime) -> str:
    """Weeks that are counted from today, so that the first day of the rule is the coming one."""
    is_counted = "INTERVAL" in rule and "BYDAY" in rule
    return f";WKST={WEEKDAYS[here.weekday()][:2].upper()}" if is_counted else ""


def _again(rule: str, now: datetime, zone: tzinfo) -> Due | str:
    first = next_due(rule, now, now, zone)
    return Due(first.astimezone(zone), rule) if first else PAST


def possible_hours(when: When, kind: Kind) -> Sequence[int]:
    """The hours of the day that may be meant; none where neither an hour nor a part is said."""
    if when.hour is None:
        is_dated = bool(when.day) or (kind == "reminder" and is_by_date(when.rule))
        if kind == "alarm" or (when.rule and not (when.part or is_dated)):
            return ()
        hour = _PART_HOURS.get(when.part) or (_PART_HOURS["morning"] if is_dated else None)
        return () if hour is None else (hour,)
    if when.is_24 or when.hour > _NOON:
        return (when.hour,)
    early, late = when.hour % _NOON, when.hour % _NOON + _NOON
    if when.half:
        return (early if when.half == "am" else late,)
    match when.part:
        case "":
            return early, late
        case "morning":
            return (early,)
        case "night" if early < _NIGHT_UNTIL:
            return (early,)
        case _:
            return (late,)


def _usual(hours: Sequence[int], kind: Kind) -> int | None:
    """Of an hour that comes every day: the morning, but for hours at which people sleep.

    Returns:
        None where it may be either.
    """
    early, late = hours
    if kind != "alarm" and early in _EARLY:
        return None
    return early if early > _NIGHT_UNTIL else late


def _chosen(
    coming: Sequence[datetime], kind: Kind, here: datetime, *, is_day_named: bool
) -> Due | str:
    """Of two moments twelve hours apart, the one that is meant."""
    first = coming[0]
    early = next((one for one in coming if one.hour < _NOON), first)
    question = NOON_OR_MIDNIGHT if early.hour == 0 else MORNING_OR_EVENING
    if kind == "alarm":
        is_night = here.hour >= _EVENING_FROM or here.hour < _NIGHT_UNTIL
        if early.hour in _WAKING and (is_day_named or is_night):
            return Due(early)
        is_soon = seconds_between(here, first) <= _SOON_SECONDS
        return Due(first) if not is_day_named and is_soon else question
    awake = [one for one in coming if one.hour in _AWAKE]
    if is_day_named:
        return Due(awake[0]) if len(awake) == 1 else _by_day(awake or coming, question)
    return Due(awake[0] if awake else first)


def _by_day(moments: Sequence[datetime], question: str) -> Due | str:
    """Of "tomorrow at nine" the morning; at seven it may be either."""
    early = moments[0]
    return question if early.hour in {0, 7} else Due(early)


def _coming(
    times: Sequence[time], day: date | None, here: datetime, zone: tzinfo
) -> Sequence[datetime]:
    """The moments to come that may be meant, the earliest first, in local time."""
    moments = (_moment(at, day, here, zone) for at in times)
    return [moment.astimezone(zone) for moment in sorted(filter(None, moments))]


def _moment(at: time, day: date | None, here: datetime, zone: tzinfo) -> datetime | None:
    """That time on the day that is meant, or the next time it comes, in UTC; None if it is past."""
    today = here.date()
    if day is None:
        near = (today + timedelta(days=ahead) for ahead in _NEAR_DAYS)
        moments = (first_moment(datetime.combine(one, at), zone, here) for one in near)
        return min(filter(None, moments), default=None)
    moment = first_moment(datetime.combine(day, at), zone, here)
    if moment is None and day == today and at.hour < _NIGHT_UNTIL:  # "tonight at midnight"
        tomorrow = today + timedelta(days=1)
        return first_moment(datetime.combine(tomorrow, at), zone, here)
    return moment


def _day(said: str, today: date) -> date | None:
    """The day that is meant: the next of its name."""
    if said in {"", "today"}:
        return today if said else None
    if said == "tomorrow" or said.startswith("+"):
        return today + timedelta(days=1 if said == "tomorrow" else int(said[1:]))
    name = said.removeprefix("next ")
    if name in WEEKDAYS:
        ahead = (WEEKDAYS.index(name) - today.weekday()) % len(WEEKDAYS)
        return today + timedelta(days=ahead or (len(WEEKDAYS) if said != name else 0))
    number, _, month = said.partition(" ")
    if not number.isdigit() or (month and month not in MONTHS):
        return calendar_day(said, today)
    days = (today + timedelta(days=ahead) for ahead in range(_DAYS_AHEAD))
    return next((d for d in days if d.day == int(number) and _is_month(d, month)), None)


def _is_month(day: date, month: str) -> bool:
    return not month or f"{day:%B}".lower() == month
