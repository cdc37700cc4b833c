"""Matches misheard names with a closed list, by spelling and by sound.

Invariant: pure; every entry matches itself; two entries that fit about equally well are asked
about, never chosen between.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Generic, TypeVar

from jarvis_voice.language.en.name_sound import name_variants, sound_keys, squeeze

ACCEPT_SCORE = 85.0
ASK_SCORE = 70.0
"""Accept from 85, ask from 70, refuse below: the figures that held on spoken names of
applications, on squeezed names."""

EXACT_SCORE = 100.0
WEAK_SHARE = 0.9
"""What a weak name ("browser" for Firefox) counts: exact is accepted, a near miss is asked."""

_TIE_MARGIN = 4.0
_SHORT_NAME = 4
_SOUND_WEIGHT_BY_LENGTH = {0: 0.0, 1: 0.0, 2: 0.0, 3: 0.3}
_SOUND_WEIGHT = 0.6
_CANDIDATES_LOOKED_AT = 30
_SPELLING_LOOKED_AT = 40
_BEST_INEXACT = 98.0
_LEAST_OF_LENGTH = 0.6
"""A name that is shorter than this share of the other, and not its beginning, is another."""
_CANDIDATES_NAMED = 3

_FOR_MANY = frozenset(
    {
        *("university", "college", "school", "institute", "academy", "bank", "museum", "library"),
        *("hospital", "council", "airport", "hotel", "news", "times", "post", "railway"),
    }
)
"""Words that are a part of many names and tell none of them from another."""

_MISHEARD = 10.0
"""So much less alike may the words of a name's own be: "Haward University" is Harvard."""

_LITTLE = frozenset({"the", "of", "and", "for", "in"})

T = TypeVar("T")


class MatchVerdict(StrEnum):
    """Whether to accept a name, to ask which one is meant, or to refuse it."""

    ACCEPT = "accept"
    ASK = "ask"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Named(Generic[T]):
    """One entry of a closed list, with its names.

    Attributes:
        name: How it is called when it is spoken of.
        value: What it stands for.
        also: Further names, as good as `name`.
        weak: Names that also fit other entries, such as "browser".
    """

    name: str
    value: T
    also: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameMatch(Generic[T]):
    """The entries that fit a heard name, and how well they fit.

    Attributes:
        verdict: Accept the first candidate, ask which, or refuse.
        score: Of the best candidate, 0..100.
        candidates: Best first; one when accepted, at most three when asked, none when refused.
    """

    verdict: MatchVerdict
    score: float
    candidates: tuple[Named[T], ...]

    @property
    def accepted(self) -> Named[T] | None:
        """The entry meant, when there is no doubt."""
        return self.candidates[0] if self.verdict is MatchVerdict.ACCEPT else None


class NameIndex(Generic[T]):
    """A closed list of names that the program searches by what it heard."""

    def __init__(self, entries: Iterable[Named[T]]) -> None:
        self._entries = tuple(entries)
        self._spellings: list[str] = []
        self._names: list[str] = []
        self._owners: list[tuple[int, float]] = []
        for position, entry in enumerate(self._entries):
            for names, share in (((entry.name, *entry.also), 1.0), (entry.weak, WEAK_SHARE)):
                for spelling, name in {squeeze(name): name for name in reversed(names)}.items():
                    if spelling:
                        self._spellings.append(spelling)
                        self._names.append(name)
                        self._owners.append((position, share))

    def find(self, spoken: str) -> NameMatch[T]:
        """The entry a spoken name means, as far as that can be told."""
        scores = self._told_apart(spoken, self._scores(spoken))
        ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        if not ranked or ranked[0][1] < ASK_SCORE:
            return NameMatch(MatchVerdict.REFUSE, ranked[0][1] if ranked else 0.0, ())
        best = ranked[0][1]
        margin = 0.0 if best >= EXACT_SCORE * WEAK_SHARE else _TIE_MARGIN
        rivals = [position for position, score in ranked if score >= best - margin]
        if best >= ACCEPT_SCORE and len(rivals) == 1:
            return NameMatch(MatchVerdict.ACCEPT, best, (self._entries[rivals[0]],))
        named = [position for position, score in ranked if score >= ASK_SCORE]
        return NameMatch(
            MatchVerdict.ASK, best, tuple(self._entries[p] for p in named[:_CANDIDATES_NAMED])
        )

    def resembling(self, spoken: str, most: int, least_score: float = 0.0) -> tuple[str, ...]:
        """Names that come nearest to a spoken one, of each entry the nearest.

        Args:
            spoken: As it was heard.
            most: How many; the nearest first.
            least_score: How near they must come, 0..100.
        """
        best: dict[int, tuple[float, str]] = {}
        for variant in name_variants(spoken):
            for place, score in self._near(variant):
                owner, _ = self._owners[place]
                if score > best.get(owner, (0.0, ""))[0]:
                    best[owner] = (score, self._names[place])
        near = sorted(best.values(), reverse=True)[:most]
        return tuple(name for score, name in near if score >= least_score)

    def _scores(self, spoken: str) -> dict[int, float]:
        """The best score of each entry that comes near; the plainest exact reading decides."""
        best: dict[int, float] = {}
        for variant in name_variants(spoken):
            for place, score in self._near(variant):
                position, share = self._owners[place]
                best[position] = max(best.get(position, 0.0), score * share)
            if EXACT_SCORE in best.values():
                break
        return best

    def _told_apart(self, spoken: str, scores: dict[int, float]) -> dict[int, float]:
        """The scores, where a word for many ("university") makes no two names alike."""
        kinds, own = _parted(spoken)
        if not kinds or not own:
            return scores
        return {
            position: score
            if score == EXACT_SCORE
            else min(score, self._own_score(position, kinds, own))
            for position, score in scores.items()
        }

    def _own_score(self, position: int, kinds: frozenset[str], own: str) -> float:
        """How well the words that are a name's own fit those of an entry of that kind."""
        from rapidfuzz import fuzz

        entry = self._entries[position]
        parted = [_parted(name) for name in (entry.name, *entry.also, *entry.weak)]
        if own in (name for _, name in parted):
            return EXACT_SCORE
        of_kind = [name for theirs, name in parted if theirs & kinds and name]
        alike = (_score(own, name, fuzz.ratio(own, name)) for name in of_kind)
        return max(alike, default=ACCEPT_SCORE - _MISHEARD - 1) + _MISHEARD

    def _near(self, heard: str) -> list[tuple[int, float]]:
        from rapidfuzz import fuzz, process

        found = process.extract(
            heard,
            self._spellings,
            scorer=fuzz.ratio,
            limit=_CANDIDATES_LOOKED_AT,
            score_cutoff=_SPELLING_LOOKED_AT,
        )
        return [(place, _score(heard, spelling, ratio)) for spelling, ratio, place in found]


def _parted(name: str) -> tuple[frozenset[str], str]:
    """Words for many that a name has, and the squeezed rest of it."""
    words = name.lower().split()
    own = [word for word in words if word not in _FOR_MANY | _LITTLE]
    return _FOR_MANY.intersection(words), squeeze(" ".join(own))


def _score(heard: str, known: str, spelling: float) -> float:
    """Spelling, raised by sound where there are enough consonants to tell; 0..100."""
    from rapidfuzz import fuzz

    if heard == known:
        return EXACT_SCORE
    pairs = list(product(sound_keys(heard), sound_keys(known)))
    length = min(len(key) for key in pairs[0])
    weight = _SOUND_WEIGHT_BY_LENGTH.get(length, _SOUND_WEIGHT)
    sound = max(fuzz.ratio(*pair) for pair in pairs)
    score = max(spelling, (1 - weight) * spelling + weight * sound)
    shorter, longer = sorted((heard, known), key=len)
    is_other = len(shorter) < _LEAST_OF_LENGTH * len(longer) and not longer.startswith(shorter)
    if is_other or len(shorter) < _SHORT_NAME:
        return min(score, ASK_SCORE - 1)
    return min(score, _BEST_INEXACT)
