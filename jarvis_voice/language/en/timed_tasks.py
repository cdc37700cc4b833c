"""Parts a sentence into what is to be done and its time: "call Ana tomorrow at nine". Pure.

Invariant: a time is found whole or not at all; nothing of it is left in what is to be done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.calendar_days import FEAST
from jarvis_voice.language.en.evening_names import is_named_part
from jarvis_voice.language.en.rough_times import may_count
from jarvis_voice.language.en.schedule_rules import (
    MONTH,
    WEEKDAY,
    exception_in_front,
    is_left_over,
)
from jarvis_voice.language.en.schedule_words import When, read_when


def split_when(words: str) -> tuple[str, When] | None:
    """What is to be done, and when, of "call Ana tomorrow at nine" or "at noon call Ana".

    None where a piece of the time would be left in what is to be done.
    """
    found = _split(exception_in_front(words))
    is_cut = found and is_left_over(found[0], is_again=bool(found[1].rule))
    return None if is_cut or (found and _ends_in_time(found, words)) else found


def _split(words: str) -> tuple[str, When] | None:
    tokens = words.strip(" .,!?;:").split()
    said_first = time_first(tokens)
    behind, first = said_first or (0, None)
    said_last = time_last(tokens[behind:], is_alone=first is None)
    if first is None:
        task = " ".join(tokens[: said_last[0]]).strip(" ,") if said_last else ""
        return (task, said_last[1]) if said_last and not _begins_in_time(task) else None
    rest = tokens[behind:]
    is_told = rest[0].lower() in _BEFORE_TALK
    last = tokens[behind + said_last[0] :] if said_last else []
    if said_last and not is_told and (both := _together(first, last, tokens[:behind])):
        first, rest = both, rest[: said_last[0]]
    elif said_last and rest[0].lower() not in _BEFORE_WHAT:
        at = behind + said_last[0]
        return " ".join(tokens[:at]).strip(" ,"), said_last[1]
    task = " ".join(rest).strip(" ,")
    if _begins_in_time(task):
        return None
    lead = r"^(?:please|to|that|and|about|of)\s+" if first.rule else r"^(?:please|to|that|and)\s+"
    return re.sub(lead, "", task, flags=re.I), first


def _begins_in_time(task: str) -> bool:
    """Whether words before a "to" are of a time that was not read: "week at noon to sing"."""
    head, to, _ = task.lower().partition(" to ")
    is_of_clock = _OF_CLOCK.fullmatch(head) is not None
    return bool(to and (is_of_clock or (_TIME_HEAD.match(head) and _TIME_NOUN.search(head))))


def _ends_in_time(found: tuple[str, When], words: str) -> bool:
    """Whether more of the time was left in front of it: "on the weekend", "at quarter of"."""
    task, when = found
    if _CONDITION.match(task):
        return True
    if _TELLS.match(task) or not words.lstrip(" .,!?;:").startswith(task):
        return False
    behind = words.lstrip(" .,!?;:")[len(task) :].strip(" ,")
    if _CUT_AT_END.search(task) or (_CUT_BEFORE_CLOCK.search(task) and not _WHOLE.match(behind)):
        return True
    day = _DAY_AT_END.search(task) if when.after_seconds is None else None
    if day is None or day["before"] in _OF_A_DAY:
        return False
    is_bare = when.day.startswith("+") and _BARE_DAY.fullmatch(day["day"])
    return not when.day or bool(is_bare or _SPAN_AT_END.fullmatch(day["day"]))


def asked_for_at(task: str, time: str) -> str:
    """A reminder at another time than the one among its words, of which a piece was not read.

    Args:
        task: "call Tom in january at nine", "next week at nine to pay".
        time: "on Monday at nine".

    Returns:
        "" where the time can stand behind the words, or is none by itself.
    """
    led = next((one for one in (time, f"at {time}", f"on {time}") if read_when(one)), "")
    if not led or split_when(f"{task} {led}"):
        return ""
    _, to, rest = task.partition(" to ")
    return f"remind me {led} to {rest if to and _begins_in_time(task) else task}"


def time_first(tokens: Sequence[str]) -> tuple[int, When] | None:
    """How many words a sentence begins its time with, and the time."""
    for end in range(len(tokens) - 1, 0, -1):
        words = " ".join(tokens[:end])
        if may_count(words) and tokens[end].lower() != "to":
            continue
        if when := read_when(words):
            return end, when
    return None


MOST_TIME_WORDS = 24
"""No time is said in more words; each of them is tried as its first."""


def ends_in_time(words: str) -> bool:
    """Whether words that say what to do say at their end, too, when."""
    return time_last(words.strip(" .,!?;:").split(), is_alone=True) is not None


def time_last(tokens: Sequence[str], *, is_alone: bool) -> tuple[int, When] | None:
    """The place of the word with which the time at a sentence's end begins, and the time.

    Args:
        tokens: The words.
        is_alone: No other time was said: "for four" is one.
    """
    for start in range(max(1, len(tokens) - MOST_TIME_WORDS), len(tokens)):
        said = " ".join(tokens[start:])
        is_planned = tokens[start - 1].lower() in _PLANS and _NEXT_WEEK.match(said)
        if is_planned or is_named_part(tokens, start):
            continue
        if when := read_when(said):
            is_number = not is_alone and when.hour is not None and _FOR_SO_MANY.fullmatch(said)
            return None if is_number else (start, when)
    return None


def _together(first: When, last: Sequence[str], begin: Sequence[str]) -> When | None:
    """The time of "tomorrow to call Ana at nine" or "at nine to call Ana tomorrow", else None."""
    said = " ".join(last)
    is_day_first = bool(first.day or first.rule)
    is_clock_last = first.hour is None and is_day_first and _CLOCK.match(said)
    is_day_last = first.hour is not None and not is_day_first and _NEAR_DAY.fullmatch(said)
    return read_when(f"{' '.join(begin)} {said}") if is_clock_last or is_day_last else None


_NEXT_WEEK = re.compile(r"next (?:week|month)\b", re.I)
_PLANS = frozenset(
    (
        *("plan", "plans", "prepare", "organise", "organize", "discuss", "review", "clear"),
        *("for", "of", "about", "from"),
    )
)
"""What is done with a week: "plan next week on Sunday at five"."""

_NAMES = rf"{WEEKDAY}|{MONTH}|{FEAST}"
_TIME_HEAD = lazy_pattern(
    r"(?:in|on|at|by|around|an?|next|this|last|after|before|until|till|past|of|weeks?|months?|"
    r"years?|days?|again|noon|midnight|\d\S*|"
    rf"the (?=(?:day|week|month|year|weekend|end|next|last|\w+(?:st|nd|rd|th))\b)|{_NAMES})\b"
)
_TIME_NOUN = lazy_pattern(
    rf"\b(?:{_NAMES}|(?:second|minute|hour|day|week|weekday|weekend|month|year|morning|evening|"
    r"afternoon)s?|night|noon|midnight|tonight|tomorrow|today|o'clock|\d+ ?[ap]\.?m|\d+:\d\d|"
    r"at \w+)\b"
)
_CLOCK_WORD = (
    r"(?:\d\S*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|"
    r"twenty|thirty|forty|fifty|zero|oh?|hundred|hours?|minutes?|am|pm|noon|midnight|half|quarter|"
    r"past|to|too|of|til|till|before|after|just|minus|plus|an?|or|no|not|p|m)"
)
_OF_CLOCK = lazy_pattern(
    rf"(?=.*\b(?:\d|am|pm|noon|midnight|half|quarter|hundred|hours?|minutes?|[a-z]*(?:one|two|three|"
    rf"four|five|six|seven|eight|nine|ten|eleven|twelve|ty|teen))\b){_CLOCK_WORD}"
    rf"(?: {_CLOCK_WORD}){{0,5}}"
)
_CUT_AT_END = lazy_pattern(
    rf"(?:\b(?:unless|if)(?: (?:it|that|today|tomorrow)(?:'s| is))?|\bwhen it(?:'s| is)|"
    rf"(?:\bbut|,) not|\bat for(?: [ap] ?\.?m\.?)?|"
    rf"\bat (?:{_CLOCK_WORD} ){{0,5}}(?:to|past|of|til|minus|or|just|no|too))\Z",
    re.I,
)
"""A condition or a half of a clock that stands alone: no task ends so in front of its time."""

_CUT_BEFORE_CLOCK = lazy_pattern(
    rf"\b(?:at(?: {_CLOCK_WORD}){{0,6}}|before|(?<=hour )after|(?<=utes )after|between|until|till|"
    r"sometime|exactly)\Z",
    re.I,
)
"""The same in front of a bare "2:30": "at 3, at 2:30" are two whole times."""
_WHOLE = lazy_pattern(
    rf"(?:at|on|in|by|around|for|this|next|every|each|tomorrow|today|tonight|the|{WEEKDAY})\b", re.I
)

_CONDITION = lazy_pattern(r"(?:if|unless|sometime|sharp)\b(?=.* to \w)", re.I)
"""No task begins so."""

_SPAN = r"(?:next|this|coming) (?:week|month|year|weekend)"
_NAMED_DAY = rf"(?:(?:next|this|coming) )?(?:{WEEKDAY})(?: after next| in \w+ weeks)?"
_DAY_AT_END = lazy_pattern(
    rf"(?:(?P<before>\S+) )??(?P<day>(?:on |by |over )?(?:the )?(?:{_SPAN}|{_NAMED_DAY})|"
    rf"(?:(?:on|over|during) )?(?:the )?weekend|(?:on|at|by|over|after|before) (?:{FEAST})|"
    r"on \d{4}-\d\d-\d\d|(?:on|by) \d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?\.?|"
    rf"(?:in|by) (?:{MONTH})|in (?:\S+ ){{1,2}}(?:day|week|month|year)s?|tomorrow|today|tonight)\Z",
    re.I,
)
_SPAN_AT_END = lazy_pattern(r"in .+ (?:day|week|month|year)s?|next (?:month|year)", re.I)
_BARE_DAY = lazy_pattern(WEEKDAY, re.I)
_OF_A_DAY = frozenset(
    (
        *("about", "for", "from", "of", "with", "until", "till", "that", "is", "and", "last"),
        *("previous", "past", "before", "after", "every", "plan", "due"),
    )
)
"""Words before a day that is no part of the time: "the photos from last weekend"."""
_TELLS = re.compile(r"(?:that|about)\b", re.I)

_BEFORE_WHAT = frozenset({"to", "that", "about"})
"""What stands between a time and what is to be done then: all behind it is the user's own."""

_BEFORE_TALK = frozenset({"that", "about"})
"""What is told of may have a time of its own: "that the meeting is at nine"."""

_FOR_SO_MANY = re.compile(r"for \w+", re.I)
"""At the end of a task it says for how many: "book a table for four"."""

_CLOCK = re.compile(r"at\b", re.I)
_NEAR_DAY = lazy_pattern(
    r"today|tonight|tomorrow(?: (?:morning|afternoon|evening|night))?|(?:every|each) .+|daily", re.I
)
