"""Makes the list of words in config/words from the files of WordNet 3.0.

    python -m jarvis_voice.workshop.training.word_data WORDNET config/words

WORDNET is a folder that holds WordNet's `data.*`, `index.*`, `*.exc` and `cntlist.rev`.

Invariant: the same files give the same bytes; words stay in the order of their keys.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from jarvis_voice.language.en.word_forms import bases_of, word_key
from jarvis_voice.tools.words.word_list import APART, PARTS, POINTS, write_list
from jarvis_voice.workshop.training.wordnet import (
    ANTONYM,
    SIMILAR,
    Sense,
    Synset,
    WordNet,
    read_wordnet,
)

MOST_SENSES = 2
"""Meanings of a word, the commonest first; each further part of speech gets its first."""

MOST_LIKE = 5
"""Synonyms of a word."""

MOST_OPPOSITES = 3

SENSES_FOR_SYNONYMS = 2
"""Meanings whose words come first; those of rarer ones count where there is no other."""


MUCH_RARER = 5
"""A word that a verb's form is so many times commoner than is told as the form."""

_FORM_ENDINGS = ("ing", "ed")


def make_list(wordnet: Path, target: Path) -> None:
    """Write the list of words.

    Args:
        wordnet: A folder with WordNet's files.
        target: The folder that the list goes to.

    Raises:
        OSError: A file cannot be read or written.
        ValueError, IndexError, KeyError: A file is not as WordNet's are.
    """
    net = read_wordnet(wordnet)
    told = {key: _told(own) for key, own in net.senses.items() if not _is_rather_a_form(key, net)}
    holders = _holders(told, net)
    keys = sorted({*net.senses, *net.bases})
    write_list(
        target,
        (
            [*_words(key, net), *(_meaning(key, one, holders, net) for one in told.get(key, []))]
            for key in keys
        ),
    )


def _is_rather_a_form(key: str, net: WordNet) -> bool:
    """Whether a word is mostly a form of a verb: "running", but not "building"."""
    if not key.endswith(_FORM_ENDINGS):
        return False
    bases = [base.partition(":")[2] for base in net.bases.get(key, []) if base.startswith("v")]
    bases += [base.key for base in bases_of(key) if base.part == "v"]
    counts = [
        sum(one.count for one in net.senses.get(base, []) if one.part == "v") for base in bases
    ]
    own = sum(one.count for one in net.senses[key])
    return max(counts, default=0) > MUCH_RARER * own


def _told(own: list[Sense]) -> list[Sense]:
    """The meanings that are told of a word."""
    told = own[:MOST_SENSES]
    for part in PARTS:
        if part not in {one.part for one in told}:
            told += [one for one in own if one.part == part][:1]
    return told


def _holders(told: Mapping[str, list[Sense]], net: WordNet) -> dict[str, str]:
    """The one word of each synset that has its text, as "car/1"; the others point at it."""
    holders: dict[str, str] = {}
    for name in net.synsets:
        for key in map(word_key, net.synsets[name].kept()):
            places = [n for n, one in enumerate(told.get(key, [])) if one.synset == name]
            if places:
                holders[name] = f"{key}/{places[0]}"
                break
    return holders


def _meaning(key: str, sense: Sense, holders: Mapping[str, str], net: WordNet) -> str:
    holder = holders[sense.synset]
    if holder.rpartition("/")[0] == key:
        return f"{sense.part}:{net.synsets[sense.synset].gloss}"
    return f"{sense.part}{POINTS}{holder}"


def _words(key: str, net: WordNet) -> Iterator[str]:
    """The columns of a word in front of its meanings, as `WordList` reads them."""
    own = net.senses.get(key, [])
    written = [word for sense in own[:1] for word in net.synsets[sense.synset].words]
    yield key
    yield next((word for word in written if word_key(word) == key and word != key), "")
    yield APART.join(islice(dict.fromkeys(_like(key, own, net)), MOST_LIKE))
    yield APART.join(islice(dict.fromkeys(_opposites(key, own, net)), MOST_OPPOSITES))
    yield APART.join(net.bases.get(key, []))


def _like(key: str, own: list[Sense], net: WordNet) -> Iterator[str]:
    """Words of the same meanings, then those that are similar to the first."""
    each = [one.synset for one in own]
    similar = [target for name in each[:1] for target in _similar(net.synsets[name])]
    common, rare = each[:SENSES_FOR_SYNONYMS], each[SENSES_FOR_SYNONYMS:]
    same = [word for name in common for word in net.words_of(name)]
    found = [word for word in (*same, *net.words_of(*similar)) if word_key(word) != key]
    yield from found or (word for word in net.words_of(*rare) if word_key(word) != key)


def _similar(synset: Synset) -> Iterator[str]:
    return (one.synset for one in synset.pointers if one.symbol == SIMILAR)


def _opposites(key: str, own: list[Sense], net: WordNet) -> Iterator[str]:
    """The word's own opposites, then those of the adjectives that it is similar to."""
    ours = [net.synsets[one.synset] for one in own]
    for synset in ours:
        number = next(n for n, word in enumerate(synset.words, start=1) if word_key(word) == key)
        yield from _against(synset, net, frozenset({0, number}))
    for name in (target for synset in ours[:1] for target in _similar(synset)):
        yield from _against(net.synsets[name], net, frozenset())


def _against(synset: Synset, net: WordNet, numbers: frozenset[int]) -> Iterator[str]:
    """What words of a synset are the opposite of; no numbers are all words."""
    for one in synset.pointers:
        if one.symbol == ANTONYM and (one.source in numbers or not numbers):
            other = net.synsets[one.synset]
            if not other.is_slur(one.target):
                yield other.words[one.target - 1]


if __name__ == "__main__":
    make_list(Path(sys.argv[1]), Path(sys.argv[2]))
