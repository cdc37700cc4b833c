"""Writes a word letter by letter, and says such letters. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from jarvis_voice.language.en.number_words import digits

CHAIN = r"(?<![\w'-])(?P<chain>[^\W_](?:-(?:[^\W_]|'))+)(?![\w'-])"
"""Letters as `letters_of` writes those of a word: "C-A-T"."""

_PIECE = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[^\w\s]|_")
_SIGNS = {
    "-": "hyphen",
    "'": "apostrophe",
    ".": "dot",
    "&": "and",
    "+": "plus",
    "@": "at",
    "/": "slash",
    "#": "hash",
    "_": "underscore",
}
_PAIR = 2


def letters_of(words: str) -> str:
    """The words letter by letter: "New York" is "N-E-W, Y-O-R-K"."""
    return ", ".join(_pieces(words.replace("\u2019", "'")))


def spoken_chain(chain: str) -> str | None:
    """How "L-E-T-T-E-R" is said: "l, e, double t, e, r"; None for what is no such chain."""
    letters = chain.split("-")
    if any(letter.islower() for letter in letters) or not any(map(str.isalpha, letters)):
        return None
    return ", ".join(_said(letters))


def _pieces(words: str) -> Iterator[str]:
    for piece in _PIECE.findall(words):
        if piece[0].isalnum():
            yield "-".join(map(_capital, piece))
        elif piece in _SIGNS:
            yield _SIGNS[piece]


def _capital(letter: str) -> str:
    capital = letter.upper()
    return capital if len(capital) == 1 else letter


def _said(letters: list[str]) -> Iterator[str]:
    for letter, run in groupby(letters):
        said = "apostrophe" if letter == "'" else letter.lower()
        said = digits(letter) if letter.isdecimal() and letter.isascii() else said
        alike = [said for _ in run]
        yield from [f"double {said}"] if len(alike) == _PAIR and letter.isalpha() else alike
