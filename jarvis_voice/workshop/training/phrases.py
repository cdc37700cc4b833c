"""Texts for the synthetic voices: the wake word, commands, and words that only resemble it.

Invariant: pure; no negative text holds the wake word or a word that sounds the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from jarvis_voice.workshop.training.pronunciation import Sounds, distance, lexicon, sounds_of

Role = Literal["word", "leading", "negative"]
"""A positive that ends with the word, one that goes on after it, or no positive."""

SAME = 0.75
"""Words nearer than this sound the same to many speakers: neither a positive nor a negative."""

SALAD = range(2, 10)
"""Sounds in a word drawn for a sentence that means nothing."""

_ENDINGS = ("", ".", "!", "?")


@dataclass(frozen=True, slots=True)
class Saying:
    """A text to say, with its role.

    Attributes:
        text: The words.
        role: What they are to the wake word.
        kind: Name of the sort of text, for reports.
    """

    text: str
    role: Role
    kind: str


def alone(phrases: Sequence[str]) -> list[Saying]:
    """The wake word by itself, in the moods punctuation gives."""
    return [
        Saying(phrase.capitalize() + ending, "word", "word")
        for phrase in phrases
        for ending in _ENDINGS
    ]


def in_one_breath(phrases: Sequence[str], commands: Sequence[str]) -> list[Saying]:
    """The wake word with a command right behind it."""
    return [
        Saying(f"{phrase.capitalize()}{comma} {command}", "leading", "one-breath")
        for command in commands
        for phrase in phrases
        for comma in (",", "")
    ]


def near_misses(word: str, count: int) -> list[str]:
    """The words of the lexicon that sound most like the wake word, nearest first."""
    target = sounds_of(word)
    ranked = sorted((_likeness(target, sounds), text) for text, sounds in lexicon().items())
    return without([text for unlike, text in ranked if unlike >= SAME], word)[:count]


def parts_of(word: str, count: int, rng: random.Random) -> list[str]:
    """Words that begin, or end, as the wake word does: alike for a moment, then another."""
    target = sounds_of(word)
    half = max(2, (len(target) + 1) // 2)
    begin = [w for w, s in lexicon().items() if s[:half] == target[:half]]
    end = [w for w, s in lexicon().items() if s[-half:] == target[-half:]]
    chosen = [w for w in begin + end if distance(lexicon()[w], target) >= SAME]
    chosen = without(chosen, word)
    return rng.sample(chosen, min(count, len(chosen)))


def word_salad(rng: random.Random, count: int, avoid: str) -> list[str]:
    """Sentences of five to ten words drawn from the lexicon: every sound beside every other."""
    target = sounds_of(avoid)
    words = [w for w, s in lexicon().items() if len(s) in SALAD and distance(s, target) >= SAME]
    return [
        " ".join(rng.sample(words, rng.randint(5, 10))).capitalize() + "." for _ in range(count)
    ]


def carried(words: Iterable[str], rng: random.Random) -> list[str]:
    """Each word alone or inside a short sentence, where people say it."""
    frames = ("{}.", "{}!", "{}?", "Hey {}.", "the {}", "I said {}.", "{} is here.", "Is it {}?")
    return [rng.choice(frames).format(word).capitalize() for word in words]


def split_in_two(near: Sequence[str], rng: random.Random, count: int) -> list[str]:
    """Pairs of near-misses: the end of one beside the begin of the next."""
    return [" ".join(rng.sample(near, 2)).capitalize() + "." for _ in range(count)]


def without(texts: Iterable[str], word: str) -> list[str]:
    """The texts that do not hold the wake word."""
    parts = [word.casefold(), *(one for one in word.casefold().split() if len(one) > 3)]  # noqa: PLR2004 -- "hey" is no wake word
    return [text for text in texts if not any(part in text.casefold() for part in parts)]


def _likeness(target: Sounds, sounds: Sounds) -> float:
    """The distance, smaller for words that end alike: rhymes are what people mishear."""
    unlike = distance(target, sounds)
    rhyme = 0.5 if sounds[-3:] == target[-3:] else 0.0
    return max(unlike - rhyme, min(unlike, SAME))
