"""Tells whether a sentence of a page can be told by itself. Pure."""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_HANGING = lazy_pattern(
    r"(?:he|she|it|they|this|that|these|those|his|her|its|their|such|however|but|also|and|so|"
    r"then|thus|therefore|moreover|furthermore|instead|another|both|for example|for instance|"
    r"in addition|in contrast|on the other hand|similarly|meanwhile|nevertheless|yet|as a result|"
    r"consequently|there|here|see|click|read|image|photo|figure|source|by contrast|finally|"
    r"first|second|third|the former|the latter)\b",
    re.IGNORECASE,
)

_BOILERPLATE = lazy_pattern(
    r"\b(?:cookies?|subscribe|newsletter|sign up|log ?in|advertis\w+|all rights reserved|"
    r"privacy policy|terms of (?:use|service)|javascript|click|share this|related articles?|"
    r"read more|copyright|retrieved|isbn|doi)\b|\u00a9",
    re.IGNORECASE,
)


def leans_on_another(sentence: str) -> bool:
    """Whether it begins with a word that means something of a sentence before it."""
    return bool(_HANGING.match(sentence))


def is_boilerplate(sentence: str) -> bool:
    """Whether it is about the page and not of its text: cookies, newsletters, rights."""
    return bool(_BOILERPLATE.search(sentence))
