"""Finds the stored facts that a new fact contradicts. Pure.

Invariant: where that is not certain both are kept; a fact is never dropped for being alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.evidence import has_content, stems

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


_SHORTENED = re.compile(r"\b(?P<verb>is|are|was|were|do|does|did|has|have|had|will|would)n't\b")
_OF_DENIAL = frozenset(stems("not do does did"))


def replaced_by(text: str, others: Sequence[str]) -> list[int]:
    """The places of those that the new fact says otherwise: on level 4 after on level 3.

    The same subject, and the same kind of thing said of it: a place after a place, a name after
    a name. "My car is red" stays beside "my car is on level 3". What only says that the other is
    not so takes its place, too.
    """
    new = _parts(text)
    return [
        place
        for place, other in enumerate(others)
        if (new is not None and _parts(other) == new) or _denies(text, other)
    ]


def _denies(text: str, other: str) -> bool:
    """Whether of two facts one says that the other is not so, and no more."""
    (new, is_denial), (old, was_denial) = _affirmed(text), _affirmed(other)
    return is_denial is not was_denial and new == old and bool(new)


def _affirmed(text: str) -> tuple[list[str], bool]:
    """The words of a fact without what denies it, and whether it denies."""
    words = _SHORTENED.sub(r"\g<verb> not", text.replace("\u2019", "'").casefold())
    said = stems(words)
    if "not" not in said:
        return said, False
    return [one for one in said if one not in _OF_DENIAL], True


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
