"""Scores what a briefing tells by rule: coherence, accuracy, completeness, readability. Pure.

Invariant: only accuracy and readability can fail a story. Coherence and completeness compare
versions of the program; of one text they say little.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import fmean

from jarvis_voice.briefing.stories import Weights, cosine
from jarvis_voice.core.briefing_records import Article, QualityScores, QuotedSentence
from jarvis_voice.language.en.lone_sentences import leans_on_another
from jarvis_voice.language.en.question_words import counted_terms
from jarvis_voice.tools.research.sources import Source
from jarvis_voice.tools.research.support import Support

PASSES = 0.5

MOST_WORDS = 24
"""Of a sentence that is followed by ear without effort."""

HARDEST, EASIEST = -20.0, 60.0
"""Reading ease by Flesch that counts 0, and that counts 1. News has about 40."""

TOP_TERMS = 20
"""So many of a story's heaviest words are what it is about."""

LEAST_LIKE, MOST_LIKE = 0.03, 0.6
"""Two sentences in a row share this much: with less they have two subjects, with more one says what
the other said."""

_VOWELS = re.compile(r"[aeiouy]+")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_FIGURE_SYLLABLES = 2


def story_quality(
    sentences: Sequence[QuotedSentence],
    articles: Mapping[str, str],
    terms: Mapping[str, float],
    weights: Weights,
) -> QualityScores:
    """The scores of one story.

    Args:
        sentences: The sentences that Jarvis says about it, in order.
        articles: The texts of articles by their addresses.
        terms: The words of the story with their weights.
        weights: Of words, over all entries of the day.
    """
    texts = [one.text for one in sentences]
    return _scores(
        coherence=coherence(texts, weights),
        accuracy=accuracy(sentences, articles),
        completeness=completeness(texts, terms),
        readability=readability(texts),
    )


def briefing_quality(stories: Sequence[QualityScores]) -> QualityScores | None:
    """The scores of a briefing: the means of its stories; None where it tells none."""
    if not stories:
        return None
    return _scores(
        coherence=fmean(one.coherence for one in stories),
        accuracy=fmean(one.accuracy for one in stories),
        completeness=fmean(one.completeness for one in stories),
        readability=fmean(one.readability for one in stories),
    )


def _scores(
    *, coherence: float, accuracy: float, completeness: float, readability: float
) -> QualityScores:
    return QualityScores(
        coherence=round(coherence, 3),
        accuracy=round(accuracy, 3),
        completeness=round(completeness, 3),
        readability=round(readability, 3),
        has_passed=accuracy >= PASSES and readability >= PASSES,
    )


def accuracy(sentences: Sequence[QuotedSentence], articles: Mapping[str, str]) -> float:
    """The share of the sentences that stand where they say that they stand.

    What a model worded counts where its article carries it.
    """
    if not sentences:
        return 0.0
    return fmean(_is_accurate(one, articles.get(one.url, "")) for one in sentences)


def _is_accurate(sentence: QuotedSentence, text: str) -> bool:
    if sentence.how == "verbatim":
        return text[sentence.start : sentence.end] == sentence.text
    return Support(Source("", sentence.url, text, ""), ()).carries(sentence.text)


def coherence(texts: Sequence[str], weights: Weights) -> float:
    """How well sentences follow on each other: one subject, said once, with a start of its own."""
    if not texts:
        return 0.0
    start = 0.5 if leans_on_another(texts[0]) else 1.0
    vectors = [weights.vector(counted_terms(one)) for one in texts]
    links = [_link(cosine(one, other)) for one, other in pairwise(vectors)]
    return start * (fmean(links) if links else 1.0)


def _link(likeness: float) -> float:
    if likeness < LEAST_LIKE:
        return 0.5 + 0.5 * likeness / LEAST_LIKE
    return 1.0 if likeness <= MOST_LIKE else max(0.0, 1 - likeness) / (1 - MOST_LIKE)


def completeness(texts: Sequence[str], terms: Mapping[str, float]) -> float:
    """How much of what a story is about is said."""
    heaviest = sorted(terms.items(), key=lambda pair: -pair[1])[:TOP_TERMS]
    whole = sum(weight for _, weight in heaviest)
    said = counted_terms(" ".join(texts)).keys()
    return sum(weight for word, weight in heaviest if word in said) / whole if whole else 0.0


def readability(texts: Sequence[str]) -> float:
    """How easily sentences are followed by ear: the mean of each one's."""
    return fmean(map(_ease, texts)) if texts else 0.0


def is_readable(sentence: str) -> bool:
    """Whether a sentence passes by itself."""
    return _ease(sentence) >= PASSES


def _ease(sentence: str) -> float:
    words = _WORD.findall(sentence.casefold())
    if not words:
        return 0.0
    n_syllables = sum(map(_syllables, words))
    flesch = 206.835 - 1.015 * len(words) - 84.6 * n_syllables / len(words)
    share = (flesch - HARDEST) / (EASIEST - HARDEST)
    length = min(1.0, MOST_WORDS / len(sentence.split()))
    return max(0.0, min(1.0, share)) * length


def _syllables(word: str) -> int:
    """About how many syllables a word has."""
    if word.isdecimal():
        return _FIGURE_SYLLABLES
    n_found = len(_VOWELS.findall(word))
    is_silent = word.endswith("e") and not word.endswith(("le", "ee")) and n_found > 1
    return max(1, n_found - is_silent)


def texts_of(articles: Sequence[Article]) -> dict[str, str]:
    """The texts of articles by their addresses."""
    return {one.entry.url: one.text for one in articles}
