"""Reads spoken days: "July 4th", "in ten days", "next Friday", "Christmas". Pure.

Invariant: words are read whole or not at all. A day without a year is the next one of its name, or
the last one where it is known to be past.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.calendar import MONTHS_A_YEAR, easter_sunday, moved
from jarvis_voice.language.en.schedule_rules import MONTHS, WEEKDAYS
from jarvis_voice.language.en.spoken_lengths import plain

_YEARS_AHEAD = 8
"""Until the next 29th of February, where a year in 400 has none."""

_DAYS_AHEAD = 62
"""Until the next 31st."""

_WEEK = len(WEEKDAYS)
_THURSDAY, _SATURDAY = WEEKDAYS.index("thursday"), WEEKDAYS.index("saturday")
_NOVEMBER = 11


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar that the user named.

    Attributes:
        date: Which.
        name: Of a feast, of a month that begins, or "the end of the year"; "" is none.
        begins: Whether it is the first of what is named.
    """

    date: date
    name: str = ""
    begins: bool = False


InYear = Callable[[int], date | None]


def _on(month: int, day: int) -> InYear:
    return lambda year: _date(year, month, day)


def _from_easter(days: int) -> InYear:
    return lambda year: easter_sunday(year) + timedelta(days=days)


def _from_thanksgiving(days: int) -> InYear:
    """Behind the fourth Thursday of November, as in the United States."""

    def in_year(year: int) -> date:
        first = date(year, _NOVEMBER, 1)
        ahead = (_THURSDAY - first.weekday()) % _WEEK + 3 * _WEEK
        return first + timedelta(days=ahead + days)

    return in_year


_FEASTS: Mapping[str, tuple[str, InYear]] = {
    r"(?:christmas|xmas)(?: day)?": ("Christmas", _on(12, 25)),
    r"(?:christmas|xmas) eve": ("Christmas Eve", _on(12, 24)),
    r"boxing day": ("Boxing Day", _on(12, 26)),
    r"new year'?s eve": ("New Year's Eve", _on(12, 31)),
    r"(?:the )?new year(?:'?s)?(?: day)?": ("New Year", _on(1, 1)),
    r"(?:(?:st|saint) )?valentine'?s?(?: day)?": ("Valentine's Day", _on(2, 14)),
    r"(?:st|saint) patrick'?s?(?: day)?": ("Saint Patrick's Day", _on(3, 17)),
    r"halloween": ("Halloween", _on(10, 31)),
    r"ash wednesday": ("Ash Wednesday", _from_easter(-46)),
    r"good friday": ("Good Friday", _from_easter(-2)),
    r"easter(?: sunday)?": ("Easter", _from_easter(0)),
    r"easter monday": ("Easter Monday", _from_easter(1)),
    r"pentecost": ("Pentecost", _from_easter(49)),
    r"thanksgiving(?: day)?": ("Thanksgiving", _from_thanksgiving(0)),
    r"black friday": ("Black Friday", _from_thanksgiving(1)),
    r"cyber monday": ("Cyber Monday", _from_thanksgiving(4)),
}

FEAST = "|".join(sorted(_FEASTS, key=lambda name: "day)?" in name))
"""Any of them, for a pattern; a longer name in front of a shorter one."""

_LEAD = r"(?:(?:the )?(?P<lead>this coming|this past|this|next|last|coming) )?"
_YEAR = r"(?:,? (?P<which>this|next|last) year|,? (?:in |of )?(?P<year>\d{4}))?"
_MONTH = "|".join(f"{month}|{month[:3]}" for month in MONTHS) + "|sept"
_WEEKDAY = "|".join(WEEKDAYS)
_DAY_OF_MONTH = r"(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DATES = tuple(
    lazy_pattern(rf"(?P<lead>)(?:(?:{_WEEKDAY}),? )?{pattern}{_YEAR}")
    for pattern in (
        rf"{_DAY_OF_MONTH}(?: of)? (?P<month>{_MONTH})",
        rf"(?P<month>{_MONTH}) {_DAY_OF_MONTH}",
    )
)
_WRITTEN = re.compile(r"\d{4}-\d{2}-\d{2}")
_WHOLE_MONTH = lazy_pattern(rf"{_LEAD}(?P<month>{'|'.join(MONTHS)}){_YEAR}")
_NUMBERED = re.compile(r"the (?P<day>\d{1,2})(?:st|nd|rd|th)")
_NAMED = re.compile(rf"{_LEAD}(?P<weekday>{_WEEKDAY})")
_NEAR = {
    "yesterday": -1,
    "today": 0,
    "now": 0,
    "tomorrow": 1,
    "the day after tomorrow": 2,
    "the day before yesterday": -2,
}
_COUNT = (
    r"(?P<count>\d{1,5}|an?|the|a couple of) (?P<unit>day|week|month|year|fortnight)s?"
    r"(?:(?: and|,) (?P<more>\d{1,4}|an?) (?P<smaller>day|week|month)s?)?"
)
_AHEAD = re.compile(rf"in {_COUNT}(?:'?s? time)?")
_COUNTED = re.compile(rf"{_COUNT} (?P<way>ago|before|after|from)(?: (?P<day>.+))?")
_END = re.compile(r"(?:the )?end of (?:the|this) (?P<unit>month|year)")
_WEEKEND = re.compile(r"(?:the|this)(?: coming)? weekend")
_MONTHS_IN = {"month": 1, "year": MONTHS_A_YEAR}
_DAYS_IN = {"day": 1, "week": _WEEK, "fortnight": 2 * _WEEK}
_NUMBERS = {"a": 1, "an": 1, "the": 1, "a couple of": 2}
_PAST_LEADS, _COMING_LEADS = ("last", "this past"), ("next", "this coming", "coming")


def read_day(words: str, today: date, *, is_past: bool = False) -> Day | None:
    """The day that is meant; None where the words are not just that.

    Args:
        words: "July 4th", "three weeks ago", "Easter next year".
        today: The day on which they are said.
        is_past: It is known to be past: without a year, "May 1st" is the last one.
    """
    said = plain(re.sub(r"(?<=\d),(?=\d{3}\b)", "", words))
    said = re.sub(r"(?<=[a-z])\.", "", said).removeprefix("on ")
    try:
        if written := _WRITTEN.fullmatch(words.strip()):
            return Day(date.fromisoformat(written[0]))
        return _read(said, today, is_past=is_past)
    except (OverflowError, ValueError):  # no calendar goes so far
        return None


def _read(said: str, today: date, *, is_past: bool) -> Day | None:
    if said in _NEAR:
        return Day(today + timedelta(days=_NEAR[said]))
    if _WEEKEND.fullmatch(said):
        return Day(today + timedelta(days=max(0, _SATURDAY - today.weekday())))
    if found := _END.fullmatch(said):
        first = today.replace(day=1, month=1 if found["unit"] == "year" else today.month)
        last = moved(first, months=_MONTHS_IN[found["unit"]], days=-1)
        return Day(last, f"the end of the {found['unit']}")
    return (
        _feast(said, today, is_past=is_past)
        or _dated(said, today, is_past=is_past)
        or _counted(said, today)
    )


def _feast(said: str, today: date, *, is_past: bool) -> Day | None:
    for pattern, (name, on) in _FEASTS.items():
        if found := re.fullmatch(f"{_LEAD}(?:{pattern}){_YEAR}", said):
            meant = _in_year(found, on, today, is_past=is_past)
            return Day(meant, name) if meant else None
    return None


def _dated(said: str, today: date, *, is_past: bool) -> Day | None:
    if found := _NAMED.fullmatch(said):
        return Day(_weekday(found, today, is_past=is_past))
    if found := _WHOLE_MONTH.fullmatch(said):
        begins = _in_year(found, _on(_month(found), 1), today, is_past=is_past)
        return Day(begins, found["month"].title(), begins=True) if begins else None
    if found := _NUMBERED.fullmatch(said):
        step = -1 if is_past else 1
        days = (today + timedelta(days=step * ahead) for ahead in range(_DAYS_AHEAD))
        meant = next((day for day in days if day.day == int(found["day"])), None)
        return Day(meant) if meant else None
    for pattern in _DATES:
        if found := pattern.fullmatch(said):
            on = _on(_month(found), int(found["day"]))
            meant = _in_year(found, on, today, is_past=is_past)
            return Day(meant) if meant else None
    return None


def _counted(said: str, today: date) -> Day | None:
    if found := _AHEAD.fullmatch(said):
        return Day(_moved(today, found))
    found = _COUNTED.fullmatch(said)
    if found is None:
        return None
    if found["way"] == "ago":
        return Day(_moved(today, found, -1)) if found["day"] in {None, "today"} else None
    begin = _read(found["day"] or "", today, is_past=False)
    return Day(_moved(begin.date, found, -1 if found["way"] == "before" else 1)) if begin else None


def _in_year(found: re.Match[str], on: InYear, today: date, *, is_past: bool) -> date | None:
    """Which of a day's years is meant."""
    if found["year"]:
        return on(int(found["year"]))
    lead = found["lead"]
    if found["which"] or lead == "this":
        return on(today.year + {"last": -1, "next": 1}.get(found["which"], 0))
    is_past = lead in _PAST_LEADS or (is_past and lead not in _COMING_LEADS)
    step = -1 if is_past else 1
    years = range(today.year, today.year + step * (_YEARS_AHEAD + 1), step)
    days = (day for year in years if (day := on(year)))
    return next((day for day in days if (day <= today if is_past else day >= today)), None)


def _weekday(found: re.Match[str], today: date, *, is_past: bool) -> date:
    ahead = (WEEKDAYS.index(found["weekday"]) - today.weekday()) % _WEEK
    lead = found["lead"]
    if lead in _PAST_LEADS or (is_past and lead not in _COMING_LEADS):
        return today + timedelta(days=ahead - _WEEK)
    return today + timedelta(days=ahead or (_WEEK if lead == "next" else 0))


def _month(found: re.Match[str]) -> int:
    return next(at for at, month in enumerate(MONTHS, 1) if month[:3] == found["month"][:3])


def _moved(day: date, found: re.Match[str], ahead: int = 1) -> date:
    amounts = [(found["count"], found["unit"]), (found["more"] or "0", found["smaller"] or "day")]
    months = sum(_number(count) * _MONTHS_IN.get(unit, 0) for count, unit in amounts)
    days = sum(_number(count) * _DAYS_IN.get(unit, 0) for count, unit in amounts)
    return moved(day, months=ahead * months, days=ahead * days)


def _number(said: str) -> int:
    return _NUMBERS.get(said) or int(said)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
