"""Cuts a sentence into word pieces (WordPiece), as the network was trained on them. Pure.

Source: the uncased vocabulary of BERT (Devlin and others, 2018), of which the network keeps a part.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

PAD, UNKNOWN, BEGIN, END = "[PAD]", "[UNK]", "[CLS]", "[SEP]"
SPECIAL = (PAD, UNKNOWN, BEGIN, END)
CONTINUED = "##"

LONGEST = 64
"""Pieces of a sentence that are read, with both ends; what is behind them is not seen."""

LONGEST_WORD = 60
"""Characters; a longer word is unknown."""

_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence, with its place in it: `text[begin:end]`."""

    text: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A sentence as the network takes it.

    Attributes:
        ids: Numbers of the pieces, with begin and end.
        firsts: For each of `words`, where its first piece is in `ids`.
        words: The words that are seen, in order.
    """

    ids: tuple[int, ...]
    firsts: tuple[int, ...]
    words: tuple[Word, ...]


class WordPieces:
    """A vocabulary, and how a sentence is cut by it."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        """Take the pieces in the order of their numbers; the special ones come first."""
        self._numbers: Mapping[str, int] = {piece: n for n, piece in enumerate(vocabulary)}
        self._unknown = self._numbers[UNKNOWN]

    def cut(self, text: str) -> PieceRow:
        """The pieces of a sentence, at most `LONGEST`."""
        ids, firsts, words = [self._numbers[BEGIN]], [], []
        for word in words_of(text):
            pieces = self.pieces_of(word.text)
            if len(ids) + len(pieces) >= LONGEST:
                break
            firsts.append(len(ids))
            words.append(word)
            ids += pieces
        ids.append(self._numbers[END])
        return PieceRow(tuple(ids), tuple(firsts), tuple(words))

    def pieces_of(self, word: str) -> list[int]:
        """The pieces of one word: the longest known beginning each time; else "unknown"."""
        line = plain(word)
        if not line or len(line) > LONGEST_WORD:
            return [self._unknown]
        found: list[int] = []
        begin = 0
        while begin < len(line):
            for end in range(len(line), begin, -1):
                piece = line[begin:end] if begin == 0 else CONTINUED + line[begin:end]
                if piece in self._numbers:
                    found.append(self._numbers[piece])
                    begin = end
                    break
            else:
                return [self._unknown]
        return found


def words_of(text: str) -> list[Word]:
    """Words and signs of a sentence, each sign by itself."""
    return [Word(one[0], *one.span()) for one in _WORD.finditer(text)]


def plain(word: str) -> str:
    """A word in small letters without accents."""
    parts = unicodedata.normalize("NFD", word.lower())
    return "".join(one for one in parts if unicodedata.category(one) != "Mn")
