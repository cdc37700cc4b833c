"""Finds the pairs of quotation marks in a typed text. Pure."""

from __future__ import annotations

import re

QUOTES = '"\u201c\u201d\u00ab\u00bb'
"""The double ones; a single one may be an apostrophe."""

_PAIRS = {'"': '"', "\u201c": "\u201d", "\u00ab": "\u00bb"}
_CLOSING = re.compile(r"[.,!?;:]*[\"\u201d\u00bb]")


def widened(text: str, start: int, end: int) -> tuple[int, int]:
    """Where a piece of a text begins and ends together with the quotes at its two ends.

    A sign that ends a sentence inside of a quotation belongs to it: 'he said "stop."'
    """
    while start and text[start - 1] in QUOTES:
        start -= 1
    closing = _CLOSING.match(text, end)
    is_open = any(sign in QUOTES for sign in text[start:end])
    return start, closing.end() if closing and is_open else end


def unwrapped(piece: str) -> str:
    """A text without the one pair of quotes that is around all of it."""
    closing, inside = _PAIRS.get(piece[:1]), piece[1:-1]
    is_whole = closing is not None and piece.endswith(closing) and bool(inside.strip())
    return inside if is_whole and not any(sign in inside for sign in QUOTES) else piece
