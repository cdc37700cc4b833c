"""Lets the synthetic voices speak all clips for one wake word.

Invariant: what is said depends on the word, the sizes and the seed alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from jarvis_voice.workshop.training import phrases as say
from jarvis_voice.workshop.training.clips import Clip, TrainingProgress, speak_all
from jarvis_voice.workshop.training.phrases import Saying
from jarvis_voice.workshop.training.voices import SyntheticVoice
from jarvis_voice.workshop.training.word_lists import shipped_lines


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many clips of each sort the voices speak.

    Attributes:
        alone: The wake word by itself.
        one_breath: The wake word with a command behind it.
        near: Words that sound like it, and sentences with them.
        talk: Sentences and commands without it.
        foreign: Sentences read by voices of other languages.
    """

    alone: int = 1_600
    one_breath: int = 700
    near: int = 1_500
    talk: int = 900
    foreign: int = 400


def speak_word(
    phrases: Sequence[str],
    voices: Sequence[SyntheticVoice],
    sizes: Sizes,
    seed: int,
    progress: TrainingProgress,
) -> list[Clip]:
    """Positives: the word in its phrases, alone and before commands."""
    rng = random.Random(seed)  # noqa: S311 -- variety, no secret
    commands = shipped_lines("commands.txt")
    alone, breath = say.alone(phrases), say.in_one_breath(phrases, commands)
    return [
        *speak_all(voices, alone, sizes.alone, rng, progress),
        *speak_all(voices, breath, sizes.one_breath, rng, progress),
    ]


def speak_others(
    word: str, voices: Sequence[SyntheticVoice], sizes: Sizes, seed: int, progress: TrainingProgress
) -> list[Clip]:
    """Negatives: near-misses of the word, and talk in which it does not occur."""
    rng = random.Random(seed + 1)  # noqa: S311 -- variety, no secret
    return [
        *speak_all(voices, near_sayings(word, rng), sizes.near, rng, progress),
        *speak_all(voices, talk_sayings(word, rng, sizes.talk // 2), sizes.talk, rng, progress),
    ]


def speak_foreign(
    word: str, voices: Sequence[SyntheticVoice], count: int, seed: int, progress: TrainingProgress
) -> list[Clip]:
    """Negatives: words drawn at random, read as another language would."""
    rng = random.Random(seed + 2)  # noqa: S311 -- variety, no secret
    texts = say.word_salad(rng, count, word)
    sayings = [Saying(text, "negative", "read-foreign") for text in texts]
    return speak_all(voices, sayings, count, rng, progress)


def near_sayings(word: str, rng: random.Random) -> list[Saying]:
    """The nearest words over and over, farther ones once, and parts of the word."""
    near = [one for part in word.split() for one in say.near_misses(part, 220)]
    parts = [one for part in word.split() for one in say.parts_of(part, 60, rng)]
    texts = say.carried(near[:60] * 3 + near[60:] + parts, rng)
    texts += say.split_in_two(near, rng, 100)
    rng.shuffle(texts)
    return [Saying(text, "negative", "near-miss") for text in texts]


def talk_sayings(word: str, rng: random.Random, salad: int) -> list[Saying]:
    """Commands, plain sentences and sentences of words drawn at random."""
    texts = shipped_lines("commands.txt") + shipped_lines("sentences.txt") * 2
    texts = say.without(texts, word) + say.word_salad(rng, salad, word)
    rng.shuffle(texts)
    return [Saying(text, "negative", "talk") for text in texts]
