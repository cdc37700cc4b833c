"""Trains a head, tests it on held-out sound and writes it to disk.

Invariant: the threshold comes from held-out sound; nothing is written before all of it is done.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from jarvis_voice.engines.wake.heads import EMBEDDING_SHA256
from jarvis_voice.workshop.training.clips import TrainingProgress
from jarvis_voice.workshop.training.export import head_bytes, write_head
from jarvis_voice.workshop.training.fit import ALIKE, Plan
from jarvis_voice.workshop.training.folds import FoldResult, fit_without, hold_out
from jarvis_voice.workshop.training.operating_point import (
    GREY_FROM,
    GREY_FROM_OF_VOICES,
    THRESHOLD,
    Calibration,
    Rate,
    Share,
    alarms,
    best_threshold,
    calibrated,
    misses,
)
from jarvis_voice.workshop.training.recipe import Material, gather
from jarvis_voice.workshop.training.settings import TrainingSettings


@dataclass(frozen=True, slots=True)
class TrainedFigures:
    """Misses and false accepts of a head on held-out sound, at its threshold.

    Attributes:
        clean: Words missed, recorded as they are.
        noisy: Words missed at 10 dB of noise.
        alarms: False accepts, by kind of sound.
        threshold: Mean logit it fires at.
        calibration: Turns the mean logit into the score.
    """

    clean: Share
    noisy: Share
    alarms: dict[str, Rate]
    threshold: float
    calibration: Calibration

    @property
    def usual_alarms(self) -> Rate:
        """False accepts in all sound but what was made to resemble the word."""
        return self._sum(alike=False)

    @property
    def alike_alarms(self) -> Rate:
        """False accepts in what was made to resemble the word."""
        return self._sum(alike=True)

    def _sum(self, *, alike: bool) -> Rate:
        rates = [rate for kind, rate in self.alarms.items() if kind.startswith(ALIKE) is alike]
        return Rate(sum(one.count for one in rates), sum(one.hours for one in rates))


@dataclass(frozen=True, slots=True)
class TrainedHead:
    """A head on disk.

    Attributes:
        description: Its .json; the .onnx lies beside it.
        found: What it does on what was held out.
        is_of_people: Whether that was measured on recordings of people, or on synthetic voices.
    """

    description: Path
    found: TrainedFigures
    is_of_people: bool


def make_head(order: TrainingSettings, folder: Path, progress: TrainingProgress) -> TrainedHead:
    """Train and write a head; the folder's other files are left as they are."""
    material = gather(order, progress)
    trial_plan = replace(order.plan, members=max(1, order.plan.members // 2))
    verdict = hold_out(material, trial_plan, order.folds, progress)
    found = judged(verdict)
    progress.say("fitted to everything")
    model = final_head(material, order.plan, found.calibration, progress)
    is_of_people = any(material.clips[at].is_real for at in material.tried)
    facts = described(order, found, material.like_from, is_of_people=is_of_people)
    description = write_head(folder, order.word.replace(" ", "-"), model, facts)
    return TrainedHead(description, found, is_of_people)


def final_head(
    material: Material, plan: Plan, calibration: Calibration, progress: TrainingProgress
) -> bytes:
    """The head fitted to all of the material."""
    nothing = np.zeros(len(material.clips), np.bool_)
    none = np.zeros(len(material.others.features), np.bool_)
    return head_bytes(fit_without(material, nothing, none, plan, progress), calibration)


def judged(verdict: FoldResult) -> TrainedFigures:
    """The threshold that what was held out calls for, and what happens there."""
    usual = [logits for kind, logits in verdict.others if not kind.startswith(ALIKE)]
    threshold = best_threshold([*verdict.clean, *verdict.noisy], usual)
    rates: dict[str, Rate] = {}
    for kind, logits in verdict.others:
        before = rates.get(kind, Rate(0, 0.0))
        hours = before.hours + len(logits) * 0.08 / 3_600
        rates[kind] = Rate(before.count + alarms(logits, threshold), hours)
    return TrainedFigures(
        misses(verdict.clean, threshold),
        misses(verdict.noisy, threshold),
        rates,
        threshold,
        calibrated(threshold, verdict.clean),
    )


def described(
    order: TrainingSettings,
    found: TrainedFigures,
    like_from: float | None,
    *,
    is_of_people: bool,
) -> dict[str, object]:
    """The head's description, but for the sum of its bytes.

    Where speech to text will ask as much of the word as of "jarvis", it is asked no oftener.
    """
    is_measured = like_from is not None and not is_of_people
    return {
        "word": order.word,
        "phrases": list(order.phrases),
        "threshold": THRESHOLD,
        "grey_from": GREY_FROM_OF_VOICES if is_measured else GREY_FROM,
        **({} if like_from is None else {"like_from": like_from}),
        "embedding_sha256": EMBEDDING_SHA256,
        "held_out": {
            "missed_clean_percent": round(found.clean.percent, 2),
            "missed_10_db_percent": round(found.noisy.percent, 2),
            "words_tried": found.clean.of,
            "false_accepts": found.usual_alarms.count,
            "hours": round(found.usual_alarms.hours, 2),
            "upper_bound_an_hour": round(found.usual_alarms.upper_an_hour, 3),
            "false_accepts_near_misses": found.alike_alarms.count,
            "hours_near_misses": round(found.alike_alarms.hours, 2),
        },
    }
