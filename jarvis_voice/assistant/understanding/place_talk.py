"""Says out whole what is asked about the place that was spoken of: "what time is it there". Pure.

Invariant: the place is that of the turn before; where that named none, the sentence stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.place_words import day_in
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Understanding
from jarvis_voice.language.en.normalization import clean

_LONGEST = 120
"""Characters of a question about a place."""

_THERE = lazy_pattern(
    r"(?P<before>.+?)(?: (?:over|up|down|out))? there"
    r"(?P<behind>(?: (?:(?:on |this |next |at the )?(?:today|tonight|tomorrow|weekend|\w+day)))?)"
    r"(?: (?:now|right now|too|at the moment|currently))*",
    re.I,
)
_HOURS = r"(?:how (?:many hours|far|much|many time zones)(?: in time)?)"
_US = r"(?: (?:of |from |than |to )?(?:us|me|here|you))?"
_THEY = lazy_pattern(
    rf"(?P<asked>{_HOURS} )?(?:are they|is it|is that|is there|they are) "
    rf"(?P<way>ahead|behind|earlier|later|in front){_US}",
    re.I,
)
_THEY_LAST = lazy_pattern(
    rf"(?P<asked>{_HOURS} )(?P<way>ahead|behind|earlier|later){_US} (?:are they|is it|is that)",
    re.I,
)
_WE = lazy_pattern(
    rf"(?P<before>(?:{_HOURS} )?(?:are we|am i) (?:ahead|behind|earlier|later|in front)"
    r"(?: of| than| from)?) (?:them|it|there|that)",
    re.I,
)
_SAME_ZONE = re.compile(
    r"(?:are they|is (?:it|that|there)) in (?P<zone>(?:my|our|the same) time ?zone)(?: as .+)?",
    re.I,
)
_CLOCK = re.compile(r"what time (?:do they have|have they got|is it for them)", re.I)
_ASKED = frozenset({"get_time", "get_time_difference", "weather", "get_sun_times", "find_places"})
"""What is asked about a place in words that name no other thing."""
_OUTSIDE = frozenset({"weather", "get_sun_times"})
_PASSING = frozenset({"thanks", "compliment"})
_TURNS_BACK = 3
_PLACES = ("second", "place", "near", "first")
_TOPICS = ("query", "topic", "question")
_HERE = frozenset({"", "here", "us", "me", "you"})
_OF_PLACE = re.compile(r"(?:.* )?(?:of|in|about|from|to|for) (?:the )?(?P<place>\S+(?: \S+){0,2})")
_CAPITALS = lazy_pattern(r"[A-Z][\w'.-]*(?: (?:of |and |de |la )?[A-Z][\w'.-]*)*\Z")
_TOLD_PLACE = lazy_pattern(
    r"\b(?:in|to|at|near|from) (?P<place>(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b)"
    r"[A-Z][\w'.-]*(?: [A-Z][\w'.-]*)*)"
)
_NAMES = lazy_pattern(r"(?<!^)\b[A-Z][\w'.-]*(?: [A-Z][\w'.-]*)*|^[A-Z][\w'.-]*(?= [a-z])")
_AFRESH = re.compile(
    r"\b(?:weather|forecast|here|outside|home|now|at the moment|currently)\b", re.I
)
"""A question about the weather that is whole by itself, or is about where the user is."""
_POINTS_THERE = re.compile(r"\bthere\b", re.I)
_QUESTION = re.compile(
    r"(?:who|what|when|where|why|how|which|whose|is|are|was|were|do|does)\b", re.I
)

Understand = Callable[[str], Intent | None]


def about_place(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """The question with the place in it; "" where it points at none.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = clean(text).strip(" .,!?") if len(text) <= _LONGEST else ""
    forms = (_THERE, _THEY, _THEY_LAST, _WE, _SAME_ZONE, _CLOCK)
    if not (line and messages) or not any(form.fullmatch(line) for form in forms):
        return ""
    place = _last_place(messages, understand)
    sentence = _with_place(line, place) if place else ""
    intent = understand(sentence) if sentence else None
    return sentence if intent and intent.name in _ASKED else ""


def in_same_place(
    text: str, alone: Understanding, messages: Sequence[MessageState], understand: Understand
) -> str:
    """A sure question about weather or sun that names no place, with the place of before.

    Args:
        text: The sentence as it was said.
        alone: What it asks for by itself.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    asked = alone.parts[0].intent if alone.is_understood and not alone.parts[1:] else None
    if asked is None or asked.name not in _OUTSIDE or asked.slots.get("place"):
        return ""
    place = _last_place(messages, understand) if len(text) <= _LONGEST else ""
    if not place:
        return ""
    line = clean(text).strip(" .,!?")
    day = str(asked.slots.get("day", "")).replace("_", " ")
    last = line.rpartition(", ")[2]
    named = day_in(line)
    if asked.name == "weather" and named and day in {"today", "now"}:
        day = named.replace("_", " ")
        asked = asked.having(day=named)
    wanted = {**asked.slots, "place": place}
    forms = (f"{line} in {place}", f"{last} in {place}", f"{last} in {place} {day}")
    fitting = (one for one in forms if (found := understand(one)) and found.slots == wanted)
    return next(fitting, "")


def is_of_same_place(
    text: str, alone: Understanding, sentence: str, understand: Understand
) -> bool:
    """Whether a sure question about the weather goes on with the place, or the day, of before.

    Args:
        text: The sentence as it was said.
        alone: What it asks for by itself.
        sentence: What it asks for behind the question before it.
        understand: What a sentence means by itself.
    """
    asked = alone.parts[0].intent if alone.is_understood and not alone.parts[1:] else None
    if asked is None or asked.name != "weather" or asked.slots.get("place"):
        return False
    meant = understand(sentence) if not _AFRESH.search(text) else None
    if meant is None or meant.name != asked.name:
        return False
    named = day_in(text)
    if named and (not meant.slots.get("place") or meant.slots.get("day") != named):
        return False
    return bool(meant.slots.get("about") == asked.slots.get("about"))


def _with_place(line: str, place: str) -> str:
    if _CLOCK.fullmatch(line):
        return f"what time is it in {place}"
    if zone := _SAME_ZONE.fullmatch(line):
        return f"is {place} in {zone['zone']}"
    if we := _WE.fullmatch(line):
        return f"{we['before']} {place}"
    if they := _THEY.fullmatch(line) or _THEY_LAST.fullmatch(line):
        return f"{they['asked'] or ''}is {place} {they['way']}"
    there = _THERE.fullmatch(line)
    return f"{there['before']} in {place}{there['behind']}" if there else ""


def _last_place(messages: Sequence[MessageState], understand: Understand) -> str:
    """The place that was asked about last, thanks aside; "" where no place was."""
    said = [message["text"] for message in messages if message["role"] == "user"]
    for place in range(len(said) - 1, max(-1, len(said) - 1 - _TURNS_BACK), -1):
        before = messages[: 2 * place]
        intent = understand(about_place(said[place], before, understand) or said[place])
        named = _place_in(intent) if intent else _place_told(said[place])
        is_talk = intent is None or intent.name in _PASSING
        goes_on = not named and (is_talk or _POINTS_THERE.search(said[place]))
        if not goes_on:
            return named
    return ""


def _place_told(text: str) -> str:
    """The place that a remark names: "my sister lives in Leeds"; "" where it names none."""
    told = _TOLD_PLACE.search(text) if len(text) <= _LONGEST else None
    return told["place"] if told else ""


def _place_in(intent: Intent) -> str:
    if intent.name in _ASKED:
        named = (str(intent.slots.get(slot, "")) for slot in _PLACES)
        return next((one for one in named if one.lower() not in _HERE), "")
    topic = next((str(intent.slots[slot]) for slot in _TOPICS if slot in intent.slots), "").strip()
    if of := _OF_PLACE.fullmatch(topic):
        return of["place"]
    if named_last := _CAPITALS.search(topic):
        return named_last[0]
    names = {str(one) for one in _NAMES.findall(topic)}
    if len(names) == 1:
        return names.pop()
    return "" if _QUESTION.match(topic) or " " in topic else topic
