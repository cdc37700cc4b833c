"""Picks the stored facts that a question is about. Pure.

Invariant: a fact that shares no telling word with the question is never given as its answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.evidence import stems

LEAST_SHARE = 0.6
"""Of the question's telling words, how many a fact must answer to. A rule of thumb."""

ALIKE = 85.0
"""Spelling of two words in 0..100, from which on one is the other misheard. A rule of thumb."""

_LONG_ENOUGH = 5
"""Letters from which on a word may be misheard; "four" and "fork" are two words."""

_GROUPS = (
    "car vehicle auto automobile park",
    "birthday birth born",
    "wife husband spouse partner",
    "mother mom mum mama",
    "father dad papa",
    "child kid children son daughter",
    "live home address reside house",
    "work job employer profession office",
    "phone mobile cell telephone",
    "allergic allergy",
    "like love enjoy prefer favorite favourite",
    "doctor physician gp",
    "old age year",
    "size measure",
    "wifi wi-fi internet network",
    "doctor dentist appointment",
    "dog pet puppy",
    "cat pet kitten",
    "colour color",
    "name call",
)
_KIN = (
    "mother|mom|mum|father|dad|brother|sister|wife|husband|partner|son|daughter|child|kid|boss|"
    "grandmother|grandma|grandfather|grandpa|uncle|aunt|cousin|neighbou?r|friend|girlfriend|"
    "boyfriend|teacher|doctor|dentist"
)
_OWNER = lazy_pattern(
    rf"\b(?:my|our) (\w+)['\u2019]s\b(?! (?:in|on|at|under|a|the|not)\b)|^(?:my|our) ({_KIN})\b|"
    r"^(?:my|our) (\w+) (?:is|are) (?:called|named)\b"
)
"""Of whom something is told: "my mother's name", "my brother lives", "my dog is called"."""

_OWN = re.compile(
    r"\bmy\b|\b(?:do|did|am|was|have|can) i\b(?! (?:tell|told|say|said|mention) )", re.I
)
"""Asks about the speaker, or about what is the speaker's; not only what the speaker told."""
_ATTRIBUTES = frozenset({"name", "call", "colour", "color"})
"""What a fact may tell without saying so: "my wife is Maria"."""
_ENDINGS = ("ing", "ed")

_PLACES = frozenset(
    (
        *("on", "in", "at", "under", "behind", "near", "beside", "by", "above", "below"),
        *("inside", "outside", "between", "next", "over", "around", "opposite", "upstairs"),
    )
)
_GENERIC = (
    frozenset(
        (
            *("a", "an", "the", "that", "this", "these", "those", "it", "i", "me", "my", "mine"),
            *(
                "you",
                "your",
                "we",
                "our",
                "us",
                "is",
                "are",
                "was",
                "were",
                "am",
                "be",
                "been",
                "do",
            ),
            *("does", "did", "have", "ha", "has", "had", "will", "would", "can", "could", "what"),
            *("where", "when", "who", "which", "how", "why", "whose", "to", "of", "for", "with"),
            *("where'd", "when'd", "who'd", "what'd"),
            *(
                "from",
                "and",
                "or",
                "not",
                "about",
                "thing",
                "fact",
                "everything",
                "anything",
                "all",
            ),
            *("leave", "left", "put", "place", "placed", "keep", "kept", "store", "stor", "tell"),
            *("told", "say", "said", "know", "remember", "there", "again", "some", "any", "one"),
            *("ever", "still", "now", "just", "what's", "i'm", "s"),
        )
    )
    | _PLACES
)
"""Words of which a question has many and an answer any."""

Fact = TypeVar("Fact")


def telling(words: str) -> frozenset[str]:
    """The words by which a question or a fact is told from others."""
    return frozenset(_base(stem) for stem in stems(words) if stem not in _GENERIC)


def relevant(about: str, facts: Sequence[tuple[str, Fact]], goal: str = "") -> list[Fact]:
    """The facts that a question is about, as far as one can tell; the newest first.

    Of several, those that answer to most of its words; of these, for a "where", those that name
    a place, and for "do I ...", those that begin so, if any do.

    Args:
        about: "where did I park", or only "the car".
        facts: What each says, and the fact; the oldest first.
        goal: The user's whole sentence.
    """
    asked = telling(about)
    asked = asked - _ATTRIBUTES or asked
    is_own = _OWN.search(f"{goal} ") is not None
    scored = [
        (share_told(asked, text), text, fact)
        for text, fact in facts
        if not is_own or _is_of_same(about, text)
    ]
    best = max((score for score, _, _ in scored), default=0.0)
    if best < LEAST_SHARE:
        return []
    found = [(text, fact) for score, text, fact in scored if score == best]
    words = set(f"{about} {goal}".casefold().split())
    if "where" in words:
        found = [one for one in found if _PLACES & set(stems(one[0]))] or found
    if "i" in words:
        found = [one for one in found if one[0].casefold().startswith(("i ", "i'm"))] or found
    return [fact for _, fact in reversed(found)]


def _is_of_same(about: str, text: str) -> bool:
    """Whether nobody is spoken of on one side alone: mother's name is not the speaker's."""
    return all(
        any(_is_alike(owner, word) for word in telling(other))
        for one, other in ((about, text), (text, about))
        for owner in _owners(one)
    )


def _owners(words: str) -> list[str]:
    """Of whom something is told: "my mother's name", "my brother lives"."""
    found = (match[1] or match[2] or match[3] for match in _OWNER.finditer(words.casefold()))
    return [_base(stem) for owner in found for stem in stems(owner)]


def share_told(asked: frozenset[str], text: str) -> float:
    """How much of the telling words a fact answers to, 0..1; nothing is answered by anything."""
    told = telling(text)
    found = sum(any(_is_alike(one, other) for other in told) for one in asked)
    return found / len(asked) if asked else 0.0


def _is_alike(one: str, other: str) -> bool:
    if one == other or any(one in group and other in group for group in _SYNONYMS):
        return True
    if min(len(one), len(other)) < _LONG_ENOUGH or not (one.isalpha() and other.isalpha()):
        return False
    from rapidfuzz import fuzz

    return fuzz.ratio(one, other) >= ALIKE


def _base(stem: str) -> str:
    """Both "parked" and "parking" are "park"; a word of which too little would be left stays."""
    for ending in _ENDINGS:
        if stem.endswith(ending) and len(stem) - len(ending) >= len("park"):
            return stem[: -len(ending)]
    return stem


_SYNONYMS = tuple(frozenset(map(_base, group.split())) for group in _GROUPS)
