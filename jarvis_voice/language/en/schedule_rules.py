"""Makes the rules of what comes again: weekdays, the 15th of every month, all but Sundays. Pure.

Invariant: a rule is an RRULE in local time without its time of day; words that make none, or two
that do not go together, give None.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
WEEKDAY, MONTH = "|".join(WEEKDAYS), "|".join(MONTHS)
"""Any of them, for a pattern."""

PARTS = ("morning", "afternoon", "evening", "night")
DAYS_AGAIN = rf"(?:{WEEKDAY})s?(?:(?:, and |, | and )(?:{WEEKDAY})s?)*"
EVERY = (
    rf"(?:every|each) (?P<what>(?:other|2nd|2th) (?:{WEEKDAY}))",
    rf"(?:every|each) (?P<what>{DAYS_AGAIN})",
    r"(?:of )?(?:every|each) (?P<what>(?:(?:\d+(?:st|nd|rd|th)?|other) )?"
    r"(?:minute|hour|day|week|month|year)s?|single day|"
    rf"weekdays?|weekends?|work(?:ing)? days?|{'|'.join(PARTS)})",
    rf"on (?P<what>(?:{WEEKDAY})s(?:(?:, and |, | and )(?:{WEEKDAY})s)*)",
    r"(?:on )?(?P<what>weekdays|weekends|daily|monthly|yearly|annually)",
)
"""How it is said that something comes again."""

EXCEPT = (
    r"(?:except|but|apart from|excluding|other than)(?: not)?(?: for)?(?: on| at)?(?: the)? "
    rf"(?P<what>{DAYS_AGAIN}|weekends?|weekdays)"
)
"""How days are left out of every day."""

_NTH_SAID = r"(?P<nth>[1-4](?:st|nd|rd|th)|last)"
EVERY_DATE = (
    r"(?:on )?(?:every|each) (?P<day>\d{1,2})(?:st|nd|rd|th)(?: of (?:the|every|each) month)?",
    rf"(?:on )?(?:every|each) {_NTH_SAID} (?P<day>{WEEKDAY}) of (?:the|every|each) month",
    rf"(?:on )?(?:every|each) (?P<nth>1(?:st|th)|last) (?P<day>{WEEKDAY})",
    r"(?:on )?(?:every|each) (?P<nth>last) (?P<day>day) of the month",
)
"""A day of every month with its "every" in front: "every 15th", "every 1st monday"."""

YEARLY = rf"(?:on )?(?:every|each)(?= (?:{MONTH}) |(?: the)? \d{{1,2}}\w* (?:of )?(?:{MONTH})\b)"
"""In front of a date: "every May 3rd"."""

NTH_DAY = rf"(?:on )?the {_NTH_SAID} (?P<day>day|{WEEKDAY})"
"""A day of the month by its place: "the last day", "the 1st monday"."""

_WORKDAYS, _WEEKEND = ("MO", "TU", "WE", "TH", "FR"), ("SA", "SU")
_ALL_DAYS = (*_WORKDAYS, *_WEEKEND)
_FREQUENCY = {
    "minute": "MINUTELY", "hour": "HOURLY", "day": "DAILY", "week": "WEEKLY", "month": "MONTHLY",
    "year": "YEARLY",
}  # fmt: skip
_DAILY = frozenset({"FREQ=DAILY", "FREQ=DAILY;INTERVAL=1"})
_BY_DAYS = "FREQ=WEEKLY;BYDAY="
_EVERY_FEW_WEEKS = "FREQ=WEEKLY;INTERVAL="
_RULES = {
    "weekday": f"{_BY_DAYS}{','.join(_WORKDAYS)}",
    "working day": f"{_BY_DAYS}{','.join(_WORKDAYS)}",
    "work day": f"{_BY_DAYS}{','.join(_WORKDAYS)}",
    "weekend": f"{_BY_DAYS}{','.join(_WEEKEND)}",
    "single day": "FREQ=DAILY",
    "daily": "FREQ=DAILY",
    "monthly": "FREQ=MONTHLY;INTERVAL=1",
    "yearly": "FREQ=YEARLY;INTERVAL=1",
    "annually": "FREQ=YEARLY;INTERVAL=1",
}
_COUNTED = re.compile(r"(?:(\d+|other)(?:st|nd|rd|th)? )?(minute|hour|day|week|month|year)s?")
_OTHER = re.compile(rf"(?:other|2nd|2th) ({WEEKDAY})")
_EVERY_DAY = re.compile(r"\b(?:every day|each day|daily|every weekday)\b", re.I)
_EXCEPT_AT_END = re.compile(rf",? (?P<days>{EXCEPT})[.!?]?\Z", re.I)
_SHORTEST_MONTH = 28
_NTH = re.compile(r"(?P<nth>[1-4]|last) (?P<day>\w+)")


def exception_in_front(words: str) -> str:
    """The words with the days that are left out right behind "every day", where they end with them.

    "every day at nine to run except sundays" is "every day except sundays at nine to run".
    """
    every, out = _EVERY_DAY.search(words), _EXCEPT_AT_END.search(words)
    if every is None or out is None or out.start() < every.end():
        return words
    between = words[every.end() : out.start()]
    return f"{words[: every.end()]} {out['days']}{between}"


def rule_of(what: str) -> str | None:
    """The rule of what stands behind "every": "monday and thursday", "2 hours", "weekday"."""
    if other := _OTHER.fullmatch(what):
        return f"{_EVERY_FEW_WEEKS}2;BYDAY={other[1][:2].upper()}"
    if days := re.findall(WEEKDAY, what):
        return f"{_BY_DAYS}{','.join(day[:2].upper() for day in days)}"
    if counted := _COUNTED.fullmatch(what):
        number = {"": 1, "other": 2}.get(counted[1] or "") or int(counted[1] or 1)
        return f"FREQ={_FREQUENCY[counted[2]]};INTERVAL={number}"
    return "FREQ=DAILY" if what in PARTS else _RULES.get(what.removesuffix("s"))


def narrowed(rule: str, other: str) -> str | None:
    """The rule of "every day ... on weekdays": of two, the one with fewer days."""
    for wide, narrow in ((rule, other), (other, rule)):
        if wide in _DAILY and narrow.startswith(_BY_DAYS):
            return narrow
    return None


def without(rule: str, what: str) -> str | None:
    """The rule of every day, or of some days, without the days that are left out."""
    days = _ALL_DAYS if rule in _DAILY else _days_in(rule)
    out = _days_in(rule_of(what) or "")
    left = [day for day in days if day not in out]
    is_less = left and len(left) < len(days)
    return f"{_BY_DAYS}{','.join(left)}" if is_less and out else None


def with_day(rule: str, day: str) -> str | None:
    """A rule with its day: "15" of every month, "3 may" of every year; None where it has none.

    Args:
        rule: Of weeks, months or years.
        day: As `When` has it: a weekday, "15", "3 may", "last day", "1 monday".
    """
    if rule.startswith(_EVERY_FEW_WEEKS) and day in WEEKDAYS:
        return f"{rule};BYDAY={day[:2].upper()}"
    if rule.startswith("FREQ=MONTHLY"):
        return _with_day_of_month(rule, day)
    number, _, month = day.partition(" ")
    if rule.startswith("FREQ=YEARLY") and number.isdigit() and month in MONTHS:
        return f"{rule};BYMONTH={MONTHS.index(month) + 1};BYMONTHDAY={number}"
    return None


def is_by_date(rule: str) -> bool:
    """Whether it comes every month or every year."""
    return rule.startswith(("FREQ=MONTHLY", "FREQ=YEARLY"))


def has_date(rule: str) -> bool:
    """Whether it says on which day of the month, or of the year, it comes."""
    return is_by_date(rule) and not lacks_day(rule)


def lacks_day(rule: str) -> bool:
    """Whether it does not say yet on which day of the month, or of the year, it comes."""
    return is_by_date(rule) and "BY" not in rule


def _with_day_of_month(rule: str, day: str) -> str | None:
    if nth := _NTH.fullmatch(day):
        place = "-1" if nth["nth"] == "last" else nth["nth"]
        if nth["day"] == "day":
            return f"{rule};BYMONTHDAY={place}"
        return f"{rule};BYDAY={place}{nth['day'][:2].upper()}"
    if not day.isdigit() or not 0 < int(day) <= _SHORTEST_MONTH + 3:
        return None
    if int(day) <= _SHORTEST_MONTH:
        return f"{rule};BYMONTHDAY={day}"
    # in a month that is too short it comes on its last day
    days = ",".join(str(one) for one in range(_SHORTEST_MONTH, int(day) + 1))
    return f"{rule};BYMONTHDAY={days};BYSETPOS=-1"


def _days_in(rule: str) -> Sequence[str]:
    return rule.removeprefix(_BY_DAYS).split(",") if rule.startswith(_BY_DAYS) else ()
