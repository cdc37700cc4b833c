"""Tells text in another script than English has, or without a word. Pure."""

from __future__ import annotations

import unicodedata

_PICTURES = frozenset({"No", "So", "Sk", "Cs", "Co", "Cn"})
_MOST = 2_000


def is_in_another_script(text: str) -> bool:
    """Whether it has letters, and none of them is a Latin one."""
    letters = [sign for sign in text[:_MOST] if sign.isalpha()]
    return bool(letters) and not any(_is_latin(sign) for sign in letters)


def is_pictures(text: str) -> bool:
    """Whether it has no letter and no digit, but a picture or a sign."""
    signs = text[:_MOST]
    has_words = any(sign.isalpha() or sign.isdecimal() for sign in signs)
    return not has_words and any(unicodedata.category(sign) in _PICTURES for sign in signs)


def _is_latin(letter: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith(("LATIN", "FULLWIDTH LATIN"))
