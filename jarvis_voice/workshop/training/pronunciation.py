"""Finds the sounds of words in the lexicon of hibari-tts (extra [train]).

Invariant: a word's sounds are a tuple of phonemes without stress; nothing is spoken here.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

STRESS = "ˈˌː"
VOWELS = frozenset("aeiouæɑɒɔəɛɜɪʊʌᵊAIOQWYᵻɚɝ")
"""Signs of vowels and diphthongs in the lexicon's alphabet."""

_LIKE = (
    "pb",
    "td",
    "kɡ",
    "fv",
    "sz",
    "ʃʒ",
    "ʧʤ",
    "θð",
    "mn",
    "nŋ",
    "ɹl",
    "ɾt",
    "ɾd",
    "ʤʒ",
    "ʧʃ",
    "zʒ",
)
"""Pairs of consonants that differ in one feature."""

Sounds = tuple[str, ...]


def to_sounds(phonemes: str) -> Sounds:
    """Phonemes of a lexicon's entry, one sign each, without stress and spaces."""
    signs = phonemes.replace("T", "ɾ")  # the flap has two signs there
    return tuple(sign for sign in signs if sign not in STRESS and sign.isalpha())


@cache
def lexicon() -> dict[str, Sounds]:
    """Common English words in lower case and their sounds, American."""
    import hibari

    path = Path(hibari.__file__).parent / "assets" / "lexicon_us_gold.json.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        entries: dict[str, str | dict[str, str | None] | None] = json.load(file)
    found: dict[str, Sounds] = {}
    for word, entry in entries.items():
        spoken = entry.get("DEFAULT") if isinstance(entry, dict) else entry
        if spoken and word.isascii() and word.isalpha() and word.islower():
            found[word] = to_sounds(spoken)
    return found


@cache
def sounds_of(text: str) -> Sounds:
    """The sounds of a word or phrase, also of one that is in no lexicon."""
    from hibari.g2p import G2P

    return to_sounds(str(G2P(british=False)(text)))


def distance(one: Sounds, other: Sounds) -> float:
    """How unlike two words sound: 0 is the same, 1 a sound added, dropped or changed."""
    row = [float(at) for at in range(len(other) + 1)]
    for line, sign in enumerate(one, 1):
        before, row = row, [float(line)]
        for at, against in enumerate(other, 1):
            changed = before[at - 1] + _change(sign, against)
            row.append(min(changed, before[at] + 1.0, row[at - 1] + 1.0))
    return row[-1]


@cache
def _change(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if one in VOWELS and other in VOWELS:
        return 0.5
    return 0.5 if any(one in pair and other in pair for pair in _LIKE) else 1.0
