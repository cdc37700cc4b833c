"""Reads lists of days in orders: "every Monday and Thursday", "tomorrow and on Sunday". Pure.

Invariant: a list behind "every" is one rule and is never parted; any other list beside the time of
an alarm or a reminder, and two times of day, are one order each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 300
"""Characters that are read; a longer sentence is dictation."""

_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = rf"(?:{'|'.join(_NAMES)})"
_JOINT = r"(?:,? and (?:also )?|, | & | plus )"
_RULE = lazy_pattern(
    rf"\b(?:every|each) {_WEEKDAY}(?:(?:{_JOINT}| )(?:every |each |on )?{_WEEKDAY}s?)+\b", re.I
)
_NAMED_DAY = rf"(?:today|tonight|tomorrow|(?:(?:this|next) )?{_WEEKDAY})"
_DAY = rf"(?:{_NAMED_DAY}|the day after(?: tomorrow)?)(?!'|s\b)"
_LIST = lazy_pattern(rf"(?:on )?(?P<days>{_DAY}(?:{_JOINT}(?:(?:again )?on )?{_DAY})+)", re.I)
_CLOCK = (
    r"(?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?|(?:half|quarter|\w+) (?:past|to) \w+|noon|midnight|"
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: thirty)?)"
    r"(?: o'clock)?(?: [ap]\.?m\.?)?(?: in the (?:morning|evening|afternoon)| at night)?"
)
_TWO_CLOCKS = lazy_pattern(
    r"\A(?P<lead>(?:please )?(?:remind|wake) (?:me|us)(?: up)?|(?:set|make|create) (?:an?|two) "
    rf"alarms?)(?P<at> (?:at|for)) (?P<first>{_CLOCK}) and (?:again )?(?:(?:at|for) )?"
    rf"(?P<second>{_CLOCK})(?P<rest>(?: (?:to|about|that|tomorrow|today|on|every|each)\b.*)?)",
    re.I,
)
_LENGTH = (
    r"(?:(?:an?|half an|\d+|[a-z]+(?:[ -](?:one|two|three|five))?) (?:second|minute|hour)s?|"
    r"(?:an|one) hour and a half)"
)
_TWO_LENGTHS = lazy_pattern(
    r"\A(?P<lead>(?:please )?(?:remind|wake|nudge|ping) (?:me|us)(?: up)?)(?P<at> in) "
    rf"(?P<first>{_LENGTH})(?: from now)? and (?:(?:again|also|then) )*in (?P<second>{_LENGTH})"
    r"(?P<rest>(?: (?:to|about|that)\b.*)?)",
    re.I,
)
_HALF_OF_DAY = re.compile(r" ?([ap])\.?m\.?\Z| in the (?:morning|evening|afternoon)\Z", re.I)
_PLURAL = re.compile(r"\A(?P<verb>set|make|create)(?: me)?(?: two| three| some)? alarms\b", re.I)
_IN_FRONT = lazy_pattern(
    rf"(?:\b(?:remind|wake) (?:me|us)(?: up)?|\b(?:alarm|reminder)s?(?: for)?|\bat {_CLOCK}|"
    rf"\bfor {_CLOCK}|\b{_CLOCK})\W+\Z",
    re.I,
)
_BEHIND = lazy_pattern(rf"\W+at {_CLOCK}(?:\Z|\W)", re.I)
_NO_LIST = re.compile(r"\b(?:every|each|between|from|for|of|until|till|by|or|the)\W+\Z", re.I)
_FOR_AN_ALARM = re.compile(rf"\b(?:alarms?|{_CLOCK}) for\W+\Z", re.I)
_PARTED = re.compile(rf"{_JOINT}(?:(?:again )?on )?", re.I)


def rule_lists(line: str) -> list[tuple[int, int]]:
    """Where lists of days behind "every" begin and end: each is one rule."""
    return [found.span() for found in _RULE.finditer(line[:_LONGEST])]


def each_day(line: str) -> tuple[str, ...]:
    """The sentence once for each day or time of a list; empty where it has no such list.

    Args:
        line: "wake me at 6 am tomorrow and on Sunday", "remind me at 9 am and 9 pm to eat",
            "remind me in 5 minutes and again in an hour to call".
    """
    if len(line) > _LONGEST:
        return ()
    if times := _TWO_CLOCKS.fullmatch(line) or _TWO_LENGTHS.fullmatch(line):
        return _at_each(times)
    for found in _LIST.finditer(line):
        before, behind = line[: found.start()], line[found.end() :]
        is_of_alarm = _FOR_AN_ALARM.search(before) is not None
        if _NO_LIST.search(before) and not is_of_alarm:
            continue
        if is_of_alarm or _IN_FRONT.search(before) or _BEHIND.match(behind):
            days = _days_of(_PARTED.split(found["days"]))
            before = _PLURAL.sub(r"\g<verb> an alarm", before)
            return tuple(f"{before}{day}{behind}" for day in days)
    return ()


def _at_each(said: re.Match[str]) -> tuple[str, ...]:
    """The order at each of two times of day; the first may take its half of the day from the other.

    "At 6 and at 7 am" is twice in the morning.
    """
    first, half = said["first"], _HALF_OF_DAY.search(said["second"])
    if half and not _HALF_OF_DAY.search(first) and first not in {"noon", "midnight"}:
        first = f"{first}{half[0]}"
    lead = re.sub(r"two alarms?\Z", "an alarm", said["lead"], flags=re.I)
    return tuple(f"{lead}{said['at']} {one}{said['rest']}" for one in (first, said["second"]))


def _days_of(said: list[str]) -> Iterator[str]:
    """The days as an order names each: "tomorrow", "on Sunday", "on the day after tomorrow"."""
    last = ""
    for one in said:
        day = one.lower()
        if day == "the day after":
            day = _day_after(last)
        last = day
        yield day if day in {"today", "tonight", "tomorrow"} else f"on {day}"


def _day_after(day: str) -> str:
    """The day behind another; "the day after tomorrow" where that is no weekday."""
    name = day.rpartition(" ")[2]
    if name in _NAMES:
        return _NAMES[(_NAMES.index(name) + 1) % len(_NAMES)]
    return "tomorrow" if day in {"today", "tonight"} else "the day after tomorrow"
