"""Beam search: finds the likeliest sequences of tokens by following a few of them at a time.

Invariant: pure; which sequences there are is decided here, how likely a token is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class BeamResult:
    """A token sequence that has ended or has reached the greatest allowed length.

    Attributes:
        tokens: Without the one that ends it.
        log_probability: Of all its tokens and its end, natural log, <= 0.
    """

    tokens: tuple[int, ...]
    log_probability: float


@dataclass(frozen=True, slots=True)
class Next:
    """The likeliest next tokens of some sequences, each row with the likeliest first.

    Attributes:
        tokens: int64, shape (n_sequences, n).
        log_probabilities: float, of the same shape.
    """

    tokens: NDArray[np.int64]
    log_probabilities: NDArray[np.floating]


GoOn = Callable[[Sequence[int], Sequence[int]], Next]
"""Given each sequence's last token, and which former one it goes on from: what may follow."""


def search(first: Next, go_on: GoOn, *, beam: int, most: int, end: int) -> tuple[BeamResult, ...]:
    """The likeliest sequences by the mean over their tokens, the likeliest first, at least one.

    Args:
        first: What may stand at the beginning, one row with twice as many tokens as `beam`.
        go_on: Asked once a token.
        beam: How many are followed at a time; it ends when as many have ended.
        most: The most tokens, at least 1.
        end: The token that ends a sequence.
    """
    following = first
    sequences: list[tuple[int, ...]] = [()]
    likelihoods = np.zeros(1)
    found: list[BeamResult] = []
    for length in range(1, most + 1):
        totals = (likelihoods[:, None] + following.log_probabilities).ravel()
        best = np.argsort(-totals, kind="stable")[: 2 * beam]
        rows, columns = np.unravel_index(best, following.tokens.shape)
        kept: list[tuple[int, int, float]] = []
        for place, (row, column, total) in enumerate(zip(rows, columns, totals[best], strict=True)):
            token = int(following.tokens[row, column])
            if token == end or length == most:
                tokens = sequences[row] if token == end else (*sequences[row], token)
                found += [BeamResult(tokens, float(total))] if place < beam else []
            elif len(kept) < beam:
                kept.append((int(row), token, float(total)))
        if len(found) >= beam or length == most:
            break
        sequences = [(*sequences[row], token) for row, token, _ in kept]
        likelihoods = np.array([total for _, _, total in kept])
        following = go_on([token for _, token, _ in kept], [row for row, _, _ in kept])
    return tuple(sorted(found, key=_mean, reverse=True)[:beam])


def _mean(one: BeamResult) -> float:
    return one.log_probability / max(1, len(one.tokens))
