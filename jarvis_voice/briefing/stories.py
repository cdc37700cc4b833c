"""Groups articles that tell the same story, and knows which were told before. Pure.

Words are weighed by tf-idf over all entries of the day, so that what all of them say says nothing.

Invariant: an article is in one story; copies of one text are one voice, on however many hosts.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from jarvis_voice.briefing.entries import page_key
from jarvis_voice.core.briefing_records import Article, ToldStory
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.question_words import counted_terms, stem

SAME_STORY = 0.30
"""From this cosine on, two texts tell the same story."""

SAME_AS_TOLD = 0.25
"""The same for what was told another day: to be silent twice is better than to repeat."""

FEWEST_SHARED = 3
"""Words that two texts of one story share at the least; headlines of two words are all alike."""

COPY = 0.6
"""From this share of common word triples on, one text is a copy of the other."""

TITLE_COUNTS = 3
LEAD_CHARACTERS = 3_000
"""Of a text: what comes behind it is background, which other stories have too."""

MOST_TERMS = 300
_COMMON_WORDS = """
    said says say new year years week month day days today people one two first last after before
    while during now more told according report reported reports news still since time make made
    many including against monday tuesday wednesday thursday friday saturday sunday part get take
    called because through back around well next
"""
"""Words that stand in every report."""

_COMMON = frozenset(map(stem, _COMMON_WORDS.split()))
_FIGURE = re.compile(r"\d[\d.,]*\d|\d")
_NAME = lazy_pattern(r"(?<=[a-z,;:] )[A-Z][\w'\u2019-]+")

Vector = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Story:
    """Articles that tell the same.

    Attributes:
        articles: The main one first.
        voices: How many tell it in words of their own, from different hosts.
        terms: Its words with their weights, of length one together.
    """

    articles: tuple[Article, ...]
    voices: int
    terms: Vector

    @property
    def main(self) -> Article:
        """The article that is told."""
        return self.articles[0]

    @property
    def newest_at(self) -> datetime | None:
        """When it was written of last."""
        return max((at for one in self.articles if (at := one.entry.published_at)), default=None)


class Weights:
    """How much each word tells: one that is in few texts of the day tells more.

    Args:
        texts: The words of each text.
    """

    def __init__(self, texts: Iterable[Collection[str]]) -> None:
        self._seen: Counter[str] = Counter()
        self._n_texts = 0
        for words in texts:
            self._seen.update(set(words))
            self._n_texts += 1

    def of(self, word: str) -> float:
        """The weight of a word; 1 where all texts have it, for a day may have one subject alone."""
        if word in _COMMON:
            return 0.0
        return 1 + math.log((self._n_texts + 1) / (self._seen[word] + 1))

    def vector(self, counts: Mapping[str, int]) -> dict[str, float]:
        """Words with their weights, of length one together."""
        weighed = {
            word: (1 + math.log(count)) * weight
            for word, count in counts.items()
            if (weight := self.of(word)) > 0
        }
        return unit(weighed)


def unit(weighed: Vector) -> dict[str, float]:
    """The vector in its length of one, its heaviest words only."""
    heaviest = sorted(weighed.items(), key=lambda pair: -pair[1])[:MOST_TERMS]
    length = math.sqrt(sum(weight * weight for _, weight in heaviest))
    return {word: weight / length for word, weight in heaviest} if length else {}


def cosine(one: Vector, other: Vector) -> float:
    """How alike two vectors of length one are, 0 to 1."""
    short, long = sorted((one, other), key=len)
    return sum(weight * long.get(word, 0.0) for word, weight in short.items())


def counts_of(article: Article) -> Counter[str]:
    """The words of an article; those of its title count more."""
    counts = counted_terms(article.text[:LEAD_CHARACTERS])
    for word, count in counted_terms(article.entry.title).items():
        counts[word] += TITLE_COUNTS * count
    return counts


def weights_of(articles: Iterable[Article]) -> Weights:
    """The weights of words over articles."""
    return Weights(counts_of(one) for one in articles)


def stories(articles: Sequence[Article], weights: Weights) -> list[Story]:
    """The stories that articles tell; those with most voices first.

    Args:
        articles: Each page once.
        weights: Over all entries of the day.
    """
    vectors = [weights.vector(counts_of(one)) for one in articles]
    groups: list[list[int]] = []
    centres = _Centres()
    for number in sorted(range(len(articles)), key=lambda n: -len(articles[n].text)):
        vector = vectors[number]
        likeness, group = centres.nearest(vector)
        if likeness < SAME_STORY or _n_shared(vector, centres.of[group]) < FEWEST_SHARED:
            group = len(groups)
            groups.append([])
        groups[group].append(number)
        centres.add(group, vector, len(groups[group]))
    found = [
        _story([articles[number] for number in group], centre)
        for group, centre in zip(groups, centres.of, strict=True)
    ]
    return sorted(found, key=lambda one: -one.voices)


class _Centres:
    """The centres of groups, found by their words: most groups share few words with a text.

    Attributes:
        of: The centre of each group.
    """

    def __init__(self) -> None:
        self.of: list[dict[str, float]] = []
        self._weights: dict[str, dict[int, float]] = {}

    def nearest(self, vector: Vector) -> tuple[float, int]:
        """The group that is most like a text, and how alike they are; (0, -1) where none is."""
        alike: dict[int, float] = {}
        for word, weight in vector.items():
            for group, weight_there in self._weights.get(word, {}).items():
                alike[group] = alike.get(group, 0.0) + weight * weight_there
        return max(((likeness, group) for group, likeness in alike.items()), default=(0.0, -1))

    def add(self, group: int, vector: Vector, n_texts: int) -> None:
        """Take one more text into a group, which has so many with it."""
        if group == len(self.of):
            self.of.append({})
        old, new = self.of[group], unit(_sum(self.of[group], vector, n_texts))
        for word in old.keys() - new.keys():
            del self._weights[word][group]
        for word, weight in new.items():
            self._weights.setdefault(word, {})[group] = weight
        self.of[group] = new


def _n_shared(one: Vector, other: Vector) -> int:
    return len(one.keys() & other.keys())


def _sum(centre: Vector, vector: Vector, n_texts: int) -> dict[str, float]:
    """The centre of a group with one more text in it."""
    summed = {word: weight * (n_texts - 1) for word, weight in centre.items()}
    for word, weight in vector.items():
        summed[word] = summed.get(word, 0.0) + weight
    return summed


def _story(articles: Sequence[Article], terms: Vector) -> Story:
    ordered = sorted(
        articles, key=lambda one: (one.is_page, one.entry.weight, len(one.text)), reverse=True
    )
    return Story(tuple(ordered), n_voices(ordered), dict(terms))


def n_voices(articles: Sequence[Article]) -> int:
    """How many tell a story in words of their own; a host speaks once."""
    heard: list[frozenset[tuple[str, ...]]] = []
    hosts: set[str] = set()
    for one in articles:
        site = ".".join(one.entry.host.split(".")[-2:])
        triples = _triples(one.text[:LEAD_CHARACTERS] or one.entry.title)
        if site in hosts or any(is_copy(triples, other) for other in heard):
            continue
        hosts.add(site)
        heard.append(triples)
    return len(heard)


def is_copy(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> bool:
    """Whether the shorter of two texts stands mostly in the longer one."""
    shorter = min(len(one), len(other))
    return bool(shorter) and len(one & other) / shorter >= COPY


def _triples(text: str) -> frozenset[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def told_before(story: Story, told: Iterable[ToldStory]) -> ToldStory | None:
    """The story of another day that this one goes on with; None where it is new."""
    pages = {page_key(one.entry.url) for one in story.articles}
    best: tuple[float, ToldStory | None] = 0.0, None
    for one in told:
        likeness = cosine(story.terms, one.terms)
        if pages & {page_key(url) for url in one.urls}:
            likeness = 1.0
        if likeness > best[0]:
            best = likeness, one
    return best[1] if best[0] >= SAME_AS_TOLD else None


def known_words(articles: Iterable[Article]) -> frozenset[str]:
    """All words and figures of articles: what somebody knows who has heard of them."""
    known: set[str] = set()
    for one in articles:
        text = f"{one.entry.title}\n{one.text}"
        known |= counted_terms(text).keys()
        known |= set(_FIGURE.findall(text))
    return frozenset(known)


NEWS = 0.4
"""Of the words of a sentence that is news, so many are new."""


def is_news(sentence: str, known: Collection[str], known_names: Collection[str] = ()) -> bool:
    """Whether a sentence says what was not known: new words, and a new figure or name among them.

    The same news in other words has new words, but the figures and names of before.
    """
    words = counted_terms(sentence).keys()
    fresh = words - set(known)
    figures = set(_FIGURE.findall(sentence)) - set(known)
    names = {stem(name.casefold()) for name in _NAME.findall(sentence)} - set(known)
    names -= set(known_names)
    return bool(words) and len(fresh) / len(words) >= NEWS and bool(figures or names)
