"""Settings of a training run: what to train and how much of everything; full or quick.

Invariant: two equal orders on one machine give the same head, but for Piper's own chance.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from jarvis_voice.workshop.training.fit import Plan
from jarvis_voice.workshop.training.spoken_clips import Sizes


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """What to train, and with how much data.

    Attributes:
        word: As it is written in the settings: "jarvis".
        phrases: What may be said: "jarvis", "hey jarvis".
        models: Folder with openWakeWord's networks and Piper's voices.
        work: Folder for what is kept between runs.
        recordings: Folder with positive/ and negative/, or None.
        negatives: Folders of sound without the word.
        noises: Folders of sound to mix with.
        talk: Folders of recorded people talking, to mix with beside the synthetic voices.
        whisper: Folder of the model that speech to text hears with, which the second stage will
            ask about the word; None: it asks as much of it as of "jarvis".
        rooms: How many rooms to simulate.
        real_scenes: Scenes made of each recording of the word.
        spoken_scenes: Scenes made of each clip of a synthetic voice.
        distorted: Share of the negatives heard a second time, distorted.
        sizes: How much the voices speak.
        plan: How long to fit.
        folds: Parts in which speakers and kinds are held out in turn.
    """

    word: str
    phrases: tuple[str, ...]
    models: Path
    work: Path
    recordings: Path | None = None
    negatives: tuple[Path, ...] = ()
    noises: tuple[Path, ...] = ()
    talk: tuple[Path, ...] = ()
    whisper: Path | None = None
    rooms: int = 120
    real_scenes: int = 40
    spoken_scenes: int = 2
    distorted: float = 0.5
    sizes: Sizes = field(default_factory=Sizes)
    plan: Plan = field(default_factory=Plan)
    folds: int = 4


def full_order(
    word: str, phrases: tuple[str, ...], models: Path, work: Path, seed: int
) -> TrainingSettings:
    """Minutes on a CPU: a head to live with."""
    return TrainingSettings(word, phrases, models, work, plan=Plan(seed=seed))


def quick_order(
    word: str, phrases: tuple[str, ...], models: Path, work: Path, seed: int
) -> TrainingSettings:
    """As fast as makes sense: to try a word."""
    return TrainingSettings(
        word, phrases, models, work,
        rooms=24, real_scenes=12, spoken_scenes=2, distorted=0.3, folds=2,
        sizes=Sizes(alone=240, one_breath=80, near=240, talk=160, foreign=80),
        plan=Plan(steps=400, members=1, rounds=3, seed=seed),
    )  # fmt: skip
