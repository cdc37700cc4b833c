"""Says out one more reminder that names its thing and its time: "and the garage at midnight". Pure.

Invariant: both the thing and the time are words of the turn; only the verb and the day or the clock
that it leaves out are taken from the last reminder.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS, POINTERS
from jarvis_voice.assistant.understanding.short_turns.entry_tasks import with_other_thing
from jarvis_voice.assistant.understanding.short_turns.entry_times import led, when_anew
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_rules import WEEKDAYS
from jarvis_voice.language.en.schedule_words import read_when

_AND = lazy_pattern(
    r"(?:(?:ok|okay|oh|right|great|thanks|please|yes)\b\W+)*(?:and|also|plus)\b"
    r"(?:,? (?:also|then))*",
    re.I,
)
_TOO = lazy_pattern(r"(?:,? (?:too|as well|also|please|thanks))+\Z", re.I)
_TIME_FIRST = lazy_pattern(
    r"(?:one )?(?P<when>\S.*?) (?:(?P<lead>about|for|to) |(?=(?:the|my|our|some) "
    r"(?!same\b|next\b|\d|.*\b(?:to|about)\b)))"
    r"(?P<thing>(?!at\b)\S.*)",
    re.I,
)
_THING_FIRST = lazy_pattern(
    r"(?P<thing>(?P<the>(?:the|my|our|some) )?(?!to\b)[a-z][a-z'-]*(?: [a-z][a-z'-]*){0,2}?) "
    r"(?P<when>(?:at|on|for|by|in|tomorrow|tonight|today|next|this)\b.+)",
    re.I,
)
_TELLS = lazy_pattern(
    r"\b(?:is|are|was|were|has|had|will|needs|wants|opens|closes|shuts|starts|begins|ends|leaves|"
    r"comes|goes|arrives|finishes|calls|rings)\b|\w'(?:s|re|ll)\b",
    re.I,
)
"""Says what a thing does, and names none to be reminded of: "and the shop closes at six"."""
_KINDS = lazy_pattern(r"\b(?:alarm|timer|reminder|routine|list|note)s?\b", re.I)
_BEFORE = re.compile(r"\A(?:for|by) ", re.I)
_PLACED = frozenset({"find_places"})
_FOLLOWS = frozenset({"the", "my", "our", "some", "a", "an"})
_SETS = "set_reminder"


def own_reminder(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """One more reminder, with a thing and a time of its own; None where none is asked for.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    entries = topic.entries("reminder") if topic.kind == "reminder" else []
    line = _TOO.sub("", " ".join(text.split()).strip(" .,!?"))
    lead = _AND.match(line)
    if topic.is_asking or not entries or lead is None or _is_whole(line, understand):
        return None
    rest, last = line[lead.end() :].strip(" ,"), entries[-1]
    rest = _BEFORE.sub("", rest, count=1)
    is_guess, at, thing = False, "", ""
    if (found := _TIME_FIRST.fullmatch(rest)) and _is_time(found["when"]):
        at = when_anew(last.value, found["when"])
        thing = _to(found["thing"], last) if found["lead"] is None else found["thing"]
        joint = {"to": "to ", "for": "about ", "about": "about "}
        thing = f"{joint.get((found['lead'] or '').lower(), '')}{thing}"
    elif (found := _THING_FIRST.fullmatch(rest)) and _is_time(when := _at(found["when"])):
        if found["the"] and _TELLS.search(found["thing"]):
            return ResolvedTurn(text, is_told=True)
        is_guess = not found["the"]
        is_named = _is_thing(found["thing"], understand) and not (
            is_guess and " " in found["thing"]
        )
        at = when_anew(last.value, when) if is_named else ""
        thing = _to(found["thing"], last)
    sentence = f"remind me {_led(at)} {thing}" if at else ""
    intent = understand(sentence) if sentence else None
    is_sound = intent is not None and intent.name == _SETS
    return ResolvedTurn(sentence, is_guess=is_guess) if is_sound else None


def _to(thing: str, last: Touched) -> str:
    """What is to be done with the thing, as with the last one; or just what it is about."""
    task = with_other_thing(thing, last)
    return f"to {task}" if task else f"about {thing}"


def _led(at: str) -> str:
    """A time with what leads to it, a day of the week with its "on"."""
    return f"on {at}" if at.lower().split()[0] in WEEKDAYS else led(at)


def _is_whole(line: str, understand: Understand) -> bool:
    """Whether the turn asks for something alone; "midnight" is no place to look near."""
    intent = understand(line)
    if intent is None or intent.is_question:
        return False
    near = str(intent.slots.get("near", ""))
    return not (intent.name in _PLACED and near and read_when(near, is_bare=True))


def _at(words: str) -> str:
    return _BEFORE.sub("", words, count=1)


def _is_time(words: str) -> bool:
    when = read_when(words, is_bare=True)
    return when is not None and (when.hour is not None or bool(when.day)) and not when.rule


def _is_thing(words: str, understand: Understand) -> bool:
    """Whether the words name something, and ask for nothing: "the weather" is told."""
    known = FILLERS | CUES.keys() | POINTERS.keys()
    said = words.lower().split()
    is_named = any(word not in known | _FOLLOWS for word in said)
    is_open = _KINDS.search(words) is None and read_when(words, is_bare=True) is None
    return is_named and is_open and understand(words) is None
