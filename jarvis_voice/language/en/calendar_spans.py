"""Reads spoken years and months: "next year", "the year 2028", "February", "this month". Pure.

Invariant: words are read whole or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.calendar import moved
from jarvis_voice.language.en.schedule_rules import MONTHS
from jarvis_voice.language.en.spoken_lengths import plain

_STEPS = {"last": -1, "this": 0, "the": 0, "the current": 0, "current": 0, "next": 1, "coming": 1}
_STEP = r"(?P<step>last|this|the current|current|the|next|(?:the )?coming)"
_YEAR = lazy_pattern(rf"(?:(?:in )?(?:the )?(?:year )?(?P<year>[1-9]\d{{3}})|{_STEP} year)")
_MONTH = lazy_pattern(
    rf"(?:(?:in |the month of )?(?:(?P<lead>this|next|last) )?(?P<name>{'|'.join(MONTHS)})"
    rf"(?:,? (?:of |in )?(?:(?P<year>[1-9]\d{{3}})|(?P<which>this|next|last) year))?"
    rf"|{_STEP} month)"
)


@dataclass(frozen=True, slots=True)
class CalendarMonth:
    """A month that was named.

    Attributes:
        first: Its first day; of a month without a year, the one that comes next.
        is_year_said: Whether one of its years alone was meant.
    """

    first: date
    is_year_said: bool


def read_year(words: str, today: date) -> int | None:
    """The year that is meant; None where the words are not just that."""
    found = _YEAR.fullmatch(plain(words))
    if found is None:
        return None
    if found["year"]:
        return int(found["year"])
    return today.year + _STEPS[found["step"].removeprefix("the ")]


def read_month(words: str, today: date) -> CalendarMonth | None:
    """The month that is meant; None where the words are not just that."""
    found = _MONTH.fullmatch(plain(words))
    if found is None:
        return None
    if not found["name"]:
        step = _STEPS[found["step"].removeprefix("the ")]
        return CalendarMonth(moved(today.replace(day=1), months=step), is_year_said=True)
    month = MONTHS.index(found["name"]) + 1
    if found["year"]:
        return CalendarMonth(date(int(found["year"]), month, 1), is_year_said=True)
    coming = today.year + (month < today.month)
    if found["which"]:
        first = date(today.year + _STEPS[found["which"]], month, 1)
        return CalendarMonth(first, is_year_said=True)
    is_past = found["lead"] == "last"
    return CalendarMonth(date(coming - is_past, month, 1), is_year_said=bool(found["lead"]))
