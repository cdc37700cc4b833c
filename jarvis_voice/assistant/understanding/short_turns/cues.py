"""Reads a short turn into what it says to do, to which thing, with which value. Pure.

Invariant: every word is accounted for: it is a cue, a pointer, a value, a filler, or a part of the
one name that is left over; how the words are ordered says nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from jarvis_voice.assistant.understanding.short_turns.cue_words import (
    CUES,
    DIALECT,
    FILLERS,
    PHRASES,
    POINTERS,
    Cue,
)
from jarvis_voice.assistant.understanding.tool_words import Number
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in

ValueKind = Literal["", "length", "time", "number"]

MOST_WORDS = 14
_LONGEST_TURN = 200
"""Characters; what is longer leans on nothing."""
_LONGEST_VALUE = 6
_NUMBER = Number(is_whole=False)
_EDGE = re.compile(r"[\s,;.!?]+")
_CLAUSES = lazy_pattern(
    r"\s*[,;:!?]+\s+|\s*\.\s+|\s+(?:lol|cos|coz|cuz|because|since|so(?! far))\s+|"
    r"\s+(?=(?:he|she|they|we|i)'(?:s|re|ve|m|ll) )",
    re.I,
)
_AND = lazy_pattern(
    r"(?:(?:o+h|ah|okay|ok|yes|yeah|so|right|please|great|good)\W+)*(?:and|plus|also)\b", re.I
)
_QUESTION = lazy_pattern(
    r"(?:(?:oh|okay|ok|so|and|but|then|good|great|right|well|now|yes|no)\W+)*(?:how|what|when|"
    r"where|"
    r"which|who|why|is|are|does|did(?! not)|do (?:i|we|you)|was|were|am|has|"
    r"have (?:i|you|we|they)|will|"
    r"should|can (?:i|you tell))\b", re.I
)  # fmt: skip
_ASKS_BEHIND = re.compile(r", (?:is|are|was|were|does|when|how) ", re.I)
"""A question behind what it is about: "the bus one, is that Thursday"."""
_TOKEN = re.compile(r"[^\s,;!?]+")
_POSSESSIVE = re.compile(r"(?:'s|'|\u2019s)\Z")
_BEFORE_VALUE = frozenset({"at", "for", "to", "in", "on", "by", "until", "till", "of", "a", "an"})
_NO_TIME_ALONE = frozenset({"second", "one", "a", "an", "the", "first", "third", "last", "later"})


@dataclass(frozen=True, slots=True)
class ShortTurn:
    """What one short turn says.

    Attributes:
        cues: What it says to do: "cancel", "more", "less", "set" and so on.
        pointer: Which thing: "it", "both", "other", "first"; "" where none is said.
        value: A length, a time or a number, as it was said.
        value_kind: Which of them it is.
        name: The words that are left, in their own capitals: a name, a thing, a place, a unit.
        pieces: How many runs of words are left; a name is one.
        line: The turn without what leads to it.
    """

    cues: frozenset[Cue] = frozenset()
    pointer: str = ""
    value: str = ""
    value_kind: ValueKind = ""
    name: str = ""
    pieces: int = 0
    line: str = ""

    @property
    def is_question(self) -> bool:
        """Whether it begins as a question does."""
        return bool(_QUESTION.match(self.line) or _ASKS_BEHIND.search(self.line))

    def has(self, *cues: Cue) -> bool:
        """Whether it says one of these."""
        return not self.cues.isdisjoint(cues)


def clauses_of(text: str) -> list[str]:
    """The clauses of a turn, its dialect words said plainly; none of a long one."""
    if len(text) > _LONGEST_TURN:
        return []
    line = " ".join(text.replace("\u2019", "'").split()).strip(" ,;.!?")
    for pattern, plain in DIALECT:
        line = " ".join(pattern.sub(plain, line).split())
    return [one for one in (part.strip(" ,;.!?") for part in _CLAUSES.split(line)) if one]


def read_turn(clause: str) -> ShortTurn:
    """What a clause says."""
    line = clause
    cues: set[Cue] = {"and"} if _AND.match(clause) else set()
    for pattern, cue in PHRASES:
        line, times = pattern.subn(" \u00a7 ", line)
        if times:
            cues.add(cue)
    words = _TOKEN.findall(line)
    turn = _with_value(words)
    return replace(turn, cues=turn.cues | cues, line=clause)


def _with_value(words: list[str]) -> ShortTurn:
    """The words read with the longest value among them, or with none."""
    for length in range(min(_LONGEST_VALUE, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            said = words[start : start + length]
            kind = value_kind(said)
            if kind:
                rest = [*words[:start], "\u00a7", *words[start + length :]]
                return replace(_sorted(rest), value=" ".join(said), value_kind=kind)
    return _sorted(words)


def value_kind(said: list[str]) -> ValueKind:
    """What kind of value some words are; what only leads to one is no part of it."""
    text = " ".join(said)
    first, last = said[0].lower(), said[-1].lower()
    is_led = first in FILLERS and first not in {"a", "an", "half", "one"}
    if "\u00a7" in text or last in _BEFORE_VALUE or is_led:
        return ""
    if length_in(text) is not None:
        return "" if first in {"for", "about", "another", "more"} else "length"
    if first in {"at", "for", "to", "by", "until", "till", "a"}:
        return ""
    if text.lower() not in _NO_TIME_ALONE and _NUMBER.read(text) is not None:
        return "number"
    when = read_when(text, is_bare=True) if text.lower() not in _NO_TIME_ALONE else None
    if when and (when.hour is not None or when.day or when.part) and not when.after_seconds:
        return "time"
    return ""


def _sorted(words: list[str]) -> ShortTurn:
    """The words without a value: cues, pointers, fillers, and the name that is left."""
    cues: set[Cue] = set()
    pointer, runs, is_open = "", list[list[str]](), False
    for word in words:
        bare = _POSSESSIVE.sub("", _EDGE.sub("", word)).lower()
        if bare in CUES:
            cues.add(CUES[bare])
        elif bare in POINTERS:
            pointer = pointer if pointer not in {"", "it"} else POINTERS[bare]
        elif bare not in FILLERS and bare not in {"", "\u00a7"}:
            if not is_open:
                runs.append([])
            runs[-1].append(_POSSESSIVE.sub("", word.strip(",.;!?")))
            is_open = True
            continue
        elif is_open and bare in {"of", "and", "the", "a", "in", "for", "with"}:
            runs[-1].append(word)  # "the bottle of milk"
            continue
        is_open = False
    names = [" ".join(_trimmed(run)) for run in runs]
    names = [one for one in names if one]
    return ShortTurn(frozenset(cues), pointer, name=names[0] if names else "", pieces=len(names))


def _trimmed(run: list[str]) -> list[str]:
    while run and run[-1].lower() in FILLERS:
        run = run[:-1]
    return run
