"""Says out one more reminder or alarm whose time is that of the last: "at the same time". Pure.

Invariant: what is to be done is said in the turn; only its day or its time is taken from before.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS, POINTERS
from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of
from jarvis_voice.assistant.understanding.short_turns.entry_tasks import with_other_thing
from jarvis_voice.assistant.understanding.short_turns.entry_times import led
from jarvis_voice.assistant.understanding.short_turns.entry_values import value_in
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES, Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_words import read_when

_LAST = frozenset({"alarm", "reminder"})
_SETS = frozenset({"set_alarm", "set_reminder"})
_CLOCK = re.compile(r"(?:at )?(?P<clock>\d\d?:\d\d(?: [AP]M)?)")
_PART = r"(?:day|morning|afternoon|evening|night)"
_SAME_TIME = lazy_pattern(
    r",? ?(?:\b(?:at|for) )?\b(?:(?:the|that) )?(?:very |exact )?same time"
    r"(?: (?P<day>tomorrow|(?:on |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day))?"
    r"(?: (?:too|as well|also))?\b",
    re.I,
)
_SAME_DAY = lazy_pattern(
    r",? ?\b(?:on |in |for )?(?:(?:the|that) (?:very )?same|same|that)"
    rf" (?P<part>{_PART})(?: (?:too|as well|also))?(?=\W*\Z|,| (?:at|to|about)\b)",
    re.I,
)
_LEAD = lazy_pattern(
    r"(?:(?:and|also|plus|then|ok|okay|oh|right|yes|please|now|great|good|lovely|thanks)\b\W*)*",
    re.I,
)
_NOT_SO = re.compile(r"(?:oh\W+|ah\W+)?(?:no|nope|sorry|wait|actually|hang on|hold on)\b", re.I)
_REMIND = lazy_pattern(
    r"(?:(?:can|could|would|will) you )?(?:please )?(?:also )?(?:please )?(?:remind me(?: also)?|"
    r"(?:set|make|add)(?: me)? (?:a|another|one more)(?: \w+)? reminder)\b",
    re.I,
)
_TASK = re.compile(r"\b(?P<joint>to|about|of|that) (?P<task>\S.*)", re.I)
_ALARM = re.compile(r"\balarm\b|\bwake me\b", re.I)
_LONGEST_TIME = 6
_TOO = r"(?:,? (?:too|as well|also))+(?:,? (?:please|then))*"
_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_AND_EVERY = lazy_pattern(
    rf"(?:(?:and|also|plus)\W+)*(?:every|each) "
    rf"(?P<days>(?:other )?(?:{_DAYS}|day|weekday|weekend)(?: and {_DAYS})?){_TOO}|"
    rf"(?:and|also|plus)(?: on)? (?P<only>{_DAYS}(?: and {_DAYS})?){_TOO}",
    re.I,
)
_AND_THING = lazy_pattern(
    rf"(?:and|also|plus) (?:(?P<thing>(?:(?:the|my|our|some|an?) )?[a-z]+(?: [a-z]+)?){_TOO}|"
    r"(?P<only>(?:the|my|our|some) [a-z]+(?: [a-z]+)?))",
    re.I,
)


def at_same_time(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """One more that rings when the last one does, or on its day; None where none is asked for.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    entries = topic.entries(topic.kind)
    if topic.kind not in _LAST or topic.is_asking or not entries:
        return None
    last, line = entries[-1], " ".join(text.split()).strip(" .,!?")
    if recurring := _recurring(line, last):
        return _sound(recurring, understand)
    if (thing := _AND_THING.fullmatch(line)) and last.kind == "reminder":
        return _of_thing(thing["thing"] or thing["only"], last, understand)
    if found := _SAME_TIME.search(line):
        clock = _CLOCK.search(last.value)
        if clock is None:
            return None
        if _NOT_SO.match(line):
            return _put_right(_without(line, found), last)
        at = f"at {clock['clock']} {found['day']}" if found["day"] else last.value
        return _sound(_once_more(_without(line, found), "", at), understand)
    if found := _SAME_DAY.search(line):
        part = found["part"].lower()
        is_part = part not in {"day", "night"}
        day = _CLOCK.sub("", last.value).strip(" ,")
        day = f"in the {part} {day}" if is_part else day
        rest = _without(line, found)
        clock_said = _clock_in(rest)
        rest = " ".join(rest.replace(clock_said, " ", 1).split()) if clock_said else rest
        return _sound(_once_more(rest, clock_said, day), understand)
    return None


def asked_when(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """The question for the time of a reminder at the same time as what has none.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    if topic.kind in ENTRIES or topic.is_asking:
        return None
    line = " ".join(text.split()).strip(" .,!?")
    found = _SAME_TIME.search(line)
    rest = _without(line, found) if found and not found["day"] else ""
    lead = _LEAD.match(rest)
    body = rest[lead.end() :] if lead else rest
    remind = _REMIND.match(body)
    task = _TASK.match(body[remind.end() :].strip(" ,")) if remind else None
    if task is None or _clock_in(task["task"]):
        return None
    joint = "to" if task["joint"].lower() == "to" else "about"
    asked = f"remind me at {{time}} {joint} {task['task']}"
    intent = understand(asked.format(time="7 pm"))
    is_sound = intent is not None and intent.name == "set_reminder"
    return ResolvedTurn(asked, "When then?") if is_sound else None


def _put_right(rest: str, last: Touched) -> ResolvedTurn | None:
    """The last one on another day: "no, it's Thursday this week, same time"."""
    value = value_in(clauses_of(rest), last)
    when = read_when(value.text, is_bare=True) if value else None
    if value is None or when is None or not when.day or when.hour is not None:
        return None
    return ResolvedTurn(f"move the newest {last.kind} to {value.text}")


def _sound(sentence: str, understand: Understand) -> ResolvedTurn | None:
    intent = understand(sentence) if sentence else None
    return ResolvedTurn(sentence) if intent and intent.name in _SETS else None


def _recurring(line: str, last: Touched) -> str:
    """What comes again, on another day too: "and every Thursday too"."""
    said, clock = _AND_EVERY.fullmatch(line), _CLOCK.search(last.value)
    if said is None or clock is None or "every" not in last.value:
        return ""
    days = said["days"] or said["only"].removesuffix("s")
    when = f"every {days} at {clock['clock']}"
    if last.kind == "alarm":
        return f"set an alarm {when}"
    return f"remind me {when} to {last.name}" if last.name else ""


def _of_thing(thing: str, last: Touched, understand: Understand) -> ResolvedTurn | None:
    """A guess at one more with another thing: "and the cream also"."""
    words = thing.lower().split()
    task = with_other_thing(thing, last)
    is_named = any(word not in FILLERS | CUES.keys() | POINTERS.keys() for word in words)
    if not task or not is_named or read_when(thing, is_bare=True) or understand(thing):
        return None
    found = _sound(f"remind me {led(last.value)} to {task}", understand)
    return ResolvedTurn(found.sentence, is_guess=True) if found else None


def _without(line: str, found: re.Match[str]) -> str:
    return " ".join(f"{line[: found.start()]} {line[found.end() :]}".split()).strip(" ,")


def _once_more(rest: str, clock: str, day: str) -> str:
    """The request with its time, of the words that are left."""
    lead = _LEAD.match(rest)
    body = rest[lead.end() :] if lead else rest
    when = f"{clock} {day}".strip()
    if _ALARM.search(body):
        return f"{body} {when}"
    remind = _REMIND.match(body)
    is_joined = bool(lead and lead.end())
    task = _TASK.match((body[remind.end() :] if remind else body).strip(" ,"))
    if task is None or not (remind or is_joined):
        return ""
    joint = "to" if task["joint"].lower() == "to" else "about"
    return f"remind me {led(when)} {joint} {task['task']}"


def _clock_in(words: str) -> str:
    """The time of day among some words, as it was said; "" where none is."""
    said = words.split()
    for length in range(min(_LONGEST_TIME, len(said)), 0, -1):
        for start in range(len(said) - length + 1):
            span = " ".join(said[start : start + length]).strip(" ,")
            when = read_when(span)
            if when and when.hour is not None and not when.day and not when.rule:
                return span
    return ""
