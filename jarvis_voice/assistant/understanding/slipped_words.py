"""Mends slips of the fingers in a typed sentence that is not understood: "remnid me tommorow".

Invariant: a word that the templates have, and a short one, stay as they are; a mended sentence is
a proposal, and as few words as can be are changed in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.schedule_rules import MONTHS, WEEKDAYS
from jarvis_voice.language.en.shop_words import is_ware

TIME_WORDS = (
    *("seconds", "second", "minutes", "minute", "hours", "hour", "days", "weeks", "months"),
    *(
        "today",
        "tomorrow",
        "tonight",
        "morning",
        "afternoon",
        "evening",
        "night",
        "noon",
        "midnight",
    ),
    *("every", "next", "half", "quarter", "past", "weekday", "weekdays", "weekend"),
    *("seven", "eight", "eleven", "twelve", "fifteen", "twenty", "thirty", "forty", "fifty"),
    *(word.lower() for word in (*WEEKDAYS, *MONTHS)),
)
_ALWAYS = frozenset((*TIME_WORDS, "shopping", "groceries", "grocery"))
"""What is mended in each of the sentences: it is never what is to be done."""

_COMMON = ("the", "and", "for", "you", "set", "put", "what")
"""Of these two letters may have changed places: "teh"."""

_SHORTEST = 4
_LONG = 7
"""Letters from which on a word may have two slips."""

_MOST_SLIPS = 4
"""Words of one sentence that are mended; more is no sentence of ours."""

_MOST_SENTENCES = 6
"""Each is read by the grammar, which takes a few thousandths of a second."""

_WORD = re.compile(r"(?<![\w'])[a-z]+(?![\w'])", re.I)
_NAMES = re.compile(r"\{[^{}]*\}|<[^<>]*>")
"""The lists and rules that a template names."""


class Spelling:
    """The words of the templates, and what is near to them.

    Args:
        words: In small letters.
    """

    def __init__(self, words: Collection[str]) -> None:
        self._words = frozenset(words) | _ALWAYS
        self._by_letter: dict[str, list[str]] = {}
        for word in sorted(self._words):
            if len(word) >= _SHORTEST:
                self._by_letter.setdefault(word[0], []).append(word)

    def mended(self, line: str) -> tuple[str, ...]:
        """The sentence with other words in place of some that nobody knows; the fewest first."""
        near = {word: found for word in _WORD.findall(line) if (found := self.nearest(word))}
        times = {word: found for word, found in near.items() if found in _ALWAYS}
        others = [word for word in near if word not in times]
        if not near or len(near) > _MOST_SLIPS:
            return ()
        times |= {word: near[word] for word in others if near[word] in _COMMON}
        others = [word for word in others if word not in times]
        chosen = (
            set(some) for size in range(len(others) + 1) for some in combinations(others, size)
        )
        sentences = (
            _with(line, times | {word: near[word] for word in some})
            for some in chosen
            if some or times
        )
        return tuple(one for one, _ in zip(sentences, range(_MOST_SENTENCES), strict=False))

    def nearest(self, word: str) -> str:
        """The word of the templates that one may be a slip of; "" where none is near."""
        from rapidfuzz.distance import OSA

        slip = word.lower()
        if slip not in (*self._words, *_COMMON) and len(slip) < _SHORTEST:
            turned = (one for one in _COMMON if sorted(one) == sorted(slip) and one[0] in slip[:2])
            return next(turned, "")
        if len(slip) < _SHORTEST or self._words & {slip, slip.removesuffix("s")} or is_ware(slip):
            return ""  # several of a thing are no slip: "can you take screenshots"
        most = 2 if len(slip) >= _LONG else 1
        near = [
            (distance, abs(len(one) - len(slip)), one)
            for letter in dict.fromkeys(slip[:2])
            for one in self._by_letter.get(letter, ())
            if (distance := OSA.distance(slip, one, score_cutoff=most)) <= most
        ]
        return min(near)[2] if near else ""


def _with(line: str, instead: Mapping[str, str]) -> str:
    return _WORD.sub(lambda word: instead.get(word[0], word[0]), line)


_FREE = frozenset({"search", "find_and_open", *OPENING_INTENTS})


def mends_free_words(mended: str, line: str, intent: Intent) -> bool:
    """Whether words were changed of which nobody knows what they should be: those of a search.

    Args:
        mended: The sentence with other words.
        line: The sentence as it was.
        intent: What the mended one asks for.
    """
    if intent.name not in _FREE:
        return False
    said = {word.lower() for word in _WORD.findall(line)}
    free = {word.lower() for value in intent.slots.values() for word in _WORD.findall(str(value))}
    return any(word in free and word not in said for word in map(str.lower, _WORD.findall(mended)))


def template_words(templates: Iterable[str]) -> frozenset[str]:
    """The words that stand in the templates themselves.

    Args:
        templates: The texts of all of them, and of their rules.
    """
    texts = (_NAMES.sub("|", one) for one in templates)
    return frozenset(word.lower() for text in texts for word in _WORD.findall(text))
