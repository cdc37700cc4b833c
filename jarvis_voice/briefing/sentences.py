"""Chooses the sentences of an article that tell it, as they stand in it. Pure, no model.

A sentence counts by how central its words are in the article, and how early it comes; what says
the same again does not count.

Invariant: `article.text[start:end]` is the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from jarvis_voice.briefing.stories import Weights, cosine
from jarvis_voice.core.briefing_records import Article, QuotedSentence
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.lone_sentences import is_boilerplate, leans_on_another
from jarvis_voice.language.en.question_words import counted_terms, terms
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.tools.research.speech import is_sayable

LEAST_WORDS, MOST_WORDS = 6, 40
MOST_SENTENCES = 400
"""Of an article that are looked at; its news is in front."""

POSITION = 0.9
"""What the first place is worth beside centrality, which is 1 at the most."""

SAME = 0.6
"""A sentence of which so many words were said says the same again. Rare words count no more here:
all sentences of a story share its names."""

_ADDRESS = re.compile(r"https?:|www\.|@\w|\w\.(?:com|org|net|io)\b|[{}<>|\\]", re.IGNORECASE)
_CALLED = re.compile(r"\bjarvis\b", re.IGNORECASE)
"""This word wakes a Jarvis that hears it, so Jarvis says no sentence with it."""

_CAPTION = lazy_pattern(
    r"^(?:photo|image|picture|file photo|video|watch|listen|credit|getty|reuters/|advertisement|"
    r"by [A-Z]\w+ [A-Z]|updated|published|last updated|follow us|sign|\W)|"
    r"\((?:photo|image|getty|ap|afp|reuters)\b",
    re.IGNORECASE,
)
_ENDS = (".", '."', ".\u201d", ".'", ".\u2019", "!", "?")


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence, and how many sentences of its article come before it."""

    quoted: QuotedSentence
    place: int


def all_sentences(article: Article) -> Iterator[PlacedSentence]:
    """The sentences of an article with their places."""
    place, offset = 0, 0
    for line in article.text.split("\n"):
        at = offset
        for sentence in split_sentences(line):
            start = article.text.find(sentence, at, offset + len(line))
            if start < 0:  # it was not kept as it stands
                continue
            at = start + len(sentence)
            yield PlacedSentence(QuotedSentence(sentence, article.entry.url, start, at), place)
            place += 1
            if place >= MOST_SENTENCES:
                return
        offset += len(line) + 1


def is_tellable(sentence: str) -> bool:
    """Whether a sentence can be told: whole, of the world, without addresses and captions."""
    words = sentence.split()
    is_whole = LEAST_WORDS <= len(words) <= MOST_WORDS and sentence.endswith(_ENDS)
    n_small = sum(word[:1].islower() for word in words)
    return (
        is_whole
        and n_small * 3 >= len(words)
        and not _ADDRESS.search(sentence)
        and not _CAPTION.search(sentence)
        and not _CALLED.search(sentence)
        and not is_boilerplate(sentence)
        and is_sayable(sentence)
    )


def best_sentences(
    article: Article,
    weights: Weights,
    n_sentences: int,
    is_wanted: Callable[[str], bool] = lambda _: True,
) -> list[QuotedSentence]:
    """The sentences that tell an article best, in its order.

    Args:
        article: What to tell.
        weights: Of words, over all entries of the day.
        n_sentences: How many at the most.
        is_wanted: Whether a sentence may be told: None but news, of a story that was told before.
    """
    found = list(all_sentences(article))
    tellable = [one for one in found if is_tellable(one.quoted.text) and is_wanted(one.quoted.text)]
    centre = weights.vector(counted_terms(f"{article.entry.title} {article.text}"))
    vectors = {one.place: weights.vector(counted_terms(one.quoted.text)) for one in tellable}
    ranked = sorted(
        tellable,
        key=lambda one: -(cosine(vectors[one.place], centre) + POSITION / (1 + one.place / 2)),
    )
    kept: list[PlacedSentence] = []
    for one in ranked:
        leads = any(other.place == one.place - 1 for other in kept)
        if leans_on_another(one.quoted.text) and not leads:
            continue
        if not any(says_again(one.quoted.text, other.quoted.text) for other in kept):
            kept.append(one)
        if len(kept) == n_sentences:
            break
    return [one.quoted for one in sorted(kept, key=lambda one: one.place)]


def says_again(sentence: str, other: str) -> bool:
    """Whether a sentence says what another one said."""
    one, two = terms(sentence), terms(other)
    shorter = min(len(one), len(two))
    return bool(shorter) and len(one & two) / shorter >= SAME


def next_sentences(article: Article, told: Sequence[QuotedSentence]) -> list[QuotedSentence]:
    """What comes in an article behind what was told, in its own order."""
    last = max((one.end for one in told if one.url == article.entry.url), default=0)
    said = {one.text for one in told}
    return [
        one.quoted
        for one in all_sentences(article)
        if one.quoted.start >= last and one.quoted.text not in said and is_tellable(one.quoted.text)
    ]
