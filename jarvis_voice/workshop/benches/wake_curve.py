"""Counts misses and false accepts of a wake word at every threshold.

Invariant: hits are counted by the gate that listens, with its refractory period; every figure has
its 95 % bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.core.types import FRAME_SECONDS
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.voice.wake.wake_gate import WakeGate
from jarvis_voice.workshop.training.operating_point import Rate, Share

if TYPE_CHECKING:
    from numpy.typing import NDArray

THRESHOLDS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)
NO_GREY_BAND = 1e-6
"""So little below the threshold begins a grey band where none is wanted."""


@dataclass(frozen=True, slots=True)
class Stream:
    """The scores of one head over one recording.

    Attributes:
        scores: float64, shape (n,), 0..1, one each 80 ms.
        seconds: The recording's length, without the room around it.
    """

    scores: NDArray[np.float64]
    seconds: float

    def hits(self, threshold: float) -> int:
        """How often it is a call at this threshold."""
        if float(self.scores.max(initial=0.0)) < threshold:
            return 0
        gate = WakeGate(WakePoint("", threshold, threshold * (1 - NO_GREY_BAND)))
        count = 0
        for number, score in enumerate(self.scores):
            claim = gate.hears(float(score), number * FRAME_SECONDS)
            if claim and claim.score >= threshold and not claim.refusal:
                gate.rest(claim.at)
                count += 1
        return count


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Misses and false accepts at one threshold.

    Attributes:
        missed: Of the recordings of the word.
        false_accepts: Over all other sound.
        is_operating: Whether this is where the program listens.
    """

    threshold: float
    missed: Share
    false_accepts: Rate
    is_operating: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        low, high = self.missed.bounds_percent
        return {
            "threshold": round(self.threshold, 4),
            "missed": asdict(self.missed),
            "missed_percent": round(self.missed.percent, 3),
            "missed_bounds_percent": [round(low, 3), round(high, 3)],
            "false_accepts": asdict(self.false_accepts),
            "false_accepts_upper_an_hour": round(self.false_accepts.upper_an_hour, 3),
            "is_operating": self.is_operating,
        }


def curve(
    positives: Sequence[Stream],
    negatives: Sequence[Stream],
    operating: float,
    thresholds: Iterable[float] = THRESHOLDS,
) -> list[CurvePoint]:
    """Misses against false accepts, the operating point among them, by rising threshold."""
    hours = sum(stream.seconds for stream in negatives) / 3_600
    best = [float(stream.scores.max(initial=0.0)) for stream in positives]
    return [
        CurvePoint(
            threshold,
            Share(sum(score < threshold for score in best), len(best)),
            Rate(sum(stream.hits(threshold) for stream in negatives), hours),
            is_operating=threshold == operating,
        )
        for threshold in sorted({*thresholds, operating})
    ]


def draw(points: Sequence[CurvePoint], title: str, target: Path) -> None:
    """Misses against false accepts an hour, as a PNG.

    Raises:
        ImportError: matplotlib is not installed.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    rates = [_rate(point) for point in points]
    axes.plot(rates, [point.missed.percent for point in points], marker=".", label="measured")
    low, high = zip(*(point.missed.bounds_percent for point in points), strict=True)
    axes.fill_between(rates, low, high, alpha=0.2, label="95 % of the misses")
    for point in points:
        if point.is_operating:
            label = f"operating point {point.threshold:.2f}"
            axes.plot(_rate(point), point.missed.percent, "o", markersize=10, label=label)
    axes.set_xlabel("false accepts an hour")
    axes.set_ylabel("missed, %")
    axes.set_title(title)
    axes.set_ylim(bottom=0)
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.savefig(target, dpi=120)


def _rate(point: CurvePoint) -> float:
    hours = point.false_accepts.hours
    return point.false_accepts.count / hours if hours else 0.0
