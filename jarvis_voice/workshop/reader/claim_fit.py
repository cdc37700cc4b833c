"""Trains the network of false reports, measures it on files it has not met, and writes it to disk.

Invariant: nothing is written before all of it is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.engines.reader.claim_network import CLAIM, MEANINGS
from jarvis_voice.workshop.reader.claim_lessons import claim_files, claim_lessons
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
    base: BaseWeights,
    at: ReaderFiles,
    progress: TrainingProgress,
    *,
    leaves_out: bool = True,
    plan: FitPlan = PLAN,
    files: Sequence[Path] | None = None,
) -> ClaimTraining:
    """Train the network and write it.

    Args:
        base: The encoder to start from.
        at: Where it is written.
        progress: Is told how far it is.
        leaves_out: Whether it is measured with each file left out, which takes a fit each.
        plan: How each network is fitted.
        files: Instead of the shipped ones.

    Raises:
        ConfigError: A file with sentences is bad.
    """
    files = claim_files() if files is None else files
    figures = {}
    for file in files if leaves_out else ():
        rest = claim_lessons([one for one in files if one != file])
        fitted = _fitted(f"without {file.stem}", base, rest, plan, progress)
        figures[file.stem] = _figures(fitted, claim_lessons([file]))
    lessons = claim_lessons(files)
    fitted = _fitted("with all", base, lessons, plan, progress)
    model = whole_numbers(reader_bytes(fitted))
    made_of = {
        "lessons": len(lessons),
        "left_out": {name: asdict(one) for name, one in figures.items()},
    }
    write_reader(model, fitted, _TEMPERATURE, made_of, at)
    return ClaimTraining(len(lessons), len(model), figures)


def _fitted(
    what: str,
    base: BaseWeights,
    lessons: Sequence[Lesson],
    plan: FitPlan,
    progress: TrainingProgress,
) -> FittedReader:
    progress.stage(what, plan.steps_for(len(lessons)))
    return fit_reader(base, lessons, MEANINGS, _SLOTS, plan, progress.step)


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
