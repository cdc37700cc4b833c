"""Trains the network of false reports, measures it on files it has not met, and writes it to disk.

Invariant: nothing is written before all of it is done.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.engines.reader.claim_network import CLAIM, MEANINGS
from jarvis_voice.workshop.reader.claim_lessons import claim_files, claim_lines
from jarvis_voice.workshop.reader.evidence_pairs import evidence_pairs
from jarvis_voice.workshop.reader.export import (
    ReaderFiles,
    reader_bytes,
    whole_numbers,
    write_reader,
)
from jarvis_voice.workshop.reader.fit import FitPlan, FittedReader, fit_reader

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from jarvis_voice.workshop.reader.base_weights import BaseWeights
    from jarvis_voice.workshop.reader.lessons import Lesson
    from jarvis_voice.workshop.training.clips import TrainingProgress

PLAN = FitPlan(n_layers=6, epochs=4, tag_weight=0.0, slips=0.0)
GOING_ON = FitPlan(n_layers=6, epochs=2, tag_weight=0.0, slips=0.0, body_rate=7e-5, head_rate=3e-4)
"""How a network is fitted, and how one that was fitted learns more."""

_PAIRS = 4_000
"""Sentences without evidence that are shown once more beside some."""

_REHEARSED = 3_000
"""Sentences without evidence that a network which goes on is shown again, so as not to forget."""

_SHOWN_AGAIN = {True: 2_000, False: 1_500}
"""Older sentences with evidence, and without, where only the newest files are new to it."""
_PAIRS_AGAIN = 800

_SLOTS = ("none",)
"""The network has no slots; the encoder's second head needs a name."""

_TEMPERATURE = 1.0


@dataclass(frozen=True, slots=True)
class ClaimFigures:
    """How well a network tells false reports from company.

    Attributes:
        n_claims: Sentences that report.
        n_fine: Sentences that do not.
        missed: The share of the first that it takes for company.
        taken: The share of the others that it takes for reports.
    """

    n_claims: int
    n_fine: int
    missed: float
    taken: float


@dataclass(frozen=True, slots=True)
class ClaimTraining:
    """What was made.

    Attributes:
        n_lessons: Sentences that it learned from.
        n_bytes: Size of the network.
        left_out: Figures by the file that a network had not met, each by another writer.
    """

    n_lessons: int
    n_bytes: int
    left_out: dict[str, ClaimFigures] = field(default_factory=dict)


def train_claims(
    start: BaseWeights | FittedReader,
    at: ReaderFiles,
    progress: TrainingProgress,
    *,
    leaves_out: bool = True,
    since: str = "",
    files: Sequence[Path] | None = None,
) -> ClaimTraining:
    """Train the network and write it.

    Args:
        start: The encoder to start from; or a trained network, which learns the lines with
            evidence and a part of the others.
        at: Where it is written.
        progress: Is told how far it is.
        leaves_out: Whether it is measured with each file left out, which takes a fit each.
        since: The first of the files that are new to a trained network, by its name without the
            ending; "" where all lines with evidence are learned.
        files: Instead of the shipped ones.

    Raises:
        ConfigError: A file with sentences is bad, or none has the name.
    """
    files = claim_files() if files is None else files
    if since and since not in {one.stem for one in files}:
        raise ConfigError("no-such-file", f"No file with sentences is called {since}.")
    goes_on = isinstance(start, FittedReader)
    plan = GOING_ON if goes_on else PLAN
    figures = {}
    for file in files if leaves_out else ():
        rest = chosen_lessons([one for one in files if one != file], goes_on=goes_on, since=since)
        fitted = _fitted(f"without {file.stem}", start, rest, plan, progress)
        figures[file.stem] = _figures(fitted, [line.lesson() for line in claim_lines([file])])
    lessons = chosen_lessons(files, goes_on=goes_on, since=since)
    fitted = _fitted("with all", start, lessons, plan, progress)
    model = whole_numbers(reader_bytes(fitted))
    made_of = {
        "lessons": len(lessons),
        "left_out": {name: asdict(one) for name, one in figures.items()},
    }
    write_reader(model, fitted, _TEMPERATURE, made_of, at)
    return ClaimTraining(len(lessons), len(model), figures)


def chosen_lessons(files: Sequence[Path], *, goes_on: bool, since: str) -> list[Lesson]:
    """What is learned: all lines, some of them beside evidence, too.

    Args:
        files: With lines.
        goes_on: Whether a trained network learns them: then the lines with evidence, and a part of
            the others.
        since: The first of the files that are new to it; of those before it a part.
    """
    lines = claim_lines(files)
    chance = random.Random(PLAN.seed)  # noqa: S311 -- an order, no secret
    if goes_on and since:
        numbers = {one: _number(one.stem) for one in files}
        learned = claim_lines([one for one in files if numbers[one] >= _number(since)])
        older = claim_lines([one for one in files if numbers[one] < _number(since)])
        for has_evidence, most in _SHOWN_AGAIN.items():
            known = [line for line in older if (line.evidence is not None) == has_evidence]
            learned += chance.sample(known, min(most, len(known)))
        return [line.lesson() for line in (*learned, *evidence_pairs(lines, _PAIRS_AGAIN))]
    learned = [*lines]
    if goes_on:
        alone = [line for line in lines if line.evidence is None]
        learned = [line for line in lines if line.evidence is not None]
        learned += chance.sample(alone, min(_REHEARSED, len(alone)))
    return [line.lesson() for line in (*learned, *evidence_pairs(lines, _PAIRS))]


def _number(stem: str) -> int:
    """The number at the end of a file's name."""
    return int(stem.rpartition("-")[2])


def _fitted(
    what: str,
    start: BaseWeights | FittedReader,
    lessons: Sequence[Lesson],
    plan: FitPlan,
    progress: TrainingProgress,
) -> FittedReader:
    progress.stage(what, plan.steps_for(len(lessons)))
    return fit_reader(start, lessons, MEANINGS, _SLOTS, plan, progress.step)


def _figures(fitted: FittedReader, lessons: Sequence[Lesson]) -> ClaimFigures:
    """How a network does on sentences that it has not met, at even odds."""
    logits: NDArray[np.float32] = fitted.logits_of([one.text for one in lessons])
    is_taken = logits.argmax(axis=1) == MEANINGS.index(CLAIM)
    is_claim = np.array([one.meaning == CLAIM for one in lessons])
    n_claims, n_fine = int(is_claim.sum()), int((~is_claim).sum())
    return ClaimFigures(
        n_claims,
        n_fine,
        float((is_claim & ~is_taken).sum() / max(1, n_claims)),
        float((~is_claim & is_taken).sum() / max(1, n_fine)),
    )
