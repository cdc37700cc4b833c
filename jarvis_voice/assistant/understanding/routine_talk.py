"""Says out in a known order what comes again: "weekdays at 7, wake me", "a daily reminder". Pure.

Invariant: the words of the user's task and times are kept; several times become as many requests,
and only where each of them is understood, so that no time is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.schedule_words import When, read_when
from jarvis_voice.language.en.timed_tasks import time_first, time_last

_LONGEST = 200
"""Characters of a request that is looked at."""

_MOST_TIMES = 4
_SETS = frozenset({"set_alarm", "set_reminder", "set_routine"})
_AGAIN = re.compile(
    r"\b(?:every|each|daily|weekly|monthly|yearly|nightly|hourly|fortnightly|once|"
    r"\w*days?|weekends?|twice|times)\b",
    re.I,
)
_OFTEN = {
    "hourly": "every hour", "daily": "every day", "nightly": "every night", "weekly": "every week",
    "fortnightly": "every 2 weeks", "monthly": "every month", "yearly": "every year",
    "weekday": "every weekday", "weekend": "every weekend",
}  # fmt: skip
_THING = lazy_pattern(
    r"(?:(?:(?:can|could|may) (?:i|you|we) )?(?:get|have|set(?: up)?|make|create|add|give|schedule|"
    r"put(?: in| on)?|start)(?: me| us)? |i (?:need|want|would like) |i'd like )?"
    rf"(?:an? |my |another )?(?:recurring |repeating |regular )?(?P<often>{'|'.join(_OFTEN)}) "
    r"(?P<kind>alarm|reminder)s? (?P<rest>.+)",
    re.I,
)
_REPEATED = re.compile(
    r"\b(?:recurring|repeating|repeated|regular) (?=(?:alarm|reminder)s?\b)", re.I
)
_ALARMS = re.compile(
    r"\A(set|make|create|add)(?: me)? (?:two |three |2 |3 |some |my )?alarms (?=(?:for|at) )", re.I
)
_AND_AGAIN = re.compile(r",? and (?=(?:every|each|on|at|daily|remind|wake)\b)", re.I)
_ASKS = re.compile(r"\b(?:remind|wake) (?:me|us)\b", re.I)
_SET_ONE = re.compile(r"\b(?:alarm|wake|get me up|remind|reminder)\b", re.I)
_LEAD = re.compile(r"(?:at|by|for|around|in)\b", re.I)
_ASKED = (
    r"(?:please )?(?:(?:can|could|would|will) you (?:please )?|"
    r"i(?: want| would like|'d like) you to )?"
)
_WAKE = lazy_pattern(
    rf"{_ASKED}(?:wake (?:me|us)(?: up)?|get me up)(?: (?:at|by) (?P<at>.+))?", re.I
)
_ALARM = lazy_pattern(
    rf"{_ASKED}(?:(?:set|make|create|i need|i want) )?(?:an |the |my )?alarm"
    r"(?: (?:for|at) (?P<at>.+))?",
    re.I,
)
_REMIND = lazy_pattern(rf"{_ASKED}(?P<remind>remind (?:me|us)\b.+)", re.I)
_SO_OFTEN = re.compile(
    r"\b(?P<count>twice|two times|2 times|three times|3 times) (?:a|per|every|each) day\b", re.I
)
_SO_MANY = {"twice": 2, "two": 2, "2": 2, "three": 3, "3": 3}
_NEXT_NUMBER = re.compile(r",(?: and)? (?=(?:at )?\d)")
_THEN = " and then "

Understand = Callable[[str], Intent | None]


@dataclass(frozen=True, slots=True)
class _SaidTimes:
    """Times of one request, and the words around them."""

    before: Sequence[str]
    times: Sequence[str]
    behind: Sequence[str]


def about_routines(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """A request for what comes again as the grammar knows it; "" where it is none, or is known.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, which does not matter.
        understand: What a sentence means by itself.
    """
    del messages
    line = clean(text).strip(" .,!?") if len(text) <= _LONGEST else ""
    if not _AGAIN.search(line):
        return ""
    if joined := _two_requests(line, understand):
        return joined
    thing = _THING.fullmatch(line)
    plain = _thing_first(_ALARMS.sub(r"\1 an alarm ", _REPEATED.sub("", line)))
    plain = _request_first(plain, understand) or plain
    if several := _one_by_one(plain, understand):
        return several
    intent = understand(plain) if plain != line else None
    wanted = {f"set_{thing['kind'].lower()}"} if thing else _SETS
    return plain if intent and intent.name in wanted else ""


def _two_requests(line: str, understand: Understand) -> str:
    """Two requests of which the second begins with its time, said as two; "" for any other."""
    for joint in islice(_AND_AGAIN.finditer(line), _MOST_TIMES):
        head, tail = line[: joint.start()], line[joint.end() :]
        if not (_ASKS.search(tail) and _ASKS.search(head)):
            continue
        intents = understand(head), understand(tail)
        if all(intent and intent.name in _SETS for intent in intents):
            return f"{head}{_THEN}{tail}"
    return ""


def _thing_first(line: str) -> str:
    """The request of "a daily reminder at six to walk the dog" with its "every day" said out."""
    said = _THING.fullmatch(line)
    if said is None:
        return line
    often, rest = _OFTEN[said["often"].lower()], said["rest"]
    if said["kind"].lower() == "alarm":
        at, called, name = re.split(r"( called | named |\Z)", rest, maxsplit=1, flags=re.I)
        return f"set an alarm {at} {often}{called}{name}"
    if rest.lower().startswith("for ") and time_first(rest.split()) is None:
        rest = f"about {rest[4:]}"
    return f"remind me {often} {rest}"


def _request_first(line: str, understand: Understand) -> str:
    """The request with what is asked for in front of its times, or none between two times."""
    tokens = line.replace(",", " ").split()
    first = time_first(tokens)
    if first is None or not first[1].rule:
        return ""
    front, rest = tokens[: first[0]], " ".join(tokens[first[0] :])
    for form, begin in ((_WAKE, "wake me up"), (_ALARM, "set an alarm")):
        if said := form.fullmatch(rest):
            at = f"at {said['at']} {' '.join(front)}" if said["at"] else f"{' '.join(front)}"
            when = read_when(at, is_bare=True)
            return f"{begin} {at if said['at'] else 'for ' + at}" if when else ""
    if said := _REMIND.fullmatch(rest):
        return f"{' '.join(front)} {said['remind']}"
    known = understand(rest)
    if known is None or known.name in _SETS or first[1].hour is None:
        return ""
    often, at = _parted(front)
    return f"{_begun(often)} {at} {rest}" if often and at else ""


def _begun(often: str) -> str:
    """How often with a word in front by which a routine is known."""
    if re.match(r"(?:every|each|on)\b", often, re.I):
        return often
    adverb = _OFTEN.get(often.lower())
    return adverb or (f"on {often}" if re.match(r"\w+s\b", often) else "")


def _parted(words: Sequence[str]) -> tuple[str, str]:
    """How often, and the time of day, of a time that says both; "" and "" of any other."""
    for cut in range(1, len(words)):
        sides = " ".join(words[:cut]), " ".join(words[cut:])
        for often, at in (sides, sides[::-1]):
            again, clock = read_when(often), read_when(at, is_bare=True)
            if again and clock and _is_often(again) and _is_clock(clock):
                return often, at
    return "", ""


def _is_often(when: When) -> bool:
    return bool(when.rule) and when.hour is None


def _is_clock(when: When) -> bool:
    return when.hour is not None and not (when.rule or when.day)


def _one_by_one(line: str, understand: Understand) -> str:
    """As many requests as times of day are said; "" where it is one, or one is not understood."""
    counted = _SO_OFTEN.search(line)
    said = _times_in(_NEXT_NUMBER.sub(" and ", _SO_OFTEN.sub("every day", line)))
    if said is None or (
        counted and _SO_MANY[counted["count"].split()[0].lower()] != len(said.times)
    ):
        return ""
    is_routine = not (said.behind or _SET_ONE.search(line))
    around = ((), said.before) if is_routine else (said.before, said.behind)
    sentences = [" ".join([*around[0], one, *around[1]]) for one in said.times]
    intents = [understand(one) for one in sentences]
    names = {intent.name if intent else "" for intent in intents}
    is_one = names == {"set_routine"} and _SET_ONE.search(line)
    return _THEN.join(sentences) if len(names) == 1 and names < _SETS and not is_one else ""


def _times_in(line: str) -> _SaidTimes | None:
    """Times that are joined by "and", each with how often it comes; None where there are no two."""
    tokens = line.split()
    for place, word in enumerate(tokens):
        first = _at_end(tokens[:place]) if word.lower() == "and" else None
        if first is None:
            continue
        start, times, rest = first, [tokens[first:place]], tokens[place:]
        while rest and rest[0].lower() == "and" and (length := _at_begin(rest[1:])):
            times.append(rest[1 : 1 + length])
            rest = rest[1 + length :]
        is_alarm = bool(_SET_ONE.search(" ".join(tokens[:start])))
        said = _each_again(times, is_clock_first=is_alarm) if len(times) > 1 else None
        if said and len(times) <= _MOST_TIMES:
            return _SaidTimes(tokens[:start], said, rest)
    return None


def _at_end(tokens: Sequence[str]) -> int | None:
    """The place of the word with which a time of day at the end begins."""
    whole = read_when(" ".join(tokens))
    if whole and whole.hour is not None:
        return 0
    last = time_last(tokens, is_alone=True) if tokens else None
    return last[0] if last and last[1].hour is not None and not last[1].day else None


def _at_begin(tokens: Sequence[str]) -> int:
    """How many words a time of day at the beginning has."""
    for end in range(min(len(tokens), 12), 0, -1):
        when = read_when(" ".join(tokens[:end]), is_bare=True)
        if when and when.hour is not None and not when.day:
            return end
    return 0


def _each_again(times: Sequence[Sequence[str]], *, is_clock_first: bool) -> Sequence[str] | None:
    """Each time with its own "every day", or with the only one that is said."""
    read = [read_when(" ".join(one), is_bare=True) for one in times]
    ruled = [place for place, when in enumerate(read) if when and when.rule]
    if len(ruled) == len(times):
        return [" ".join(one) for one in times]
    if len(ruled) != 1:
        return None
    often, at = _parted(times[ruled[0]])
    clocks = [at if place == ruled[0] else " ".join(one) for place, one in enumerate(times)]
    if not often:
        return None
    led = [one if _LEAD.match(one) else f"at {one}" for one in clocks]
    return [f"{one} {often}" if is_clock_first else f"{often} {one}" for one in led]
