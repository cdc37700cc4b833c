"""Reads answers to our questions about lists: what is to go on one, and which entry goes off. Pure.

Invariant: only what our question named is taken off; what points at the list is no part of a thing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.understanding.list_talk import my_list
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.named_things import named_by
from jarvis_voice.language.en.spoken_lists import ADD_WHAT, spoken

_OR = re.compile(r", | or ")
_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}
_PLACE = re.compile(r"(?:the )?(?P<place>first|second|third|last)(?: one)?(?: please)?", re.I)
_ALL = lazy_pattern(
    r"(?:both|all|all (?:two|three|four))(?: of (?:them|those|these))?(?: please)?|(?:the )?two of "
    r"them|every one of them",
    re.I,
)
_NAMED = lazy_pattern(
    r"(?:(?:no|oh|well|just|only|i mean|i meant|it's|it is)\b[\s,]*)*"
    r"(?:(?:remove|take(?: off)?|delete|cross off) )?(?:the |my |some )?(?P<name>[\w' -]+?)"
    r"(?: (?:one|ones|off|please|of course|i mean|i meant))*",
    re.I,
)


_MEANS = re.compile(
    r"(?:(?:oh|well|i mean|i meant|it's|it is|make (?:it|that)|put|add|just|first|please|"
    r"(?:can|could|would|will) you)\b[\s,]*)+(?=\w)",
    re.I,
)
_POINTS_AT_LIST = lazy_pattern(
    r"(?:,? (?:and )?(?:please )?(?:put|add|write|stick|pop)(?: down)? "
    r"(?:it|them|that|those|these) (?:on|in|to|onto) (?:it|there|that|the list)|"
    r" (?:on|onto|to|in|into) (?:it|there|that|(?:the|that|this|my) list)|,? please| then| too|"
    r" for now| to (?:start|begin) with)+\Z",
    re.I,
)
_NOTHING_TO_ADD = lazy_pattern(
    r"(?:no|nope|nah|none|nothing|never|thanks?|thank|cheers|ta|sorry|wait|hang|hold|stop|forget|"
    r"leave|yes|yeah|yep|ok|okay|right|great|good|what|why|how|when|who|where|which|is|are|do|"
    r"does|did|can|could|would|will|should|i|you|we|he|she|they|set|tell|show|remind|wake|"
    r"let me|let's|later\Z|not|i'll|maybe)\b",
    re.I,
)
"""How an answer begins that names no thing: talk, a question, a request of its own."""


def thing_to_add(line: str, question: str) -> str:
    """The request to write an answer on the list that we asked about; "" where it names no thing.

    Args:
        line: The answer: "add socks to it".
        question: Our question: "What shall I add to the packing list?".
    """
    name = question.removeprefix(ADD_WHAT).strip(" ?").removeprefix("the ")
    lead = _MEANS.match(line)
    thing = _POINTS_AT_LIST.sub("", line[lead.end() :] if lead else line)
    if not thing or _NOTHING_TO_ADD.match(thing):
        return ""
    return f"add {thing} to my {name.removeprefix('your ')}"


def entry_chosen(line: str, asked: Intent, question: str) -> str:
    """The request to take off what an answer picks; "" where it picks nothing.

    Args:
        line: The answer: "the red one".
        asked: The request that we asked about.
        question: Our question, which names the entries: "...: red wine or white wine?".
    """
    named = question.partition(": ")[2].partition("?")[0]
    things = [one for one in _OR.split(named) if one]
    picked = _picked(line, things)
    mine = my_list(str(asked.slots.get("list", "")))
    return f"remove {spoken(picked)} from {mine}" if picked else ""


def _picked(line: str, things: Sequence[str]) -> Sequence[str]:
    if _ALL.fullmatch(line):
        return things
    if place := _PLACE.fullmatch(line):
        at = _PLACES[place["place"].lower()]
        return things[at:][:1]
    found = _NAMED.fullmatch(line)
    fitting = named_by(found["name"], things) if found else []
    return fitting if len(fitting) == 1 else []
