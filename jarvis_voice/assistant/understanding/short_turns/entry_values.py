"""Finds the one new time or length that a turn about what is set says, wherever it stands. Pure.

Invariant: what is denied, what is said already, and what does not fit the kind of thing is no new
value; of several that are left one has to stand out, or there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS, POINTERS
from jarvis_voice.assistant.understanding.short_turns.cues import value_kind
from jarvis_voice.assistant.understanding.short_turns.entry_times import clock_in
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in

Kind = Literal["", "length", "time", "number", "rule"]

_LONGEST = 6
_MOST_HOURS = 4
_MOST_TIMES = 2.5
_ENDING = re.compile(r"(?<=\w)(?:'s|'ll|'d|\u2019s|\u2019ll)\Z", re.I)
_DENIED = lazy_pattern(
    r"\b(?:not|than|instead of|isn't|never|nor|except|bar)\W+"
    r"(?:(?:at|on|for|till|until|the|just|only|an?)\W+)*\Z|"
    r"\b(?:open|shut|closed?)(?:s|es)? (?:at|till|until|from|on)\W+\Z", re.I
)  # fmt: skip
"""What makes a value another than the one that is wanted: "not eight", "they're open till five"."""
_RANGE = lazy_pattern(
    r"\bbetween \S+(?: \S+)? and \S+|\b(?P<from>\w+) (?:till|until|to) \w+ (?:they|he|she)\b", re.I
)
"""From when to when somebody comes, which is no time to ring."""
_COUPLE = re.compile(r"\b(?:a )?couple(?: of)?\b", re.I)
_LED = lazy_pattern(
    r"\b(?:so|then|make (?:it|that)|say|said|meant?|actually|give (?:it|me|us|him|her|"
    r"them)|do(?: it)?|rather|better|(?:shift|move|push|pushed|moved|put|change|changed)"
    r"(?: (?:it|that|this))?(?: back| on)?)\W*"
    r"(?:(?:it's|be|for|to|at|on|about|around|an?|the)\W+)*\Z", re.I
)  # fmt: skip
_ORDINAL = lazy_pattern(
    r"(?:(?:twenty|thirty)[ -])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|"
    r"tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|"
    r"nineteenth|twentieth|thirtieth)|\d{1,2}(?:st|nd|rd|th)", re.I
)  # fmt: skip
_THREE_QUARTERS = re.compile(r"three quarters(?: of an hour)?", re.I)
_OFTEN = re.compile(r"every (?P<many>\S+(?: \S+)?)", re.I)
_PLACE = frozenset({"first", "second", "third"})
_PAST = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "twenty five": 25, "half": 30}
_HALF_AN_HOUR = 30
_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.I)
_BEHIND_NUMBER = (
    FILLERS
    | CUES.keys()
    | POINTERS.keys()
    | {"needed", "because", "cos", "cuz", "coz", "enough", "should", "my", "he", "she", "they"}
) - {"one", "ones", "of", "list", "lists", "item", "items", "things", "second", "thing", "go"}
"""What may stand behind a bare number that is a value; "eighty percent" counts something else."""

_TAKES_BACK = re.compile(
    r"(?:no|nope|nah|wait|sorry|oops|hang on|hold on|actually|scratch that|i meant?|or rather|"
    r"correction|make that)\b", re.I
)  # fmt: skip
"""How a clause begins that puts right the one before it."""
_OF_SOMEBODY = re.compile(r"(?:i|we|he|she|they|it)(?:'\w+)? ", re.I)
_AFTER = re.compile(r"\bin (?:\S+ ){1,3}?(?P<unit>second|minute|hour)s?\b", re.I)


@dataclass(frozen=True, slots=True)
class SaidValue:
    """A time or a length in a turn.

    Attributes:
        text: As a sentence of ours can say it.
        kind: A length, a time, a bare number, or a rule such as "every Monday".
        is_led: Words before it say that it is what is wanted: "so thirty".
        is_alone: Its clause says nothing else.
        clause: Which clause has it.
    """

    text: str
    kind: Kind
    is_led: bool = False
    is_alone: bool = False
    clause: int = 0


def value_in(lines: Sequence[str], old: Touched) -> SaidValue | None:
    """The new value; None where none is said, or several of which none stands out.

    Args:
        lines: The clauses of the turn.
        old: What was set before.
    """
    kept = [_COUPLE.sub("two", _RANGE.sub(" ", line)) for line in lines]
    found = [
        replace(one, clause=place) for place, line in enumerate(kept) for one in _values(line, old)
    ]
    found = _put_right(kept, found) or found
    is_one = len(found) == 1
    found = [one for one in found if (is_one and one.kind != "rule") or not is_old(one, old)]
    if whole := _day_with_clock(found):
        return whole
    for among in (found, [one for one in found if one.is_led], [*filter(_stands_alone, found)]):
        keys = {_key(one, old) for one in among}
        if len(keys) == 1:
            return among[-1]
    alone = [*filter(_stands_alone, found)]
    is_put_right = len({one.clause for one in alone}) == len(alone) > 1
    return alone[-1] if is_put_right and alone[-1].kind == alone[-2].kind else None


def _put_right(lines: Sequence[str], found: Sequence[SaidValue]) -> list[SaidValue]:
    """The values behind the last clause that takes back one before it: "make it nine, no, ten"."""
    for place in range(len(lines) - 1, 0, -1):
        later = [
            one
            for one in found
            if one.clause >= place and not _OF_SOMEBODY.match(lines[one.clause])
        ]
        behind = [one for one in later if one.is_alone or one.is_led]
        is_taken_back = behind and any(one.clause < place for one in found)
        if is_taken_back and _TAKES_BACK.match(lines[place]):
            return behind
    return []


def unit_after(old: Touched) -> str:
    """The unit of a time from now, with which something was set: "in 20 minutes"; else ""."""
    said = " ".join(map(str, old.asked.slots.values())) if old.asked else ""
    found = _AFTER.search(said)
    return found["unit"].lower() if found else ""


def _stands_alone(one: SaidValue) -> bool:
    return one.is_alone


def _values(line: str, old: Touched) -> Iterator[SaidValue]:
    """The values of a clause that fit the thing and are not denied."""
    words = [_ENDING.sub("", word.strip(",.;!?")) for word in line.split()]
    start, left = 0, list[str]()
    found: list[tuple[int, int, str, Kind]] = []
    while start < len(words):
        for end in range(min(len(words), start + _LONGEST), start, -1):
            text, kind = _value(words[start:end], old)
            if kind:
                found.append((start, end, text, kind))
                start = end
                break
        else:
            left.append(words[start].lower())
            start += 1
    is_alone = all(word in FILLERS | CUES.keys() | POINTERS.keys() for word in left)
    for first, end, text, kind in found:
        before, behind = " ".join(words[:first]), " ".join(words[end : end + 1]).lower()
        if (first and _DENIED.search(f"{before} ")) or not _fits(text, kind, old):
            continue
        if kind == "number" and behind and behind not in _BEHIND_NUMBER:
            continue
        yield SaidValue(text, kind, bool(_LED.search(f"{before} ")), is_alone)


def _value(said: Sequence[str], old: Touched) -> tuple[str, Kind]:
    """Some words as a value, and of what kind."""
    text = " ".join(said).lower()
    if _THREE_QUARTERS.fullmatch(text):
        return "forty five minutes", "length"
    if old.kind != "timer":
        often = _OFTEN.fullmatch(text)
        if often and (unit := unit_after(old)) and value_kind([*often["many"].split()]) == "number":
            return f"every {often['many']} {unit}s", "rule"
        bare = text.removeprefix("the ")
        if _ORDINAL.fullmatch(bare) and (text != bare or bare not in _PLACE):
            return f"the {bare}", "time"
        if clock := _past(text, old):
            return clock, "time"
        is_word = said[0].lower() not in FILLERS and said[-1].lower() not in FILLERS
        when = read_when(text) if is_word else None
        if when and when.rule:
            return text, "rule"
    return " ".join(said), value_kind([*said])


def _past(text: str, old: Touched) -> str:
    """The time that "half past" and "ten to" mean, by the hour of before."""
    lead, _, way = text.rpartition(" ")
    clock, minutes = clock_in(old.value), _PAST.get(lead)
    if clock is None or minutes is None or way not in {"past", "to"}:
        return ""
    is_next = clock[1] > minutes + _HALF_AN_HOUR if way == "past" else clock[1] > 0
    hour = clock[0] + is_next
    at = hour * 60 + (minutes if way == "past" else -minutes)
    return f"{at // 60 % 24:02d}:{at % 60:02d}"


def _fits(text: str, kind: Kind, old: Touched) -> bool:
    if old.kind == "timer":
        return kind in {"length", "number"}
    if kind == "number" and not unit_after(old):
        when = read_when(text, is_bare=True)
        return when is not None and when.hour is not None
    return True


def is_old(one: SaidValue, old: Touched) -> bool:
    """Whether a value is only what was set already.

    Args:
        one: The value.
        old: What was set before.
    """
    if old.kind == "timer" or one.kind == "length":
        return _key(one, old) == length_in(old.value)
    when = read_when(one.text, is_bare=True)
    clock = clock_in(old.value)
    if one.kind == "rule":
        return as_rule(one.text, old).partition(" at ")[0] in old.value
    if when is None or clock is None:
        return False
    same_clock = when.hour is None or (when.hour % 12, when.minute) == (clock[0] % 12, clock[1])
    numbers = re.findall(r"\d+", old.value.partition(":")[0])
    same_day = not when.day or when.day.lower() in old.value.lower() or when.day in numbers
    return same_clock and same_day and (when.hour is not None or bool(when.day))


def with_unit(number: str, old: Touched) -> str:
    """A bare number as a length: in the unit of what was set, and else in minutes.

    Args:
        number: As it was said.
        old: What was set before.
    """
    unit = re.search(r"second|minute|hour", old.value) if old.kind == "timer" else None
    name = unit[0] if unit else unit_after(old) if old.kind != "timer" else "minute"
    seconds, before = length_in(f"{number} hours") or 0, length_in(old.value) or 0
    if name == "hour" and seconds > max(_MOST_HOURS * 3600, before * _MOST_TIMES):
        name = "minute"  # "fifty" behind "an hour" is of minutes
    return f"{number} {name or 'minute'}s"


def _key(one: SaidValue, old: Touched) -> object:
    """What two wordings of one value share."""
    if one.kind == "number" and old.kind == "timer":
        return length_in(with_unit(one.text, old))
    if one.kind == "length":
        return length_in(one.text)
    when = read_when(one.text, is_bare=True)
    return (when.hour, when.minute, when.day, when.part, when.rule) if when else one.text.lower()


def _day_with_clock(found: Sequence[SaidValue]) -> SaidValue | None:
    """A day and a time of day that are said apart, as one."""
    if len(found) != 2:  # noqa: PLR2004 - one of each
        return None
    whens = [read_when(one.text, is_bare=True) for one in found]
    if any(one.kind not in {"time", "number"} for one in found) or None in whens:
        return None
    days = [one for one, when in zip(found, whens, strict=True) if when and when.hour is None]
    clocks = [one for one in found if one not in days]
    if len(days) != 1 or len(clocks) != 1:
        return None
    day = days[0].text
    is_led = day.lower().split()[0] in {"today", "tomorrow", "tonight", "on", "next"}
    return SaidValue(f"{clocks[0].text} {day if is_led else f'on {day}'}", "time")


def as_rule(text: str, old: Touched) -> str:
    """A rule with the clock of before, where it says none; the days as "every" says them.

    Args:
        text: The rule, or a day of something that recurs.
        old: What was set before.
    """
    clock = clock_in(old.value)
    plain = re.sub(r"(?<=day)s\b|(?<=weekend)s\b", "", text)
    is_every = plain.startswith(("every", "each")) or not re.search(r"day|weekend", plain)
    plain = plain if is_every else f"every {plain}"
    when = read_when(plain)
    is_often = when is not None and re.search(r"HOURLY|MINUTELY", when.rule) is not None
    if clock is None or is_often or (when and (when.hour is not None or when.part)):
        return plain
    return f"{plain} at {clock[0]:02d}:{clock[1]:02d}"


def names_weekday(text: str) -> bool:
    """Whether a value is of a day of the week."""
    return _WEEKDAY.search(text) is not None
