"""Training clips, spoken by a synthetic voice or recorded, with their role for the wake word.

Invariant: where a clip is a positive, the word lies inside [begin, end).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from jarvis_voice.workshop.training.pcm import spoken_span, to_int16
from jarvis_voice.workshop.training.phrases import Role, Saying
from jarvis_voice.workshop.training.voices import Manner, SyntheticVoice

if TYPE_CHECKING:
    import random

    import numpy as np
    from numpy.typing import NDArray

LONGEST_WORD_SECONDS = 1.6
"""A "word" that takes longer was not said as one: the voice stumbled."""

SHORTEST_WORD_SECONDS = 0.18


class TrainingProgress(Protocol):
    """Receives the progress of a training run; the command line draws it."""

    def stage(self, name: str, steps: int) -> None:
        """A part of the work of so many steps begins; the one before has ended."""

    def step(self, count: int = 1) -> None:
        """So many more steps of it are done."""

    def say(self, line: str) -> None:
        """A line the user may want to read."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A piece of sound, with its role for the wake word.

    Attributes:
        pcm: int16, shape (n_samples,), 16 000 Hz.
        role: What it is to the wake word.
        kind: Its sort, such as "near-miss" or "precise": held out as one.
        group: Its speaker: a voice's family, or a group of recordings.
        begin: Sample at which the (loudest) speech begins.
        end: Sample at which it ends.
        is_real: Whether a person was recorded.
    """

    pcm: NDArray[np.int16]
    role: Role
    kind: str
    group: str
    begin: int
    end: int
    is_real: bool = False


def speak_all(
    voices: Sequence[SyntheticVoice],
    sayings: Sequence[Saying],
    count: int,
    rng: random.Random,
    progress: TrainingProgress,
) -> list[Clip]:
    """So many sayings, each by a voice and in a manner drawn at random; sayings come in turn.

    A voice that fails, or says next to nothing, leaves its clip out.
    """
    if not voices or not sayings or not count:
        return []
    chosen = rng.choices(voices, [voice.share for voice in voices], k=count)
    texts = [sayings[at % len(sayings)] for at in rng.sample(range(count), count)]
    tasks = [(voice, text, _manner(rng)) for voice, text in zip(chosen, texts, strict=True)]
    progress.stage(f"speaking: {sayings[0].kind}", count)
    return [clip for clip in _spoken(tasks, progress.step) if clip is not None]


def _manner(rng: random.Random) -> Manner:
    return Manner(
        rng.choice((0.75, 0.85, 0.93, 1.0, 1.0, 1.1, 1.25, 1.45)), rng.random(), rng.random()
    )


def _spoken(
    tasks: Iterable[tuple[SyntheticVoice, Saying, Manner]], step: Callable[[], None]
) -> Iterator[Clip | None]:
    """In order; two at a time, since most voices are programs of their own."""
    with ThreadPoolExecutor(2, thread_name_prefix="voice") as pool:
        for clip in pool.map(lambda task: _one(*task), tasks):
            step()
            yield clip


def _one(voice: SyntheticVoice, saying: Saying, manner: Manner) -> Clip | None:
    pcm = voice.speak(saying.text, manner)
    begin, end = spoken_span(pcm)
    seconds = (end - begin) / 16_000
    if not end or (
        saying.role == "word" and not SHORTEST_WORD_SECONDS < seconds < LONGEST_WORD_SECONDS
    ):
        return None
    loudest = float(abs(pcm).max())
    return Clip(to_int16(pcm * (0.7 / loudest)), saying.role, saying.kind, voice.family, begin, end)
