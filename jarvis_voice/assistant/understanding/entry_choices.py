"""Reads which of several entries of a list an answer picks: "the red one", "both". Pure.

Invariant: only what our question named is taken off the list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.understanding.list_talk import my_list
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.named_things import named_by
from jarvis_voice.language.en.spoken_lists import spoken

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
