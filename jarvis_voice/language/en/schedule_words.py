"""Reads spoken times: "half past seven tomorrow", "in an hour", "every weekday at eight". Pure.

Invariant: words are read whole or not at all; whether morning or evening is meant is not guessed
here (`language.en.schedule_times`). No date library is used: dateparser reads "tomorrow at nine" as
tomorrow at this hour, parsedatetime "seven in the evening" as six, and both know no "half past".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from jarvis_voice.language.en.calendar_day_words import CALENDAR_DAY, dates_in_words
from jarvis_voice.language.en.military_times import on_the_clock
from jarvis_voice.language.en.rough_times import exactly, without_fillers, without_ish
from jarvis_voice.language.en.schedule_rules import (
    EVERY,
    EVERY_DATE,
    EXCEPT,
    MONTH,
    NTH_DAY,
    PARTS,
    WEEKDAY,
    YEARLY,
    as_known,
    narrowed,
    rule_of,
    with_day,
    without,
)
from jarvis_voice.language.en.spoken_lengths import length_in, plain

Half = Literal["", "am", "pm"]


@dataclass(frozen=True, slots=True)
class When:
    """What the user said about a time.

    Attributes:
        after_seconds: From now on; None where a time of day is meant.
        hour: As it was said, 0 to 23; None where none was.
        minute: Behind the hour.
        half: Which half of the day was said; "" where it was not.
        is_24: It was said in a way that leaves no choice of halves.
        part: "morning", "afternoon", "evening" or "night".
        day: "today", "tomorrow", "+2", a weekday, "next friday", "3", "3 march", a day of the
            calendar as it was said ("in a month"), and of a month that comes again "last day" or
            "1 monday".
        rule: How it comes again, an RRULE without its time; "" is once.
    """

    after_seconds: float | None = None
    hour: int | None = None
    minute: int = 0
    half: Half = ""
    is_24: bool = False
    part: str = ""
    day: str = ""
    rule: str = ""


_NTH = re.compile(rf"(?:\d|last) (?:day|{WEEKDAY})\Z")

_KEPT = 1_024
"""Words whose times stay read: the same ends of a sentence are tried for each of its forms."""

_LONGEST_TIME = 400
"""Characters; what is longer is not kept."""


def read_when(words: str, *, is_bare: bool = False) -> When | None:
    """What the words say of a time; None where they say anything else, or the same thing twice.

    Args:
        words: "tomorrow at nine", "in ten minutes", "every weekday at eight".
        is_bare: Nothing but a time is looked for, so "seven" is one without its "at".
    """
    if len(words) > _LONGEST_TIME:
        return _read_when(words, is_bare=is_bare)
    return _read_before(words, is_bare)


def _read_when(words: str, *, is_bare: bool) -> When | None:
    words = dates_in_words(without_fillers(on_the_clock(words)))
    said, when = exactly(as_known(plain(without_ish(words)))), When()
    if is_bare and (seconds := length_in(re.sub(r"^in ", "", words.strip(), flags=re.I))):
        return When(after_seconds=seconds)
    if is_bare:
        said = re.sub(r"^(?:for|by|it is) ", "at ", said)
    position, seen = 0, 0
    while position < len(said):
        for reading in _READINGS:
            found = reading.pattern.match(said, position)
            if found is None or (reading.needs_bare and not is_bare):
                continue
            read = reading.read(found, when)
            if read is not None:
                when, position, seen = read, found.end(), seen + 1
                break
        else:
            return None
        while position < len(said) and said[position] in " ,":
            position += 1
    return _one_rule(when) if seen and when != When() else None


@lru_cache(maxsize=_KEPT)
def _read_before(words: str, is_bare: bool) -> When | None:  # noqa: FBT001 - a key of the cache
    return _read_when(words, is_bare=is_bare)


def _one_rule(when: When) -> When | None:
    """A time with the day of its rule in the rule; None where the two do not go together."""
    if not (when.rule and when.day):
        return None if _NTH.match(when.day) else when
    rule = with_day(when.rule, when.day)
    return replace(when, rule=rule, day="") if rule else None


# ---- what a time is made of; each gives None where it was said already, or makes no sense

_MOST_HOURS = 24
_MOST_MINUTES = 60
_HOURS_OF_HALF = 12


def _at(when: When, hour: int, minute: int = 0, *, is_24: bool = False) -> When | None:
    if when.hour is not None or when.after_seconds is not None:
        return None
    if not (0 <= hour < _MOST_HOURS and 0 <= minute < _MOST_MINUTES):
        return None
    is_24 = is_24 or hour > _HOURS_OF_HALF or hour == 0
    return replace(when, hour=hour, minute=minute, is_24=is_24)


def _half_past(found: re.Match[str], when: When) -> When | None:
    return _at(when, int(found["h"]), 30)


def _past(found: re.Match[str], when: When) -> When | None:
    minutes = 15 if found["m"].endswith("quarter") else int(found["m"])
    hour = int(found["h"])
    if found["to"] in {"to", "before", "til", "till", "of"}:
        return _at(when, (hour - 1) or _HOURS_OF_HALF, _MOST_MINUTES - minutes) if hour else None
    return _at(when, hour, minutes)


def _clock(found: re.Match[str], when: When) -> When | None:
    hour, minute = int(found["h"]), int(found["m"] or 0)
    is_written = bool(found["m"]) and found["h"].startswith("0")
    return _at(when, hour, minute, is_24=is_written)


def _named(found: re.Match[str], when: When) -> When | None:
    hour = 0 if found["what"] == "midnight" else _HOURS_OF_HALF
    if when.hour == _HOURS_OF_HALF and not when.minute and not when.half:  # "twelve noon"
        when = replace(when, hour=None)
    return _at(when, hour, is_24=True)


def _which_half(found: re.Match[str], when: When) -> When | None:
    if when.half or when.hour is None:
        return None
    if when.is_24:  # "18:30 pm" says it twice
        return when if (when.hour >= _HOURS_OF_HALF) == (found["half"] == "pm") else None
    return replace(when, half="am" if found["half"] == "am" else "pm")


def _part_of_day(found: re.Match[str], when: When) -> When | None:
    return None if when.part else replace(when, part=found["part"])


def _day(found: re.Match[str], when: When) -> When | None:
    """A day by its name, with a part of it perhaps: "tomorrow morning"."""
    if when.day or when.after_seconds is not None:
        return None
    said, part = found["day"], found.groupdict().get("part") or ""
    if said == "tonight":
        said, part = "today", "night"
    elif said == "this":
        said = "today"
    elif said.endswith("day after tomorrow"):
        said = "+2"
    if part and when.part:
        return None
    return replace(when, day=said, part=part or when.part)


def _in_days(found: re.Match[str], when: When) -> When | None:
    if when.day:
        return None
    number = found["n"]
    days = 1 if number in {"a", "an"} else int(number)
    return replace(when, day=f"+{days * (7 if found['unit'].startswith('week') else 1)}")


def _date(found: re.Match[str], when: When) -> When | None:
    named = found.groupdict()
    month = named.get("month") or named.get("month2") or ""
    number = named.get("n") or named.get("n2")
    return None if when.day else replace(when, day=f"{number} {month}".strip())


def _calendar_day(found: re.Match[str], when: When) -> When | None:
    is_first = not (when.day or when.rule or when.after_seconds is not None)
    return replace(when, day=found["calendar"]) if is_first else None


def _after(found: re.Match[str], when: When) -> When | None:
    """What follows "in", whole."""
    seconds = length_in(found["length"])
    if seconds is None or when != When():
        return None
    return replace(when, after_seconds=seconds)


def _every(found: re.Match[str], when: When) -> When | None:
    """Every weekday, each monday and thursday, every morning, every two hours."""
    what = found["what"]
    rule = rule_of(what)
    if rule and when.rule:
        rule = narrowed(when.rule, rule)
    part = what if what in PARTS else when.part
    return replace(when, rule=rule, part=part) if rule else None


def _except(found: re.Match[str], when: When) -> When | None:
    rule = without(when.rule, found["what"])
    return replace(when, rule=rule) if rule else None


def _nth_day(found: re.Match[str], when: When) -> When | None:
    nth = found.groupdict().get("nth") or ""
    place = nth if nth == "last" else nth[:1]
    return None if when.day else replace(when, day=f"{place} {found['day']}".strip())


def _every_date(found: re.Match[str], when: When) -> When | None:
    return _nth_day(found, replace(when, rule="FREQ=MONTHLY;INTERVAL=1")) if not when.rule else None


def _yearly(_: re.Match[str], when: When) -> When | None:
    return None if when.rule else replace(when, rule="FREQ=YEARLY;INTERVAL=1")


_PART_OF = rf"(?P<part>{'|'.join(PARTS)})"
_H = r"(?P<h>2[0-3]|1\d|0?\d)"
_H_AND_M = r"(?P<h>1[0-2]|[1-9])(?P<m>[0-5]\d)"
"""A time of day as speech to text writes "five thirty": 530."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to say a piece of a time.

    Attributes:
        needs_bare: It is one only where nothing but a time is looked for.
    """

    pattern: re.Pattern[str]
    read: Callable[[re.Match[str], When], When | None]
    needs_bare: bool = False


def _reading(
    pattern: str, read: Callable[[re.Match[str], When], When | None], *, bare: bool = False
) -> _Reading:
    return _Reading(re.compile(rf"(?:{pattern})(?=[ ,]|\Z)"), read, bare)


_READINGS = (
    _reading(
        r"(?P<n>\d+|an?) (?P<unit>days?|weeks?) from (?:now|today)(?=,? (?:at|in|by|around)\b)",
        _in_days,
    ),
    _reading(r"(?:with)?in (?P<length>[^,]*)", _after),
    _reading(r"(?P<length>[^,]*) from now", _after),
    _reading(rf"(?P<calendar>{CALENDAR_DAY})", _calendar_day),
    _reading(YEARLY, _yearly),
    *(
        _reading(rf"{pattern}(?! (?:day|week|month|year|{WEEKDAY}))", _every_date)
        for pattern in EVERY_DATE
    ),
    *(_reading(pattern, _every) for pattern in EVERY),
    _reading(EXCEPT, _except),
    _reading(NTH_DAY, _nth_day),
    _reading(r"(?:on )?(?P<day>(?:the )?day after tomorrow)(?: in the)?", _day),
    _reading(rf"(?P<day>tomorrow|today)(?: (?:in the )?{_PART_OF})?", _day),
    _reading(r"(?:for )?(?P<day>tonight)", _day),
    _reading(r"(?P<day>this) (?P<part>morning|afternoon|evening)", _day),
    _reading(
        rf"(?:on |this |for )*(?P<day>(?:next )?(?:{WEEKDAY}))(?: (?:in the )?{_PART_OF})?", _day
    ),
    _reading(r"in (?P<n>\d+|an?) (?P<unit>days?|weeks?)", _in_days),
    _reading(
        rf"(?:on |for )?the (?P<n>\d{{1,2}})(?:st|nd|rd|th)(?: of (?P<month>{MONTH}))?|"
        rf"(?:on )?(?:the )?(?P<n2>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month2>{MONTH})",
        _date,
    ),
    _reading(rf"(?:on )?(?P<month>{MONTH}) (?:the )?(?P<n>\d{{1,2}})(?:st|nd|rd|th)?", _date),
    _reading(rf"(?:(?:at|for|by) )?half (?:past )?{_H}", _half_past),
    _reading(
        r"(?:(?:at|for|by) )?(?P<m>(?:a )?quarter|[1-5]?[05]|[1-5]?\d(?= minutes?\b))"
        r"(?: minutes?)? "
        rf"(?P<to>to|past|before|after|till?|of) {_H}",
        _past,
    ),
    _reading(r"(?:(?:at|by) )?(?P<what>noon|midday|midnight)", _named),
    _reading(r"(?:at|by|for|around) (?P<h>1[0-2]|[1-9])(?P<m>15|30|45)", _clock),
    _reading(rf"(?:at|by|for|around) {_H}(?:(?::| | oh? | 0 )(?P<m>[0-5]?\d))?", _clock),
    _reading(rf"{_H}:(?P<m>[0-5]\d)", _clock),
    _reading(rf"{_H}(?:(?: | oh? | 0 )(?P<m>[0-5]?\d))?(?= (?:am|pm)\b)", _clock),
    _reading(rf"{_H_AND_M}(?= (?:am|pm)\b)", _clock),
    _reading(_H_AND_M, _clock, bare=True),
    _reading(rf"{_H}(?:(?: | oh? | 0 )(?P<m>[0-5]?\d))?", _clock, bare=True),
    _reading(r"(?:in the |at )?(?P<half>am|pm)", _which_half),
    _reading(rf"(?:in the |at |the )?{_PART_OF}", _part_of_day),
)
"""In this order: "in ten minutes" before "in the morning", "half seven" before "seven"."""
