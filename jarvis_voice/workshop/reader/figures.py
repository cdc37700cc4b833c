"""Measures a fitted reader on sentences that it has not seen. Pure.

Invariant: a share is of sentences whose meaning was among those learned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SURE = 0.9
LIKELY = 0.6
_TEMPERATURES = tuple(np.round(np.arange(0.7, 3.05, 0.05), 2))


@dataclass(frozen=True, slots=True)
class ReadingFigures:
    """How well sentences are read.

    Attributes:
        n_sentences: How many were read.
        right: The share whose likeliest meaning is right.
        likely: The share that is read with at least `LIKELY`.
        right_of_likely: What of these is right.
        sure: The share that is read with at least `SURE`.
        right_of_sure: What of these is right.
    """

    n_sentences: int
    right: float
    likely: float
    right_of_likely: float
    sure: float
    right_of_sure: float


def chances(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float64]:
    """Probabilities of meanings, one row a sentence."""
    scaled = logits.astype(np.float64) / temperature
    powers: NDArray[np.float64] = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return shares


def figures_of(
    logits: NDArray[np.float32], labels: Sequence[int], temperature: float
) -> ReadingFigures:
    """Figures of sentences with these right meanings."""
    found = chances(logits, temperature)
    is_right = found.argmax(axis=1) == np.asarray(labels)
    certainty = found.max(axis=1)
    return ReadingFigures(
        len(labels),
        float(is_right.mean()),
        *_at(certainty >= LIKELY, is_right),
        *_at(certainty >= SURE, is_right),
    )


def _at(is_in: NDArray[np.bool_], is_right: NDArray[np.bool_]) -> tuple[float, float]:
    return float(is_in.mean()), float(is_right[is_in].mean()) if is_in.any() else 0.0


def best_temperature(logits: NDArray[np.float32], labels: Sequence[int]) -> float:
    """The temperature under which the right meanings are likeliest."""

    def loss(temperature: float) -> float:
        found = chances(logits, temperature)[np.arange(len(labels)), np.asarray(labels)]
        return float(-np.log(np.maximum(found, 1e-12)).mean())

    return float(min(_TEMPERATURES, key=loss))
