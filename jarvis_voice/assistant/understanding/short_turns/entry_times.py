"""Words for times of what is set: the clock of before on another day, so much later, by its name.

Invariant: pure; a time that would be past midnight, or lacks its clock, is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.understanding.short_turns.cue_words import Cue
from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.language.en.schedule_rules import WEEKDAYS
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in

_CLOCK = re.compile(r"\d\d?:\d\d(?: [AP]M)?")
_DAY = re.compile(r"\b(?:today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b", re.I)
_DAY_ALONE = frozenset({"today", "tomorrow", "tonight"})
_UNIT = re.compile(r"(?P<unit>second|minute|hour)s?\b")

_FACTORS: tuple[tuple[Cue, float], ...] = (("double", 2.0), ("halve", 0.5), ("triple", 3.0))
_MULTIPLIED = re.compile(
    r"\b(?:doubl|halv|tripl|trebl)\w+ (?:the|my) (?!(?:last|newest|new|other|same|first|second|"
    r"whole|current|running) )(?P<name>[a-z][\w'-]*) timer\b",
    re.I,
)
"""Names the timer of which there is to be more or less."""


def clock_in(value: str) -> tuple[int, int] | None:
    """The hour and the minute of a time as our answers tell it; None where it has none."""
    clock = _CLOCK.search(value)
    if clock is None:
        return None
    hour, minute = map(int, clock[0].split()[0].split(":"))
    return (hour + 12 if clock[0].endswith("PM") and hour < 12 else hour), minute  # noqa: PLR2004


def label_of(one: Touched) -> str:
    """An entry as a sentence names it."""
    if one.kind == "timer":
        named = one.name or _UNIT.sub(r"\g<unit>", one.value)
        return f"the {named} timer"
    clock = _CLOCK.search(one.value)
    if one.kind == "alarm":
        return f"the {one.name or (clock[0] if clock else '')} alarm".replace("  ", " ")
    return f"the {one.kind} to {one.name}"


def value_of(thing: str, entries: Sequence[Touched]) -> str:
    """What the entry holds that a sentence names so; "" where it names none."""
    return next((one.value for one in entries if label_of(one) == thing), "")


def day_after(old: str) -> str:
    """The same time on the day after; "" where no day, or no clock, is known."""
    clock, day = _CLOCK.search(old), _DAY.search(old)
    name = day[0].lower() if day else ""
    if clock is None or not name:
        return ""
    if name in WEEKDAYS:
        days = list(WEEKDAYS)
        return f"{clock[0]} on {days[(days.index(name) + 1) % len(days)]}"
    return f"{clock[0]} {'tomorrow' if name == 'today' else 'on the day after tomorrow'}"


def when_anew(old: str, new: str) -> str:
    """A time with what it leaves out: the clock of before, or its day."""
    clock, day = _CLOCK.search(old), _DAY.search(old)
    said = read_when(new, is_bare=True) if new else None
    if not new or said is None:
        return ""
    if said.hour is None and said.day and clock:
        return f"{clock[0]} {_on(new)}"
    if said.hour is not None and not said.day and day:
        return f"{new} {_on(day[0])}"
    return new if said.hour is not None else ""


def shifted(old: str, length: str, turn: ShortTurn) -> str:
    """The time of before, so much later or earlier, on its day; "" past midnight."""
    clock, day, seconds = clock_in(old), _DAY.search(old), length_in(length)
    if clock is None or not seconds or not turn.has("more", "less"):
        return ""
    at = clock[0] * 60 + clock[1] + round(seconds / 60) * (-1 if turn.has("less") else 1)
    if not 0 <= at < 24 * 60:
        return ""
    return f"{at // 60:02d}:{at % 60:02d} {_on(day[0]) if day else ''}".strip()


def is_clock(turn: ShortTurn) -> bool:
    """Whether a bare number is a time of day: "at six", "6.55"."""
    when = read_when(turn.value, is_bare=True)
    is_led = re.search(rf"\b(?:at|for|to|till|until) {re.escape(turn.value)}", turn.line, re.I)
    is_by = turn.has("less", "more", "forward") and not re.search(r"[.:]", turn.value)
    return when is not None and when.hour is not None and (bool(is_led) or not is_by)


def _on(day: str) -> str:
    is_led = day.lower().split()[0] in _DAY_ALONE or day.lower().startswith(("on ", "next "))
    return day if is_led else f"on {day}"


def led(at: str) -> str:
    """A time of day with its "at"; a day or a delay as it is."""
    return (
        at
        if at.lower().split()[0] in {"at", "on", "in", "every", "each", *_DAY_ALONE}
        else f"at {at}"
    )


def says_off(line: str) -> bool:
    """Whether something is to go."""
    return re.search(r"\b(?:off|drop|lose|cut|chop)\b", line, re.I) is not None


def says_back(line: str) -> bool:
    """Whether something is to come later."""
    return re.search(r"\b(?:back|on|out|off|by)\b", line, re.I) is not None


def factor_of(turn: ShortTurn, thing: str) -> float:
    """By how much the length of a timer is multiplied; 0 where it is not, or another one is named.

    Args:
        turn: What was said.
        thing: The timer, by all that it may be called.
    """
    other = _MULTIPLIED.search(turn.line)
    if other and other["name"].lower() not in thing.lower():
        return 0.0  # a name that is also a word: "triple the will timer"
    return next((many for cue, many in _FACTORS if turn.has(cue)), 0.0)
