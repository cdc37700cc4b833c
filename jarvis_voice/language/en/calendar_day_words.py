"""The days of a time that no clock and no weekday names: "in a month", "Christmas Eve". Pure.

Invariant: only words that `calendar_days.read_day` reads, or a weekday by its place in a month.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.calendar import moved
from jarvis_voice.language.en.calendar_days import FEAST, read_day
from jarvis_voice.language.en.schedule_rules import MONTH, MONTHS, WEEKDAY, WEEKDAYS

_COUNT = r"(?:\d{1,3}|an?|a couple of)"
_DATE = (
    rf"(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{MONTH})|(?:{MONTH}) (?:the )?\d{{1,2}}"
    r"(?:st|nd|rd|th)?"
)
_NTH_OF = (
    rf"the (?P<nth>[1-5](?:st|nd|rd|th)|last) (?P<weekday>{WEEKDAY}) (?:of|in) "
    rf"(?P<month>{MONTH}|(?:the )?next month|this month)"
)
_WEEK_ON = (
    rf"(?P<a>{WEEKDAY}|today|tomorrow) week|a week (?:on |from )?(?P<b>{WEEKDAY}|today|tomorrow)"
)
_NEXT_WEEK = (
    rf"next week (?:on )?(?P<behind>{WEEKDAY})|(?P<front>{WEEKDAY}) (?:of )?next week|"
    rf"(?:the )?(?P<later>{WEEKDAY}) after next"
)
_NEXT_MONTH = (
    r"(?:on )?the (?P<of>\d{1,2})(?:st|nd|rd|th) of (?:the )?next month|"
    r"next month,? (?:on )?the (?P<on>\d{1,2})(?:st|nd|rd|th)"
)
_BOTH = (
    rf"(?P<name>{WEEKDAY}),? (?:the )?(?P<date>\d{{1,2}}(?:st|nd|rd|th)(?:(?: of)? (?:{MONTH}))?)"
)
_BEGIN = rf"(?:today|tomorrow|now|{WEEKDAY}|{_DATE}|{FEAST})"
CALENDAR_DAY = (
    rf"(?:on )?(?:{_NTH_OF})|(?:on )?(?:{_WEEK_ON})|(?:on )?(?:{_NEXT_WEEK})|{_NEXT_MONTH}|"
    rf"(?:on )?{_BOTH}|"
    rf"in {_COUNT} (?:month|year|fortnight)s?(?:'? time)?|"
    rf"(?:on )?the day (?:before|after) {_BEGIN}|"
    rf"(?:{_COUNT}|the) (?:day|week|month|year|fortnight)s? (?:before|after|from) {_BEGIN}|"
    rf"(?:on |at |by )(?:{FEAST})(?: next year)?|"
    rf"(?:on |by )?(?:{_DATE}),? (?:of |in )?(?:next year|20\d\d)|"
    r"(?:at |by |on )?the (?:end|last day) of (?:the|this) (?:month|year)"
)
"""A pattern of such a day, in plain words with figures."""

_NTH = lazy_pattern(_NTH_OF)
_WEEK = lazy_pattern(_WEEK_ON)
_WEEKDAY_LATER = lazy_pattern(_NEXT_WEEK)
_MONTH_LATER = lazy_pattern(_NEXT_MONTH)
_NAMED_DATE = lazy_pattern(_BOTH)
_WRITTEN = re.compile(r"\b(?P<year>20\d\d)-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])\b")
_LEAD = re.compile(r"(?:on|at|by) (?=\S)")
_DAYS_A_WEEK = len(WEEKDAYS)


def dates_in_words(words: str) -> str:
    """The words with "29 november 2026" for "2026-11-29"."""
    return _WRITTEN.sub(
        lambda found: f"{int(found['day'])} {MONTHS[int(found['month']) - 1]} {found['year']}",
        words,
    )


def calendar_day(words: str, today: date) -> date | None:
    """The day that the words name; None where there is no such day.

    Args:
        words: What `CALENDAR_DAY` matches: "the 1st monday of january", "friday week".
        today: The day on which they are said.
    """
    said = _LEAD.sub("", words, count=1)
    if found := _NTH.fullmatch(said):
        return _by_place(found["nth"], found["weekday"], found["month"], today)
    if found := _WEEK.fullmatch(said):
        begin = read_day(found["a"] or found["b"], today)
        return begin.date + timedelta(days=_DAYS_A_WEEK) if begin else None
    if found := _WEEKDAY_LATER.fullmatch(said):
        return _weeks_later(found, today)
    if found := _MONTH_LATER.fullmatch(said):
        first = moved(today.replace(day=1), months=1)
        day_of = first + timedelta(days=int(found["of"] or found["on"]) - 1)
        return day_of if day_of.month == first.month else None
    if found := _NAMED_DATE.fullmatch(said):
        dated = read_day(f"the {found['date']}", today) or read_day(found["date"], today)
        is_one = dated is not None and WEEKDAYS[dated.date.weekday()] == found["name"]
        return dated.date if dated and is_one else None
    said = said.replace("last day", "end")
    day = read_day(said, today) or read_day(re.sub(r"'? time\Z", "", said), today)
    return day.date if day else None


def _weeks_later(found: re.Match[str], today: date) -> date:
    """Tuesday of next week, or the Tuesday after the next one."""
    if later := found["later"]:
        ahead = (WEEKDAYS.index(later) - today.weekday()) % _DAYS_A_WEEK or _DAYS_A_WEEK
        return today + timedelta(days=ahead + _DAYS_A_WEEK)
    weekday = WEEKDAYS.index(found["behind"] or found["front"])
    return today + timedelta(days=_DAYS_A_WEEK - today.weekday() + weekday)


def _by_place(nth: str, weekday: str, month: str, today: date) -> date | None:
    """The first Monday of January, the last Friday of this month: the next that is to come."""
    if month in MONTHS:
        ahead = (MONTHS.index(month) + 1 - today.month) % len(MONTHS)
        months = [ahead, ahead + len(MONTHS)]
    else:
        months = [0 if month == "this month" else 1]
    begins = (moved(today.replace(day=1), months=one) for one in months)
    days = (_in_month(nth, WEEKDAYS.index(weekday), first) for first in begins)
    return next((day for day in days if day and day >= today), None)


def _in_month(nth: str, weekday: int, first: date) -> date | None:
    """The weekday of that place in a month; None where the month has none."""
    after = moved(first, months=1)
    if nth == "last":
        last = after - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - weekday) % _DAYS_A_WEEK)
    ahead = (weekday - first.weekday()) % _DAYS_A_WEEK + (int(nth[0]) - 1) * _DAYS_A_WEEK
    day = first + timedelta(days=ahead)
    return day if day < after else None
