"""Reads the days that somebody asks about: "tomorrow morning", "until Friday". Pure.

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
_LEAD = re.compile(r"(?:for|on|at|in|during|from) (?=\S)", re.I)
_POSSESSIVE = re.compile(r"['\u2019]s?\Z")
_WHOLE = re.compile(r"(?P<which>this|the|next|the next) (?P<unit>weekend|week|month)", re.I)
_UNTIL = re.compile(r"(?:up )?(?:until|till|til) (?P<end>.+)")
_THROUGH = re.compile(r"(?:right )?(?:through(?: to)?|thru|up to(?: and including)?) (?P<end>.+)")
_FROM_TO = re.compile(
    r"from (?P<first>.+?) (?:(?P<until>until|till|til)|to|through|up to) (?P<end>.+)|"
    r"between (?P<after>.+?) and (?P<last>.+)"
)
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NEXT_DAYS = re.compile(
    rf"(?:the )?(?:next|coming|following) (?P<count>{'|'.join(_COUNTS)}|\d\d?|couple of|couple) "
    r"(?P<unit>day|morning|evening|night|week)s"
)
_JOINT = re.compile(r"(?:,? and|,)(?: also)?(?: on| for)? ")
_MOST_LISTED = 7
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
        only: The days of it that are meant; empty is each of them.
    """

    first: date
    last: date
    hours: tuple[int, int] = (0, 24)
    only: frozenset[date] = frozenset()

    def holds(self, local: datetime) -> bool:
        """Whether a local moment is in it."""
        begin, end = self.hours
        return self.holds_day(local.date()) and begin <= local.hour < end

    def holds_day(self, day: date) -> bool:
        """Whether a day is in it, whatever the hours."""
        return self.first <= day <= self.last and (not self.only or day in self.only)


def span_in(words: str, today: date) -> Span | None:
    """The days that the words name; None where they name a time of day or anything else.

    Args:
        words: "tomorrow", "for this week", "Friday evening", "until Monday" (which does not belong
            to it), "through Monday" (which does), "the next three days", "today and on Friday".
        today: The day on which they are said.
    """
    said = " ".join(words.split()).strip(" .,!?").lower()
    return _range(said, today) or _listed(said, today) or _one(said, today)


def _range(said: str, today: date) -> Span | None:
    """Days with a named end, or so many from tomorrow on."""
    if counted := _NEXT_DAYS.fullmatch(_LEAD.sub("", said, count=1)):
        count = counted["count"]
        days = int(count) if count.isdigit() else 2 if "couple" in count else _number(count)
        days *= _WEEK if counted["unit"] == "week" else 1
        hours = _PART_HOURS[counted["unit"] if counted["unit"] in _PART_HOURS else ""]
        return (
            Span(today + timedelta(days=1), today + timedelta(days=days), hours) if days else None
        )
    if found := _UNTIL.fullmatch(said):
        return _between(None, found["end"], today, is_to_end=False)
    if found := _THROUGH.fullmatch(said):
        return _between(None, found["end"], today, is_to_end=True)
    if found := _FROM_TO.fullmatch(said):
        first, end = found["first"] or found["after"], found["end"] or found["last"]
        return _between(first, end, today, is_to_end=not found["until"])
    return None


def _number(word: str) -> int:
    return _COUNTS.index(word) + 1


def _between(first: str | None, end: str, today: date, *, is_to_end: bool) -> Span | None:
    """From one day, or today, to another; None where either names no day of those to come."""
    begin, last = _one(first, today) if first else Span(today, today), _one(end, today)
    if begin is None or last is None or last.hours != _PART_HOURS[""]:
        return None
    until = last.last if is_to_end else last.first - timedelta(days=1)
    if until < begin.first and end in WEEKDAYS:  # the next one of that name
        until += timedelta(days=_WEEK)
    return Span(begin.first, until, begin.hours) if begin.first <= until else None


def _listed(said: str, today: date) -> Span | None:
    """Several single days of the same hours."""
    words = _JOINT.split(_LEAD.sub("", said, count=1))
    if not 1 < len(words) <= _MOST_LISTED:
        return None
    days = [one for word in words if (one := _one(word, today)) and one.first == one.last]
    if len(days) < len(words) or len({one.hours for one in days}) > 1:
        return None
    only = frozenset(one.first for one in days)
    return Span(min(only), max(only), days[0].hours, only)


def _one(said: str, today: date) -> Span | None:
    """One day or its part, or a whole week, weekend or month."""
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
