"""Spoken days of the calendar: "July 4th", "in ten days", "next Friday", "Christmas". Pure.

Invariant: words are read whole or not at all. A day without a year is the next one of its name, or
the last one where it is asked how long ago it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from jarvis_voice.tools.schedule_words import MONTHS, WEEKDAYS
from jarvis_voice.tools.spoken_lengths import plain
from jarvis_voice.turn.calendar import MONTHS_A_YEAR, easter_sunday, moved

_YEARS_AHEAD = 8
"""Until the next 29th of February, where a year in 400 has none."""

_WEEK = len(WEEKDAYS)
_THURSDAY = WEEKDAYS.index("thursday")
_NOVEMBER = 11


@dataclass(frozen=True, slots=True)
class Day:
    """A day.

    Attributes:
        date: Which.
        name: Of a feast, or of a month that begins; "" is none.
    """

    date: date
    name: str = ""


def _on(month: int, day: int) -> Callable[[int], date | None]:
    return lambda year: _date(year, month, day)


def _from_easter(days: int) -> Callable[[int], date | None]:
    return lambda year: easter_sunday(year) + timedelta(days=days)


def _thanksgiving(year: int) -> date:
    """The fourth Thursday of November, as in the United States."""
    first = date(year, _NOVEMBER, 1)
    return first + timedelta(days=(_THURSDAY - first.weekday()) % _WEEK + 3 * _WEEK)


_FEASTS: Mapping[str, tuple[str, Callable[[int], date | None]]] = {
    r"christmas(?: day)?|xmas": ("Christmas", _on(12, 25)),
    r"christmas eve": ("Christmas Eve", _on(12, 24)),
    r"boxing day": ("Boxing Day", _on(12, 26)),
    r"new year'?s eve": ("New Year's Eve", _on(12, 31)),
    r"(?:the )?new year(?:'?s)?(?: day)?": ("New Year", _on(1, 1)),
    r"valentine'?s(?: day)?": ("Valentine's Day", _on(2, 14)),
    r"(?:st|saint) patrick'?s(?: day)?": ("Saint Patrick's Day", _on(3, 17)),
    r"independence day": ("Independence Day", _on(7, 4)),
    r"halloween": ("Halloween", _on(10, 31)),
    r"good friday": ("Good Friday", _from_easter(-2)),
    r"easter(?: sunday)?": ("Easter", _from_easter(0)),
    r"easter monday": ("Easter Monday", _from_easter(1)),
    r"thanksgiving(?: day)?": ("Thanksgiving", _thanksgiving),
    r"black friday": ("Black Friday", lambda year: _thanksgiving(year) + timedelta(days=1)),
}

_YEAR = r"(?:,? (?:(?P<which>this|next|last) year|(?:in )?(?P<year>\d{4})))?"
_MONTH = "|".join(MONTHS)
_DAY_OF_MONTH = r"(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DATES = tuple(
    re.compile(pattern + _YEAR)
    for pattern in (
        rf"{_DAY_OF_MONTH}(?: of)? (?P<month>{_MONTH})",
        rf"(?P<month>{_MONTH}) {_DAY_OF_MONTH}",
    )
)
_WEEKDAY = "|".join(WEEKDAYS)
_NEAR = {
    "today": 0,
    "now": 0,
    "tomorrow": 1,
    "the day after tomorrow": 2,
    "the day before yesterday": -2,
}
_NAMED = re.compile(
    rf"(?:(?P<which>this|next|last)(?: coming)? |on |the coming )?(?P<weekday>{_WEEKDAY})"
)
_COUNT = (
    r"(?P<count>\d{1,5}|an?|a couple of) (?P<unit>day|week|month|year|fortnight)s?"
    r"(?:(?: and|,) (?P<more>\d{1,4}|an?) (?P<smaller>day|week|month)s?)?"
)
_AHEAD = re.compile(rf"in {_COUNT}(?:'?s? time)?")
_FROM = re.compile(rf"{_COUNT} (?:from|after) (?P<day>.+)")
_AGO = re.compile(rf"{_COUNT} (?P<ago>ago|before) ?(?P<day>.*)")
_END = re.compile(r"(?:the )?end of (?:the|this) (?P<unit>month|year)")
_WEEKEND = re.compile(r"(?:the|this|next)(?: coming)? weekend")
_MONTHS_IN = {"month": 1, "year": MONTHS_A_YEAR}
_DAYS_IN = {"day": 1, "week": _WEEK, "fortnight": 2 * _WEEK}


def read_day(words: str, today: date, *, is_past: bool = False) -> Day | None:
    """The day that is meant; None where the words are not just that.

    Args:
        words: "July 4th", "three weeks ago", "Easter next year".
        today: The day on which they are said.
        is_past: It is known to be past: without a year, "May 1st" is the last one.
    """
    said = plain(words)
    try:
        return _feast(said, today, is_past=is_past) or _plain_day(said, today, is_past=is_past)
    except (OverflowError, ValueError):  # no calendar goes so far
        return None


def _plain_day(said: str, today: date, *, is_past: bool) -> Day | None:
    if said in _NEAR:
        return Day(today + timedelta(days=_NEAR[said]))
    if found := _NAMED.fullmatch(said):
        return Day(_weekday(found, today, is_past=is_past))
    if _WEEKEND.fullmatch(said):
        return Day(today + timedelta(days=(WEEKDAYS.index("saturday") - today.weekday()) % _WEEK))
    if found := _END.fullmatch(said):
        first = today.replace(day=1, month=1 if found["unit"] == "year" else today.month)
        return Day(moved(first, months=_MONTHS_IN[found["unit"]], days=-1))
    if found := re.fullmatch(rf"(?P<month>{_MONTH}){_YEAR}", said):
        begins = _in_year(found, _on(MONTHS.index(found["month"]) + 1, 1), today, is_past=is_past)
        return Day(begins, found["month"].title()) if begins else None
    for pattern in _DATES:
        if found := pattern.fullmatch(said):
            month, day = MONTHS.index(found["month"]) + 1, int(found["day"])
            meant = _in_year(found, _on(month, day), today, is_past=is_past)
            return Day(meant) if meant else None
    return _counted(said, today)


def _counted(said: str, today: date) -> Day | None:
    if found := _AHEAD.fullmatch(said):
        return Day(_moved(today, found))
    if found := _FROM.fullmatch(said):
        begin = _plain_day(found["day"], today, is_past=False)
        return Day(_moved(begin.date, found)) if begin else None
    if found := _AGO.fullmatch(said):
        is_bare = found["ago"] == "ago"
        begin = Day(today) if is_bare else _plain_day(found["day"], today, is_past=False)
        is_whole = not (is_bare and found["day"])
        return Day(_moved(begin.date, found, ahead=-1)) if begin and is_whole else None
    return None


def _feast(said: str, today: date, *, is_past: bool) -> Day | None:
    for pattern, (name, on) in _FEASTS.items():
        if found := re.fullmatch(f"(?:(?:the )?next )?(?:{pattern}){_YEAR}", said):
            meant = _in_year(found, on, today, is_past=is_past)
            return Day(meant, name) if meant else None
    return None


def _in_year(
    found: re.Match[str], on: Callable[[int], date | None], today: date, *, is_past: bool
) -> date | None:
    if found["year"]:
        return on(int(found["year"]))
    if found["which"]:
        return on(today.year + {"last": -1, "this": 0, "next": 1}[found["which"]])
    step = -1 if is_past else 1
    years = range(today.year, today.year + step * (_YEARS_AHEAD + 1), step)
    days = (day for year in years if (day := on(year)))
    return next((day for day in days if (day <= today if is_past else day >= today)), None)


def _weekday(found: re.Match[str], today: date, *, is_past: bool) -> date:
    ahead = (WEEKDAYS.index(found["weekday"]) - today.weekday()) % _WEEK
    if found["which"] == "last" or is_past:
        return today + timedelta(days=ahead - _WEEK)
    return today + timedelta(days=ahead or (_WEEK if found["which"] == "next" else 0))


def _moved(day: date, found: re.Match[str], ahead: int = 1) -> date:
    amounts = [(found["count"], found["unit"]), (found["more"] or "0", found["smaller"] or "day")]
    months = sum(_number(count) * _MONTHS_IN.get(unit, 0) for count, unit in amounts)
    days = sum(_number(count) * _DAYS_IN.get(unit, 0) for count, unit in amounts)
    return moved(day, months=ahead * months, days=ahead * days)


def _number(said: str) -> int:
    return {"a": 1, "an": 1, "a couple of": 2}.get(said) or int(said)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
