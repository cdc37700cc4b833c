"""Finds the stored facts that a new fact contradicts. Pure.

Invariant: where that is not certain both are kept; a fact is never dropped for being alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.evidence import has_content

_PLACED = (
    r"(?:on|in|at|under|behind|near|beside|by|next to|inside|outside|above|below|upstairs|"
    r"downstairs)\b"
)
_SENTENCE = lazy_pattern(
    rf"(?P<subject>.+?)(?: (?:is|are)|'s(?= (?:{_PLACED}|called\b|named\b))) (?P<told>.+)"
)
_WAY = re.compile(r"(?:now|currently|parked|located|standing|stored|kept|hidden|left) ", re.I)
_PLACE = re.compile(_PLACED, re.I)
_BELONGING = re.compile(r"(?:my|your|our|his|her|their)\b", re.I)
_ONE_OF_MANY = re.compile(r"(?:an?|also|too|one of|not)\b", re.I)
_NAMED = re.compile(r"(?:called|named)\b", re.I)


def replaced_by(text: str, others: Sequence[str]) -> list[int]:
    """The places of those that the new fact says otherwise: on level 4 after on level 3.

    The same subject, and the same kind of thing said of it: a place after a place, a name after
    a name. "My car is red" stays beside "my car is on level 3".
    """
    new = _parts(text)
    if new is None:
        return []
    return [place for place, other in enumerate(others) if _parts(other) == new]


def told_of(text: str) -> str:
    """What a fact says of its subject: "on level 3"."""
    match = _SENTENCE.fullmatch(text)
    return match["told"] if match else text


def _parts(text: str) -> tuple[tuple[str, ...], str] | None:
    """Subject and kind; None where several facts of that form may hold at once."""
    match = _SENTENCE.fullmatch(text)
    if match is None or not has_content(match["subject"]):
        return None
    told = _WAY.sub("", match["told"], count=1)
    if _ONE_OF_MANY.match(told):
        return None
    kinds = (("place", _PLACE), ("belonging", _BELONGING), ("name", _NAMED))
    kind = next((name for name, pattern in kinds if pattern.match(told)), "")
    return tuple(match["subject"].casefold().split()), kind
