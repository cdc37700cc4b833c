"""Splits the first clause off a long sentence, so that speech can start before the rest.

Invariant: the parts, put together with a space between them, are the sentence; a part is cut off
only where a speaker may draw breath, never within a number, a date, a name or a pair.
"""

from __future__ import annotations

import re

from jarvis_voice.language.en.number_words import MONTHS

FEWEST_WORDS = 10
"""A shorter sentence is planned quickly enough in one piece, and sounds best so."""

FIRST_WORDS = 4
"""About a second of speech: within it the rest is ready."""

REST_WORDS = 3
SIDE_WORDS = 5
"""On either side of a conjunction without a comma."""

_CONJUNCTIONS = frozenset(
    re.findall(
        r"\w+",
        "and but because although though while whereas which where unless until since so",
    )
)

_NUMBER_WORDS = frozenset(
    re.findall(
        r"\w+",
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy "
        "eighty ninety hundred thousand million billion trillion point percent half third "
        "quarter quarters",
    )
)

_MONTHS = frozenset(month.lower() for month in MONTHS)

_NO_NAMES = frozenset(("I", "I'm", "I've", "I'll", "It", "The"))


def split_first_clause(sentence: str) -> list[str]:
    """The sentence, or its first clause and the rest.

    Args:
        sentence: Made speakable: its numbers are words.
    """
    words = sentence.split()
    if len(words) < FEWEST_WORDS:
        return [sentence]
    for place in range(FIRST_WORDS, len(words) - REST_WORDS + 1):
        if _may_part(words, place):
            return [" ".join(words[:place]), " ".join(words[place:])]
    return [sentence]


def _may_part(words: list[str], place: int) -> bool:
    before, after = words[place - 1], words[place]
    if before[-1] in ",;:":
        return not (_is_fixed(before) and _is_fixed(after))
    if after.lower() not in _CONJUNCTIONS or not before[-1].isalpha():
        return False
    is_amid = SIDE_WORDS <= place <= len(words) - SIDE_WORDS - 1
    if not is_amid:
        return False
    joined = words[place + 2] if words[place + 1] in {"a", "an"} else words[place + 1]
    return not (_is_fixed(before) and _is_fixed(joined))


def _is_fixed(word: str) -> bool:
    """Whether it may belong to a name, a number or a date that goes on."""
    bare = re.sub(r"[^\w'-]", "", word)
    is_name = bare[:1].isupper() and bare not in _NO_NAMES
    parts = bare.lower().split("-")
    is_number = any(part.isdigit() or part in _NUMBER_WORDS for part in parts)
    return is_name or is_number or bare.lower() in _MONTHS
