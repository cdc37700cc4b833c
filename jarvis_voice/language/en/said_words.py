"""Compares words that stand for the user's own with what was said. Pure.

Invariant: a value passes where each of its words, or the very time that it names, was said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.language.en.evidence import stems
from jarvis_voice.language.en.reports.clause_words import word_table
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in

MOST_WORDS = 50
"""Words of a sentence in which a time is looked for."""

_LONGEST_TIME = 8
_SHORTEST_BASE = 3
_FREE = word_table(
    "a an the my your our his her their i me you we us it is are be of and to at on in for "
    "from with some any please list lists s app application program o'clock oclock"
)
_ARTICLES = frozenset({"a", "an"})
_SAME = {"grocery": "shopping", "shop": "shopping", "buy": "shopping", "todo": "to-do"}
_ZEROS = re.compile(r"(?<=\d):00\b")
_GLUED = re.compile(r"(?<=\d)(?=[a-z])", re.IGNORECASE)
_ENDING = re.compile(r"(?:ing|ed|e)\Z")


def are_said(value: str, said: str) -> bool:
    """Whether every word of a value was said, in whatever form.

    Args:
        value: As a model put it: "5 minutes", "milk, eggs", "Firefox".
        said: What it may come from: "five minutes", "milk and eggs", "fire fox".
    """
    seconds, when = length_in(value), read_when(value, is_bare=True)
    if seconds is not None and _names(said, lambda words: length_in(words) == seconds):
        return True
    if when and _names(said, lambda words: read_when(words, is_bare=True) == when):
        return True
    is_time = seconds is not None or when is not None
    wanted, heard = _bases(value), _bases(said)
    joined = _joined(heard) | {_base(word) for word in _joined(stems(said))}
    free = _FREE - _ARTICLES if is_time else _FREE
    wanted = [word for word in wanted if word not in free]
    return all(word in joined for word in wanted) or "".join(wanted) in joined


def _names(said: str, is_meant: Callable[[str], bool]) -> bool:
    """Whether some words in a row say what is meant."""
    words = said.split()[:MOST_WORDS]
    return any(
        is_meant(" ".join(words[at : at + n]).strip(" .,!?"))
        for at in range(len(words))
        for n in range(1, _LONGEST_TIME + 1)
        if at + n <= len(words)
    )


def _joined(words: Sequence[str]) -> set[str]:
    """Each word, and each two and three in a row as one: "fire fox" is Firefox."""
    return {"".join(words[at : at + n]) for at in range(len(words)) for n in (1, 2, 3)}


def _bases(text: str) -> list[str]:
    plain = _GLUED.sub(" ", _ZEROS.sub("", text))
    return [_base(word) for word in stems(plain)]


def _base(word: str) -> str:
    base = _SAME.get(word, word)
    short = _ENDING.sub("", base)
    return short if len(short) >= _SHORTEST_BASE else base
