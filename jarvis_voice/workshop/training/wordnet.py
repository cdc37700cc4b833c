"""Reads the files of WordNet 3.0 into synsets and the senses of words.

Invariant: what offends, and what has its name in Latin or is a single person or place, is left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.language.en.word_forms import word_key
from jarvis_voice.tools.words.word_list import PARTS

LONGEST_MEANING = 120
"""Characters of a definition; a longer one ends after one of its parts, where it has some."""

SHORTEST_MEANING = 25

INSTANCE, USED_AS, ANTONYM, SIMILAR = "@i", ";u", "!", "&"
"""Signs of what one synset says of another."""

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
"""WordNet's names of the parts of speech."""

_KINDS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
"""The parts of speech in the keys of senses; 5 is a satellite adjective."""

_SLURS = frozenset({"n06718862", "n07124340"})
"""The synsets "ethnic slur" and "obscenity"."""

_LIVING = frozenset({"05", "20"})
"""WordNet's files of animals and of plants, which have names in Latin."""

_GROUP = re.compile(r"(?:genus|family|order|class|phylum|division|tribe|kingdom|su[bp]\w+) [A-Z]")
"""A group of animals or of plants, with its name in Latin."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """What one synset says of another.

    Attributes:
        source: Number of the word that it is about; 0 is all of them.
        target: Number of the word that it points at; 0 is all of them.
    """

    symbol: str
    synset: str
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Synset:
    """Words of one meaning.

    Attributes:
        file: The number of the writers' file that it is from.
    """

    file: str
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]
    gloss: str

    @property
    def is_left_out(self) -> bool:
        """Whether it is one person or place, or a group with its name in Latin."""
        if self.file in _LIVING and any(_GROUP.match(word) for word in self.words):
            return True
        return any(one.symbol == INSTANCE for one in self.pointers)

    def kept(self) -> Iterator[str]:
        """The words in English that do not offend."""
        for number, word in enumerate(self.words, start=1):
            if not (self.is_left_out or self.is_slur(number) or self._is_latin(word)):
                yield word

    def is_slur(self, number: int) -> bool:
        """Whether the word of that number offends."""
        return any(
            one.symbol == USED_AS and one.synset in _SLURS and one.source in {0, number}
            for one in self.pointers
        )

    def _is_latin(self, word: str) -> bool:
        """Whether a word is the name in Latin of what has another name."""
        is_name = self.file in _LIVING and not word[:1].islower()
        return is_name and any(one[:1].islower() for one in self.words)


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of one word.

    Attributes:
        count: How often it was met in WordNet's texts.
        number: Its rank among the meanings of that part of speech, from 1.
        synset: The name of its synset: part of speech and place in the file.
    """

    count: int
    number: int
    part: str
    synset: str


@dataclass(frozen=True, slots=True)
class WordNet:
    """All of it.

    Attributes:
        synsets: By name.
        senses: Of each word by its key, the commonest first.
        bases: What irregular forms are forms of: "ran" of "v:run".
    """

    synsets: Mapping[str, Synset]
    senses: Mapping[str, list[Sense]]
    bases: Mapping[str, list[str]]

    def words_of(self, *names: str) -> list[str]:
        """The words of some synsets that are kept, the commonest first."""
        words = [(word, name) for name in names for word in self.synsets[name].kept()]
        return [word for word, _ in sorted(words, key=lambda each: -self._count(*each))]

    def _count(self, word: str, name: str) -> int:
        senses = self.senses[word_key(word)]
        return next((one.count for one in senses if one.synset == name), 0)


def read_wordnet(folder: Path) -> WordNet:
    """Read all of it.

    Args:
        folder: Where `data.*`, `index.*`, `*.exc` and `cntlist.rev` are.

    Raises:
        OSError: A file cannot be read.
        ValueError, IndexError, KeyError: A file is not as WordNet's are.
    """
    synsets = {
        f"{part}{place}": synset
        for part, name in _FILES.items()
        for place, synset in _synsets(folder / f"data.{name}")
    }
    senses = _senses(folder, synsets)
    return WordNet(synsets, senses, _bases(folder, senses.keys()))


def _lines(file: Path) -> Iterator[str]:
    """The lines of a file without the licence in front, which is indented."""
    with file.open(encoding="ascii") as lines:
        yield from (line.rstrip() for line in lines if not line.startswith(" "))


def _synsets(file: Path) -> Iterator[tuple[str, Synset]]:
    for line in _lines(file):
        facts, _, gloss = line.partition(" | ")
        place, writers, _, n_words, *rest = facts.split()
        ends = 2 * int(n_words, 16)
        words = tuple(word.partition("(")[0].replace("_", " ") for word in rest[:ends:2])
        links = rest[ends + 1 : ends + 1 + 4 * int(rest[ends])]
        each = zip(links[::4], links[1::4], links[2::4], links[3::4], strict=True)
        pointers = tuple(
            Pointer(symbol, part.replace("s", "a") + at, int(between[:2], 16), int(between[2:], 16))
            for symbol, at, part, between in each
        )
        yield place, Synset(writers, words, pointers, _definition(gloss))


def _definition(gloss: str) -> str:
    """A gloss without its examples: "deep red; "a red rose"" is "deep red"."""
    whole = gloss.partition('; "')[0].partition(';"')[0].strip(" ;").replace("`", "'")
    if len(whole) <= LONGEST_MEANING:
        return whole
    shorter = whole[:LONGEST_MEANING].rpartition(";")[0].strip()
    return shorter if len(shorter) >= SHORTEST_MEANING else whole


def _senses(folder: Path, synsets: Mapping[str, Synset]) -> dict[str, list[Sense]]:
    counts = _counts(folder)
    found: dict[str, list[Sense]] = defaultdict(list)
    for part, name in _FILES.items():
        for line in _lines(folder / f"index.{name}"):
            lemma, _, n_senses, *fields = line.split()
            key = word_key(lemma.replace("_", " "))
            for number, place in enumerate(fields[-int(n_senses) :], start=1):
                if key in map(word_key, synsets[part + place].kept()):
                    count = counts.get((lemma, part, number), 0)
                    found[key].append(Sense(count, number, part, part + place))
    for senses in found.values():
        senses.sort(key=lambda one: (-one.count, one.number, PARTS.index(one.part)))
    return dict(found)


def _counts(folder: Path) -> dict[tuple[str, str, int], int]:
    counts = {}
    for line in _lines(folder / "cntlist.rev"):
        key, number, count = line.split()
        lemma, _, kind = key.partition("%")
        counts[lemma, _KINDS[kind[0]], int(number)] = int(count)
    return counts


def _bases(folder: Path, known: Iterable[str]) -> dict[str, list[str]]:
    words = frozenset(known)
    found: dict[str, list[str]] = defaultdict(list)
    for part, name in _FILES.items():
        for line in _lines(folder / f"{name}.exc"):
            form, *lemmas = (word_key(word.replace("_", " ")) for word in line.split())
            found[form] += [f"{part}:{one}" for one in lemmas if one in words and one != form]
    return {form: bases for form, bases in found.items() if bases}
