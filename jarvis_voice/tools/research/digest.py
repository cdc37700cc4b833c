"""Summarises sources with the sentences that best answer the question. Pure, no model.

Invariant: every sentence of a digest stands in the source it is cited by, shortened by asides and
footnotes only.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from jarvis_voice.language.en.lone_sentences import is_boilerplate, leans_on_another
from jarvis_voice.language.en.question_words import KindOfQuestion, terms
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.tools.research.sources import Source
from jarvis_voice.tools.research.speech import clean, closed, is_sayable, is_told

DIGEST_SENTENCES = 3
DIGEST_CHARACTERS = 520
"""About 35 seconds of speech."""

LEAST_WORDS, MOST_WORDS = 6, 42
GOOD_WORDS = range(9, 29)
LEAST_COVERAGE = 0.34
"""Of what was asked, by weight, a sentence must speak of so much."""

SHARE_OF_TITLE = 0.85
"""What a word of the question counts where only the page's title has it."""

SHARE_OF_UNSEEN = 0.4
"""What a word of the question weighs that no source has, of the weightiest that one has."""

SHARE_OF_BEST = 0.8
"""Sentences with less than this of the best one's score are about something else."""

SHARE_OF_OTHERS = 0.62
"""The same for a source that has not been heard: a second voice is worth a little."""

FOCUS = 0.3
"""What speaking of more than the page's own subject is worth."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence of a source, with how well it answers.

    Attributes:
        sentence: As it may be said.
        source: Index of the source it stands in.
        place: How many sentences of the source come before it.
        score: Higher answers better; 0 and less is no answer.
    """

    sentence: str
    source: int
    place: int
    score: float


def digest(
    question: str,
    sources: Sequence[Source],
    n_sentences: int = DIGEST_SENTENCES,
    is_late: Callable[[], bool] = lambda: False,
) -> list[Passage]:
    """The sentences that answer best, from two sources where there are two, nothing told twice.

    Args:
        question: What was asked.
        sources: What was read.
        n_sentences: How many at the most.
        is_late: Asked between two sources; the rest is left out then.
    """
    ranked = sorted(passages(question, sources, is_late), key=lambda one: -one.score)
    chosen: list[Passage] = []
    while len(chosen) < n_sentences:
        told = [one.sentence for one in chosen]
        heard = {one.source for one in chosen}
        room = DIGEST_CHARACTERS - sum(map(len, told))
        fresh = [
            one
            for one in ranked
            if not told
            or (len(one.sentence) <= room and one.score >= _least(one, heard) * ranked[0].score)
        ]
        # a voice that was not heard yet goes first
        fresh.sort(key=lambda one: one.source in heard)
        best = next((one for one in fresh if not is_told(one.sentence, told)), None)
        if best is None:
            break
        chosen.append(best)
    return _in_order(chosen)


def _least(passage: Passage, heard: Collection[int]) -> float:
    return SHARE_OF_BEST if passage.source in heard else SHARE_OF_OTHERS


def _in_order(chosen: Sequence[Passage]) -> list[Passage]:
    """The best one first; then source by source, within a source as it tells them."""
    order = list(dict.fromkeys(one.source for one in chosen))
    rest = sorted(chosen[1:], key=lambda one: (order.index(one.source), one.place))
    return [*chosen[:1], *rest]


def passages(
    question: str, sources: Sequence[Source], is_late: Callable[[], bool] = lambda: False
) -> list[Passage]:
    """All sentences that speak of what was asked, with their scores."""
    asked = terms(question)
    spoken: list[tuple[int, int, str, set[str]]] = []
    for number, source in enumerate(sources):
        if is_late():
            break
        for place, sentence in _sentences(source.text):
            spoken.append((number, place, sentence, terms(sentence)))
    weights = _weights(asked, [words for *_, words in spoken])
    titles = [terms(source.title) for source in sources]
    kind = KindOfQuestion(question)
    found = []
    for number, place, sentence, words in spoken:
        covered = _coverage(weights, words, titles[number])
        if covered >= LEAST_COVERAGE:
            focus = FOCUS * _focus(weights, words, titles[number])
            score = covered + focus + _form(sentence, place) + kind.value_of(sentence)
            found.append(Passage(sentence, number, place, score))
    return found


def extract(question: str, source: Source, n_characters: int) -> str:
    """What a page says of the question, in its own order, for a model to read.

    Args:
        question: What was asked.
        source: The page.
        n_characters: How much at the most.
    """
    ranked = sorted(passages(question, [source]), key=lambda one: -one.score)
    kept: list[Passage] = []
    room = n_characters
    for one in ranked:
        if len(one.sentence) + 1 <= room:
            room -= len(one.sentence) + 1
            kept.append(one)
    told = " ".join(one.sentence for one in sorted(kept, key=lambda one: one.place))
    return told or clean(source.text[:n_characters])


def whole_sentences(text: str) -> list[str]:
    """The sentences of a source that may be said by themselves, in its own order."""
    return [one for _, one in _sentences(text) if not leans_on_another(one)]


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Whole sentences that may be said, with their places."""
    place = 0
    for line in text.split("\n"):
        for sentence in split_sentences(line):
            said = clean(sentence)
            if _is_whole(said) and is_sayable(said) and not is_boilerplate(said):
                yield place, closed(said)
            place += 1


def _is_whole(sentence: str) -> bool:
    """Whether it is a statement that can be followed by ear, not a headline or a list."""
    n_words = len(sentence.split())
    ends_well = sentence.endswith((".", '."', ".\u201d", ".'"))
    has_words = sum(word.islower() for word in sentence.split()) * 3 >= n_words
    return LEAST_WORDS <= n_words <= MOST_WORDS and ends_well and has_words


def _weights(asked: set[str], spoken: Sequence[set[str]]) -> dict[str, float]:
    """How much each word of the question tells: one that is in few sentences tells more."""
    seen = Counter(term for words in spoken for term in words & asked)
    n_spoken = len(spoken) + 1
    weights = {term: math.log(1 + n_spoken / seen[term]) for term in asked if seen[term]}
    # a word that no source has cannot tell sentences apart, but it was asked for
    unseen = max(weights.values(), default=0.0) * SHARE_OF_UNSEEN
    return {term: weights.get(term, unseen) for term in asked}


def _coverage(weights: dict[str, float], words: set[str], title: set[str]) -> float:
    """How much of the question a sentence speaks of, 0..1."""
    if not weights.keys() & words:
        return 0.0
    shares = (
        weight if term in words else weight * SHARE_OF_TITLE * (term in title)
        for term, weight in weights.items()
    )
    return sum(shares) / sum(weights.values())


def _focus(weights: dict[str, float], words: set[str], title: set[str]) -> float:
    """How much a sentence says of what was asked about the page's own subject, 0..1."""
    beside = {term: weight for term, weight in weights.items() if term not in title}
    total = sum(beside.values())
    return sum(weight for term, weight in beside.items() if term in words) / total if total else 0.0


def _form(sentence: str, place: int) -> float:
    """What speaks for a sentence by itself: early, easy to follow, leaning on no other."""
    n_words = len(sentence.split())
    early = 0.2 / (1 + place / 4)
    easy = 0.1 if n_words in GOOD_WORDS else -0.1
    hanging = -0.5 if leans_on_another(sentence) else 0.0
    return early + easy + hanging
