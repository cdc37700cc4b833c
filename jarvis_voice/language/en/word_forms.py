"""Finds what a word may be a form of: "runs" of "run". Pure.

Invariant: which of the words exist is not known here; a list of words says that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

_BETWEEN = re.compile(r"[\s_-]+")
_OWNER = re.compile(r"'s?\Z")
_DOUBLED = re.compile(r"([bdfglmnprtvz])\1\Z")

_ENDINGS: tuple[tuple[str, str, str], ...] = (
    ("n", "men", "man"),
    ("n", "ies", "y"),
    ("n", "ses", "s"),
    ("n", "xes", "x"),
    ("n", "zes", "z"),
    ("n", "ches", "ch"),
    ("n", "shes", "sh"),
    ("n", "s", ""),
    ("v", "ies", "y"),
    ("v", "es", "e"),
    ("v", "es", ""),
    ("v", "s", ""),
    ("v", "ied", "y"),
    ("v", "ed", "e"),
    ("v", "ed", ""),
    ("v", "ing", "e"),
    ("v", "ing", ""),
    ("a", "ier", "y"),
    ("a", "iest", "y"),
    ("a", "er", "e"),
    ("a", "er", ""),
    ("a", "est", "e"),
    ("a", "est", ""),
)
"""Part of speech, the ending of a form, and what stands in its place in the word itself."""

SHORTEST_STEM = 2


class WordForm(NamedTuple):
    """A word that another one may be a form of.

    Attributes:
        part: "n" noun, "v" verb, "a" adjective, "r" adverb.
    """

    part: str
    key: str


def word_key(word: str) -> str:
    """How a word is filed: small letters, no accents, one space for each hyphen."""
    bare = "".join(
        sign for sign in unicodedata.normalize("NFKD", word) if not unicodedata.combining(sign)
    )
    return _BETWEEN.sub(" ", bare.replace("\u2019", "'").casefold()).strip()


def bases_of(key: str) -> Iterator[WordForm]:
    """What a word may be a regular form of, the likeliest first.

    Args:
        key: As `word_key` gives it.
    """
    owned = _OWNER.sub("", key)
    if owned and owned != key:
        yield WordForm("n", owned)
    for part, ending, own in _ENDINGS:
        stem = key.removesuffix(ending)
        if stem == key or len(stem) < SHORTEST_STEM:
            continue
        yield WordForm(part, stem + own)
        if not own and part != "n" and _DOUBLED.search(stem):
            yield WordForm(part, stem[:-1])
