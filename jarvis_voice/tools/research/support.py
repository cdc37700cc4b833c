"""Tells whether a source carries a sentence, and finds the source's own words for it. Pure.

Invariant: a model's wording is told only where a source says it nearly word for word. Shared words
alone prove nothing: a sentence with another name, number or "not" shares almost all of them. Nor is
a piece told that the source denies, doubts or makes depend on something.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from jarvis_voice.language.en.question_words import terms
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.tools.research.left_out import is_turned_round
from jarvis_voice.tools.research.sources import Source

TRIGRAM_SHARE = 0.89
"""Of a sentence's rows of three words, so many must stand in the source."""

LEAST_TERMS = 2
"""So many words that tell something must a source's own sentence share to stand in for another."""

_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_NEGATIONS = frozenset("not no never none neither nor without cannot nobody nothing".split())  # noqa: SIM905 - a table that people extend reads best as words
_OPENERS = frozenset("the a an this that these those its their his her it he she they".split())  # noqa: SIM905
"""Words with which a sentence may begin otherwise than in its source."""
_NUMBER_WORDS = frozenset(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand million billion half third quarter twice monday tuesday wednesday thursday
    friday saturday sunday january february march april june july august september october
    november december
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)


@dataclass(frozen=True, slots=True)
class _Words:
    """A text's words, and which stand side by side."""

    single: frozenset[str]
    pairs: frozenset[tuple[str, ...]]
    threes: frozenset[tuple[str, ...]]


class Support:
    """What one source says; made once for each source.

    Args:
        source: What was read.
        sentences: Its own whole sentences that may be said.
    """

    def __init__(self, source: Source, sentences: Sequence[str]) -> None:
        self.source = source
        self._sentences = [(one, terms(one)) for one in sentences]
        words = _words(f"{source.title}\n{source.text}")
        self._terms = terms(f"{source.title}\n{source.text}")
        self._words = _Words(frozenset(words), _rows(words, 2), _rows(words, 3))
        self._text = f"{source.title}\n{source.text}"

    def carries(self, sentence: str) -> bool:
        """Whether the source says a sentence: its names, numbers and dates, in nearly its words."""
        words = _words(sentence)
        if not words or not _telling(sentence) <= self._words.single:
            return False
        if not terms(sentence) <= self._terms:
            return False
        beside = [row for row in _rows(words, 2) if _is_negated(row)]
        if any(row not in self._words.pairs for row in beside):
            return False
        rows = _rows_in_order(words, 3)
        if not rows:
            return set(words) <= self._words.single and _rows(words, 2) <= self._words.pairs
        is_begun = rows[0] in self._words.threes or words[0] in _OPENERS
        if not is_begun or rows[-1] not in self._words.threes:
            return False
        share = sum(row in self._words.threes for row in rows)
        if share < TRIGRAM_SHARE * len(rows):
            return False
        if not _rows_before_telling(sentence) <= _rows(_words(self._text), 4):
            return False
        return self._stands_as_told(rows)

    def _stands_as_told(self, rows: Sequence[tuple[str, ...]]) -> bool:
        """Whether a sentence of the source says it, with nothing left out that turns it round."""
        found = [
            (sum(row in _rows(_words(one), 3) for row in rows), one)
            for one in split_sentences(self._text)
        ]
        most = max(count for count, _ in found)
        if most < TRIGRAM_SHARE * len(rows):  # it is put together from several
            return not any(count and is_turned_round(one, rows) for count, one in found)
        return any(count == most and not is_turned_round(one, rows) for count, one in found)

    def own_words_for(self, sentence: str, told: Collection[str]) -> str | None:
        """The source's sentence that speaks most of the same; None where none does."""
        wanted = terms(sentence)
        best = max(
            ((len(wanted & found), one) for one, found in self._sentences if one not in told),
            default=(0, ""),
            key=lambda both: both[0],
        )
        return best[1] if best[0] >= min(LEAST_TERMS, len(wanted)) and best[0] else None


def supported(
    sentences: Sequence[str], supports: Sequence[Support]
) -> tuple[tuple[str, ...], tuple[Source, ...]]:
    """The sentences as they may be told, and the sources that they rest on.

    A sentence that no source carries gives way to a source's own; where none speaks of it, it is
    left out.

    Args:
        sentences: A model's answer.
        supports: The sources that it cites.
    """
    told: list[str] = []
    rests_on: list[Source] = []
    for sentence in sentences:
        carrying = [one for one in supports if one.carries(sentence)]
        if carrying:
            told.append(sentence)
            rests_on += [one.source for one in carrying]
            continue
        for one in supports:
            own = one.own_words_for(sentence, told)
            if own is not None:
                told.append(own)
                rests_on.append(one.source)
                break
    order = [one.source for one in supports]
    return tuple(told), tuple(source for source in order if source in rests_on)


def _words(text: str) -> list[str]:
    words = (word.casefold().replace("\u2019", "'") for word in _WORD.findall(text))
    return [word.replace(",", "") if word[0].isdigit() else word for word in words]


def _rows_in_order(words: Sequence[str], length: int) -> list[tuple[str, ...]]:
    return [tuple(words[at : at + length]) for at in range(len(words) - length + 1)]


def _rows(words: Sequence[str], length: int) -> frozenset[tuple[str, ...]]:
    return frozenset(_rows_in_order(words, length))


def _is_negated(row: tuple[str, ...]) -> bool:
    return any(word in _NEGATIONS or word.endswith("n't") for word in row)


def _rows_before_telling(sentence: str) -> set[tuple[str, ...]]:
    """Each name, number or date with the three words before it, which it may not change."""
    told, words = _WORD.findall(sentence), _words(sentence)
    places = [at for at, word in enumerate(told) if at > 2 and _is_telling(word)]  # noqa: PLR2004
    return {tuple(words[at - 3 : at + 1]) for at in places}


def _is_telling(word: str) -> bool:
    return word[0].isupper() or word[0].isdigit() or word.casefold() in _NUMBER_WORDS


def _telling(sentence: str) -> set[str]:
    """Its names, numbers and dates."""
    found = set()
    for number, word in enumerate(_WORD.findall(sentence)):
        is_name = number > 0 or not word[0].isupper() or word.casefold() in _NUMBER_WORDS
        if is_name and _is_telling(word):
            found |= set(_words(word))
    return found
