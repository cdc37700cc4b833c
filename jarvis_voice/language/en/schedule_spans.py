"""Reads the days that somebody asks about: "tomorrow morning", "this week", "Friday". Pure.

Invariant: words are read whole or not at all. A span has no time of day in it: "seven tomorrow" is
a moment, and no span.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from jarvis_voice.language.en.calendar import moved
from jarvis_voice.language.en.calendar_days import read_day
from jarvis_voice.language.en.schedule_rules import WEEKDAYS
from jarvis_voice.language.en.schedule_words import read_when

_WEEK = len(WEEKDAYS)
_SATURDAY = WEEKDAYS.index("saturday")
_LEAD = re.compile(r"(?:for|on|at|in|during|from|until) (?=\S)", re.I)
_POSSESSIVE = re.compile(r"['\u2019]s?\Z")
_WHOLE = re.compile(r"(?P<which>this|the|next|the next) (?P<unit>weekend|week|month)", re.I)
_PART_HOURS = {
    "": (0, 24), "morning": (0, 12), "afternoon": (12, 18), "evening": (17, 24), "night": (18, 24),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """Days, and the hours of each that are meant.

    Attributes:
        first: The first day.
        last: The last day, which belongs to it.
        hours: From the first hour up to the second, which does not belong to it.
    """

    first: date
    last: date
    hours: tuple[int, int] = (0, 24)

    def holds(self, local: datetime) -> bool:
        """Whether a local moment is in it."""
        begin, end = self.hours
        return self.first <= local.date() <= self.last and begin <= local.hour < end


def span_in(words: str, today: date) -> Span | None:
    """The days that the words name; None where they name a time of day or anything else.

    Args:
        words: "tomorrow", "for this week", "Friday evening".
        today: The day on which they are said.
    """
    said = " ".join(words.split()).strip(" .,!?").lower()
    said = _POSSESSIVE.sub("", _LEAD.sub("", said, count=1))
    if whole := _WHOLE.fullmatch(said):
        return _whole(whole["unit"], today, is_next="next" in whole["which"])
    when = read_when(said, is_bare=True)
    if when is None or (when.day and when.hour is None):
        return _named(said, when.day if when else said, when.part if when else "", today)
    if when.hour is not None or when.rule or when.after_seconds is not None or not when.part:
        return None
    return Span(today, today + timedelta(days=1), _PART_HOURS[when.part])  # the coming one


def _named(said: str, day: str, part: str, today: date) -> Span | None:
    """One day, as a name in the words of a time or of a calendar."""
    if day.startswith("+"):
        on = today + timedelta(days=int(day[1:]))
        return Span(on, on, _PART_HOURS[part])
    names = (day, f"the {day}th", f"the {said}", said)
    found = next(filter(None, (read_day(name, today) for name in names)), None)
    return Span(found.date, found.date, _PART_HOURS[part]) if found else None


def _whole(unit: str, today: date, *, is_next: bool) -> Span:
    """What is left of this week, weekend or month, or all of the next one."""
    if unit == "month":
        first = moved(today.replace(day=1), months=1) if is_next else today
        return Span(first, moved(first.replace(day=1), months=1, days=-1))
    monday = today - timedelta(days=today.weekday())
    if is_next:
        monday += timedelta(days=_WEEK)
    last = monday + timedelta(days=_WEEK - 1)
    first = monday + timedelta(days=_SATURDAY) if unit == "weekend" else monday
    return Span(max(first, today), last)
