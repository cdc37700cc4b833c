"""Makes the rules of what comes again: weekdays, the 15th of every month, all but Sundays. Pure.

Invariant: a rule is an RRULE in local time without its time of day; words that make none, or two
that do not go together, give None.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern

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
DAYS_AGAIN = rf"(?:{WEEKDAY})s?(?:(?:, and |, | and | )(?:{WEEKDAY})s?)*"
EVERY = (
    rf"(?:every|each) (?P<what>(?:other|2nd|2th) (?:{WEEKDAY}))",
    rf"(?:every|each) (?P<what>{DAYS_AGAIN})",
    r"(?:of )?(?:every|each) (?P<what>(?:(?:\d+(?:st|nd|rd|th)?|other) )?"
    r"(?:minute|hour|day|week|month|year)s?|"
    rf"weekdays?|weekends?|{'|'.join(PARTS)})",
    rf"on (?P<what>(?:{WEEKDAY})s(?:(?:, and |, | and )(?:{WEEKDAY})s)*)",
    rf"(?P<what>(?:{WEEKDAY})s(?:(?:, and |, | and )(?:{WEEKDAY})s)*)",
    r"(?:(?:on |at )?(?:all (?:the )?)?|(?:on |at )?the )(?P<what>weekdays|weekends)",
    r"(?P<what>daily|monthly|yearly|annually)",
)
"""How it is said that something comes again."""

EXCEPT = (
    r"(?:except|but|apart from|excluding|other than|not on)(?: not)?(?: for)?(?: on| at)?(?: the)? "
    rf"(?P<what>(?:{DAYS_AGAIN}|weekends?|weekdays)(?:,? and (?:on |at )?(?:the )?"
    rf"(?:{DAYS_AGAIN}|weekends?|weekdays))?)"
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

_RANGE = re.compile(
    rf"(?:\b(?:every|each|on) )?(?:\bfrom (?P<a>{WEEKDAY})s? (?:to|till|until|through) "
    rf"(?P<b>{WEEKDAY})s?|\b(?P<first>{WEEKDAY})s? (?:to|through) (?P<last>{WEEKDAY})s?)\b"
)
_SAID_AS = (
    (re.compile(r"\b(?:each and every|(?:every|each) single)\b"), "every"),
    (re.compile(r"\bon (?=(?:every|each)\b)"), ""),
    (re.compile(rf"(?<=day) and (?:every|each) (?={WEEKDAY})"), " and "),
    (re.compile(r"\b(?:work|working|business|week) ?day(s?)\b"), r"weekday\1"),
    (re.compile(r"\bevery (?:a )?half(?: an?)? hour\b"), "every 30 minutes"),
    (re.compile(r"\bevery quarter(?: of an)? hour\b"), "every 15 minutes"),
    (re.compile(r"\bnightly\b"), "every night"),
    (re.compile(r"\bhourly\b"), "every hour"),
    (re.compile(r"\bdaily\b"), "every day"),
    (re.compile(r"\bweekly\b"), "every week"),
    (re.compile(r"\bfortnightly\b|\b(?:every|once a) fortnight\b"), "every 2 weeks"),
    (
        re.compile(r"\bonce (?:(?:a|an|per|every|each) )?(?=(?:hour|day|week|month|year)\b)"),
        "every ",
    ),
    (re.compile(r"\bonce (?=every\b)"), ""),
    (re.compile(rf"\b(?:on )?(weekday|{WEEKDAY})s? ({'|'.join(PARTS)})s\b"), r"every \1 \2"),
    (re.compile(r"\bin the (morning|afternoon|evening)s\b"), r"every \1"),
    (re.compile(r"\bevery every\b"), "every"),
)  # fmt: skip
"""Other words for the ones that the readings know, in this order."""

_WORKDAYS, _WEEKEND = ("MO", "TU", "WE", "TH", "FR"), ("SA", "SU")
_ALL_DAYS = (*_WORKDAYS, *_WEEKEND)
_FREQUENCY = {
    "minute": "MINUTELY", "hour": "HOURLY", "day": "DAILY", "week": "WEEKLY", "month": "MONTHLY",
    "year": "YEARLY",
}  # fmt: skip
_EVERY_DAY_RULE, _EVERY_WEEK = "FREQ=DAILY;INTERVAL=1", "FREQ=WEEKLY;INTERVAL=1"
_DAILY = frozenset({"FREQ=DAILY", _EVERY_DAY_RULE})
_BY_DAYS = "FREQ=WEEKLY;BYDAY="
_EVERY_FEW_WEEKS = "FREQ=WEEKLY;INTERVAL="
_RULES = {
    "weekday": f"{_BY_DAYS}{','.join(_WORKDAYS)}",
    "weekend": f"{_BY_DAYS}{','.join(_WEEKEND)}",
    "daily": _EVERY_DAY_RULE,
    "monthly": "FREQ=MONTHLY;INTERVAL=1",
    "yearly": "FREQ=YEARLY;INTERVAL=1",
    "annually": "FREQ=YEARLY;INTERVAL=1",
}
_COUNTED = lazy_pattern(r"(?:(\d+|other)(?:st|nd|rd|th)? )?(minute|hour|day|week|month|year)s?")
_OTHER = re.compile(rf"(?:other|2nd|2th) ({WEEKDAY})")
_EVERY_DAY = re.compile(r"\b(?:every day|each day|daily|every weekday)\b", re.I)
_EXCEPT_AT_END = re.compile(rf",? (?P<days>{EXCEPT})[.!?]?\Z", re.I)
_SHORTEST_MONTH = 28
_NTH = re.compile(r"(?P<nth>[1-4]|last) (?P<day>\w+)")
_AGAIN_AT_END = lazy_pattern(
    r"\b(?:every|each)(?: (?:other|second|third|fourth|last|single|few|\w+(?:st|nd|rd|th)))?"
    rf"(?: (?:minute|hour|day|week|weekday|weekend|fortnight|month|year|{MONTH}|{WEEKDAY})s?)?$",
    re.I,
)
"""How often, cut off from its time: "call mum every second" before "saturday at ten"."""

_JOINS_AT_END = lazy_pattern(
    r"\b(?:and|or|but|except|except (?:for|on)|(?:first|second|third|fourth|last|\d(?:st|nd|rd|th))"
    rf" (?:day|{WEEKDAY}) (?:of|in) the month|(?:twice|(?:\w+ )times) (?:a|per) \w+)$",
    re.I,
)
"""More of the time that was cut off: "take my pill at eight and"."""

_JOINS_AT_BEGIN = lazy_pattern(
    r"(?:and|or|but|except)\b|(?:at )?\d{1,2}(?::\d\d)?(?: ?[ap]m)?,? and\b|"
    rf"(?:every|each) (?:day|weekday|weekend|week|month|{WEEKDAY}|{'|'.join(PARTS)})\b|"
    r"\d{1,2}(?::\d\d)? (?:remind|wake|tell)\b|"
    r"(?:the )?\w{1,12}(?:st|nd|rd|th) (?:of (?:the|each|every)|and)\b|"
    rf"(?:{WEEKDAY})s?(?= (?:at|by|in|and)\b|,)",
    re.I,
)


def as_known(said: str) -> str:
    """A time in plain words with the words that are known here: "monday to friday", "nightly"."""
    said = _RANGE.sub(_days_between, said)
    for pattern, known in _SAID_AS:
        said = pattern.sub(known, said)
    return said


def _days_between(said: re.Match[str]) -> str:
    first, last = said["a"] or said["first"], said["b"] or said["last"]
    begin = WEEKDAYS.index(first)
    count = (WEEKDAYS.index(last) - begin) % len(WEEKDAYS) + 1
    days = [WEEKDAYS[(begin + ahead) % len(WEEKDAYS)] for ahead in range(count)]
    return f"every {' and '.join(sorted(days, key=WEEKDAYS.index))}"


def is_left_over(task: str, *, is_again: bool) -> bool:
    """Whether what is to be done has a piece of a time at the end from which one was cut.

    Args:
        task: What is to be done, as it was left.
        is_again: The time that was found says how often.
    """
    is_joined = _JOINS_AT_END.search(task) or _JOINS_AT_BEGIN.match(task)
    return bool(is_joined or (not is_again and _AGAIN_AT_END.search(task)))


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
    return _EVERY_DAY_RULE if what in PARTS else _RULES.get(what.removesuffix("s"))


def narrowed(rule: str, other: str) -> str | None:
    """The rule of "every day ... on weekdays": of two, the one with fewer days."""
    for wide, narrow in ((rule, other), (other, rule)):
        if not narrow.startswith(_BY_DAYS):
            continue
        if wide in _DAILY or wide == _EVERY_WEEK:
            return narrow
        if wide.startswith(_EVERY_FEW_WEEKS) and "BY" not in wide:
            return f"{wide};{narrow.removeprefix('FREQ=WEEKLY;')}"
    return None


def without(rule: str, what: str) -> str | None:
    """The rule of every day, or of some days, without the days that are left out."""
    days = _ALL_DAYS if rule in _DAILY else _days_in(rule)
    named = re.findall(rf"{WEEKDAY}|weekend|weekday", what)
    out = {day for name in named for day in _days_in(rule_of(name) or "")}
    left = [day for day in days if day not in out]
    is_less = left and len(left) < len(days)
    return f"{_BY_DAYS}{','.join(left)}" if is_less and out else None


def with_day(rule: str, day: str) -> str | None:
    """A rule with its day: "15" of every month, "3 may" of every year; None where it has none.

    Args:
        rule: Of weeks, months or years.
        day: As `When` has it: a weekday, "15", "3 may", "last day", "1 monday".
    """
    if rule == _EVERY_WEEK and day in WEEKDAYS:
        return f"{_BY_DAYS}{day[:2].upper()}"
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


def days_of(rule: str) -> str:
    """A rule without its time of day, and without what only says where its weeks are counted from.

    Every day is the same with and without its "1".
    """
    left = [
        part for part in rule.split(";") if not part.startswith(_BY_CLOCK) and part != "INTERVAL=1"
    ]
    return ";".join(left)


_BY_CLOCK = ("WKST", "BYHOUR", "BYMINUTE", "BYSECOND", "EXDATE")
