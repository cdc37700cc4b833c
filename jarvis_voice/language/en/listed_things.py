"""Finds the things that an answer lists: its bullets, or what follows a colon. Pure.

Invariant: a sentence that tells of things without listing them lists nothing; what could part a
request in two, or is an address, is no thing: an answer may hold what strangers wrote.
"""

from __future__ import annotations

import re
from itertools import islice

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_lists import things_in

MOST_THINGS = 30
"""More are no list that somebody wants to have written down by a word."""

_BULLET = lazy_pattern(r"\s*(?:[-*\u2022]|\d{1,2}[.)])\s+(?P<thing>\S.*)")
_SIGNS = re.compile(r"[*_`]+")
_NO_THING = re.compile(
    r"[;!?\"<>@=\\]|//|\.(?!\d)|\b(?:then|after|also|plus|and|next|finally|dot)\b|\bwww\b", re.I
)
_LONGEST = 80
_FEWEST = 2
_LONGEST_THING = 6


def listed_things(answer: str) -> list[str]:
    """The things, as they are to be written down; [] where the answer lists none.

    Args:
        answer: What Jarvis answered: "You need: flour, sugar and eggs."
    """
    bullets = [found["thing"] for line in answer.splitlines() if (found := _BULLET.match(line))]
    things = [_thing(one) for one in islice(bullets, MOST_THINGS)]
    if len(things) < _FEWEST:
        things = _behind_colon(answer)
    return [one for one in things if one and len(one) <= _LONGEST and not _NO_THING.search(one)]


def _thing(bullet: str) -> str:
    """A bullet without its signs and what is told about it: "**Flour**: 200 g" is "Flour"."""
    name = re.split(r":\s| [-\u2013\u2014] ", _SIGNS.sub("", bullet), maxsplit=1)[0]
    return name.replace(",", "").strip(" .;:")


def _behind_colon(answer: str) -> list[str]:
    _, colon, behind = answer.partition(": ")
    sentence = re.split(r"[.!?](?:\s|$)", behind, maxsplit=1)[0] if colon else ""
    things = things_in(sentence.replace(";", ","), "any")
    is_listed = len(things) >= _FEWEST and all(len(o.split()) <= _LONGEST_THING for o in things)
    return things[:MOST_THINGS] if is_listed else []
