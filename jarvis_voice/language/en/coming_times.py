"""Finds the moment that is asked about: "5 pm", "midnight", "in 3 hours", "20 minutes ago". Pure.

Invariant: words are read whole or not at all; an hour that may mean two is the one that comes next
while people are awake.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, time, tzinfo

from jarvis_voice.core.wall_times import first_moment
from jarvis_voice.language.en.calendar_days import Day, read_day
from jarvis_voice.language.en.schedule_times import PAST, due
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in

_AGO = re.compile(r"(?P<length>.+?) (?:ago|earlier|before now)", re.I)
_AHEAD = re.compile(r"(?:in )?(?P<length>.+?)(?: (?:from now|later|time|from today))?", re.I)


def seconds_away(words: str) -> float | None:
    """How far off a moment is that is said by a length of time; None where it is said otherwise.

    Args:
        words: "in 3 hours", "half an hour from now"; "20 minutes ago" is less than nothing.
    """
    said = words.strip(" .,!?")
    if past := _AGO.fullmatch(said):
        length = length_in(past["length"])
        return -length if length else None
    ahead = _AHEAD.fullmatch(said)
    return length_in(ahead["length"]) if ahead else None


def is_clock_time(words: str) -> bool:
    """Whether the words say a time of day, on a day or not, and nothing else."""
    when = read_when(words, is_bare=True)
    return bool(when and not when.rule and when.hour is not None)


def coming_time(words: str, now: datetime, zone: tzinfo) -> datetime | None:
    """The next moment at which the clock shows a time; None where that is over.

    Args:
        words: "5 pm", "midnight", "tomorrow at nine".
        now: The wall clock.
        zone: The local one.
    """
    when = read_when(words, is_bare=True)
    if when is None or when.rule or when.hour is None:
        return None
    found = due(when, "timer", now, zone)
    if isinstance(found, str) and found != PAST:  # it asks for the half of the day
        found = due(replace(when, half="am"), "timer", now, zone)
    return None if isinstance(found, str) else found.at


def coming_day(words: str, now: datetime, zone: tzinfo) -> tuple[Day, datetime] | None:
    """A day, and the moment at which it begins; None where it has begun, or is none."""
    today = now.astimezone(zone).date()
    day = read_day(words, today)
    if day is None or day.name.startswith("the end"):
        return None
    begins = first_moment(datetime.combine(day.date, time(0)), zone, now)
    return (day, begins) if begins else None
