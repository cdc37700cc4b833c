"""Looks words up in the shipped list of config/words.

Invariant: the list is never in memory: a look-up reads the index and unpacks one block of it.
"""

from __future__ import annotations

import gzip
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.language.en.word_forms import WordForm, bases_of, word_key

WORDS = "config/words"
BLOCKS = "words.tsv.gz"
INDEX = "words.index.tsv"
OWN_WORDS = "own_words.tsv"

PARTS = "nvar"
"""Noun, verb, adjective, adverb: in the order in which equally common meanings are told."""

APART = ";"
"""Between words of one column."""

POINTS = ">"
"""In place of the colon behind the part of speech: the text stands at another word."""

FIRST_MEANING = 5
"""The column of it."""

GZIP = 31
"""How zlib is told that a block is a member of a gzip file."""

BLOCK_CHARACTERS = 64_000
"""Of one packed block: what a look-up unpacks, in less than a millisecond."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning of a word.

    Attributes:
        part: "n", "v", "a" or "r"; of our own words also "c" (conjunction), "p" (preposition), "o"
            (pronoun), "d" (determiner), "x" (auxiliary verb) or "b" (abbreviation).
    """

    part: str
    text: str


@dataclass(frozen=True, slots=True)
class WordEntry:
    """What the list says of a word.

    Attributes:
        word: As it is written, with its capitals.
        bases: What it is an irregular form of.
    """

    word: str
    synonyms: tuple[str, ...]
    antonyms: tuple[str, ...]
    bases: tuple[WordForm, ...]
    meanings: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A word that was looked up.

    Attributes:
        form: The word that was asked for, where it is a form of the one that was found; else "".
    """

    entry: WordEntry
    form: str = ""


def write_list(folder: Path, lines: Iterable[Sequence[str]]) -> None:
    """Write a list of words.

    Args:
        folder: Where to.
        lines: The columns of each word, the key first, in the order of the keys.

    Raises:
        OSError: It cannot be written.
    """
    index: list[str] = []
    with (folder / BLOCKS).open("wb") as file:
        for block in _blocks(lines):
            packed = gzip.compress("".join(block).encode(), mtime=0)
            index.append(f"{block[0].partition(chr(9))[0]}\t{file.tell()}\t{len(packed)}\n")
            file.write(packed)
    (folder / INDEX).write_text("".join(index), encoding="utf-8", newline="\n")


def _blocks(lines: Iterable[Sequence[str]]) -> Iterator[list[str]]:
    block: list[str] = []
    size = 0
    for columns in lines:
        block.append("\t".join(columns) + "\n")
        size += len(block[-1])
        if size >= BLOCK_CHARACTERS:
            yield block
            block, size = [], 0
    if block:
        yield block


class WordList:
    """The list of one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """Take the folder; None is where the list ships. Nothing is read yet."""
        self._folder = shipped(WORDS) if folder is None else folder

    def find(self, word: str) -> FoundWord | None:
        """A word, or the one that it is a form of; None where neither is there.

        A form that is a word of its own, such as "building", is that word.

        Raises:
            OSError, EOFError, ValueError, LookupError, zlib.error: The list is missing or damaged.
        """
        key = word_key(word)
        entry = self._entry(key)
        if entry and entry.meanings:
            return FoundWord(entry)
        for base in (*(entry.bases if entry else ()), *bases_of(key)):
            found = self._entry(base.key)
            meanings = [one for one in found.meanings if one.part == base.part] if found else []
            if found and meanings:
                return FoundWord(replace(found, meanings=tuple(meanings)), word)
        return None

    def _entry(self, key: str) -> WordEntry | None:
        listed, own = self._listed(key), self._own(key)
        if own is None:
            return listed
        # a noun of the same letters is mostly an abbreviation: "in" of "inch"
        if listed is None or not listed.meanings or listed.meanings[0].part == "n":
            return own
        return replace(listed, word=own.word, meanings=(*own.meanings, *listed.meanings))

    def _own(self, key: str) -> WordEntry | None:
        """What we ourselves say of a word: of "although", or of "selfie"."""
        rows = [line.split("\t") for line in _text(self._folder / OWN_WORDS).splitlines()]
        for word, part, text in rows:
            if word_key(word) == key:
                return WordEntry(word, (), (), (), (Meaning(part, text),))
        return None

    def _listed(self, key: str) -> WordEntry | None:
        columns = self._columns(key)
        if columns is None:
            return None
        _, shown, synonyms, antonyms, bases, *meanings = columns
        return WordEntry(
            shown or key,
            tuple(filter(None, synonyms.split(APART))),
            tuple(filter(None, antonyms.split(APART))),
            tuple(WordForm(*base.split(":", 1)) for base in bases.split(APART) if base),
            tuple(map(self._meaning, meanings)),
        )

    def _meaning(self, column: str) -> Meaning:
        """A meaning, whose text may stand at another word: "n>car/0"."""
        part, sign, text = column[:1], column[1:2], column[2:]
        if sign == POINTS:
            holder, _, number = text.rpartition("/")
            columns = self._columns(holder) or []
            text = columns[FIRST_MEANING + int(number)][2:]
        return Meaning(part, text)

    def _columns(self, key: str) -> list[str] | None:
        rows = [line.split("\t") for line in _text(self._folder / INDEX).splitlines()]
        if not rows:
            raise ValueError(f"{INDEX} is empty")
        at = bisect_right(rows, key, key=lambda row: row[0]) - 1
        if at < 0:
            return None
        _, start, size = rows[at]
        with (self._folder / BLOCKS).open("rb") as file:
            file.seek(int(start))
            block = zlib.decompress(file.read(int(size)), wbits=GZIP).decode()
        beginning = f"{key}\t"
        line = next((one for one in block.splitlines() if one.startswith(beginning)), None)
        return line.split("\t") if line else None


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
