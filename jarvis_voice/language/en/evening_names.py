"""Tells an event by a part of the day from a time: "quiz night at 7", "parents' evening". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PARTS = frozenset({"morning", "afternoon", "evening", "night"})
_TIME_BEHIND = re.compile(r"at|on|from|this|next|tomorrow|today|tonight|every|each|in|by", re.I)
_OWNER = re.compile(r"\w+(?:'s|s')", re.I)
_NO_NAME = re.compile(
    r"(?:early|late|mid|by|before|until|till|this|that|next|last|one|every|each|the|in|at|on|of|a|"
    r"an|any|some|all|and|or|tomorrow|today|me|him|her|it|them|us|you|one|there|here|home|up|out|"
    r"off|down|back|again|over|around|away|first|\w+day|\w*\d\w*),?|.*,",
    re.I,
)
"""What an event has not for its name: words of time, and those that end an order."""


def is_named_part(words: Sequence[str], place: int) -> bool:
    """Whether a word is a part of the day, and the word before it makes it the name of an event.

    Args:
        words: "quiz night at 7 on friday".
        place: Of "night"; another time has to stand behind it, unless an owner is before it.
    """
    if words[place].lower() not in _PARTS or not place:
        return False
    before = words[place - 1].replace("\u2019", "'")
    if _OWNER.fullmatch(before) and not re.fullmatch(
        r"(?:\w+day|to(?:day|morrow))'s", before, re.I
    ):
        return True
    behind = words[place + 1] if place + 1 < len(words) else ""
    return bool(_TIME_BEHIND.fullmatch(behind)) and not _NO_NAME.fullmatch(before)
