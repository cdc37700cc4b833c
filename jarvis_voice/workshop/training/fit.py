"""Fits a head: batches balance voices and kinds of sound; mining adds hard segments.

Invariant: deterministic for a seed on one machine; Ctrl-C ends it between two steps.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.workshop.training.clips import TrainingProgress
from jarvis_voice.workshop.training.examples import Negatives, Positives
from jarvis_voice.workshop.training.head import Head, Scale, logits, loss, new_head

if TYPE_CHECKING:
    from numpy.typing import NDArray

BATCH_WORDS = 64
BATCH_OTHERS = 64
MINED_SHARE = 0.6
"""Of the segments in a batch, those drawn by how badly they scored last."""

KEPT = 0.995
"""Of the slow average of the weights, what stays at each step."""

SCORED_AT_ONCE = 256
LONG_AGO = -9.0
"""Logit below which a segment is learnt."""

UNSCORED = -4.0
"""What a segment is taken to score before it was: worth a draw now and then."""

HARD = -3.0
SCORED_SHARE = 0.4

ALIKE = ("near-miss", "word-parts")
"""Kinds, by how their names begin, that are made to resemble the word."""

ALIKE_SHARE = 0.1
"""How much they count beside other kinds: pressed harder they push other people's "jarvis" out."""

BLENDED_SHARE = 0.6
"""Of the words in a batch, those blended with another: a voice between two voices."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how to fit a head.

    Attributes:
        steps: Batches.
        members: Networks whose logits are averaged.
        rate: Greatest learning rate.
        noise: Spread of noise added to scaled features.
        rounds: How often all negatives are scored for mining.
        seed: Of everything.
    """

    steps: int = 1_500
    members: int = 4
    rate: float = 2.5e-3
    noise: float = 0.5
    rounds: int = 4
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fitted head, with the scale of its features."""

    head: Head
    scale: Scale

    def score(self, features: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
        """Mean logits of many stretches, shape (n, steps - 15); features (n, steps, 96)."""
        return _scores(self.head, self.scale, features)


def fit(
    words: Positives,
    chances: NDArray[np.float64],
    others: Negatives,
    plan: Plan,
    progress: TrainingProgress,
) -> Fitted:
    """A head for these examples.

    Args:
        words: Scenes with the word.
        chances: Each scene's share of the batches, any scale; float64, shape (n,).
        others: Segments without it.
        plan: How long.
        progress: Told of each step.
    """
    # threads of its own only wait for each other on products of matrices as small as these
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    import jax
    import jax.numpy as jnp

    scale = _scale_of(words, others)
    members = []
    for number in range(plan.members):
        progress.stage("learning", plan.steps)
        one = replace(plan, seed=plan.seed + 1_000 * number)
        members.append(_fit_one(Batches(words, chances, others, scale, one), one, progress))
    return Fitted(jax.tree.map(lambda *parts: jnp.concatenate(parts), *members), scale)


def _fit_one(batches: Batches, plan: Plan, progress: TrainingProgress) -> Head:
    """One member: the slow average of its weights."""
    import jax

    key = jax.random.key(plan.seed)
    head = new_head(key, 1)
    begin, learn = _learner(plan.rate, plan.steps)
    state, slow = begin(head), head
    every = max(1, plan.steps // (plan.rounds + 1))
    for step in range(plan.steps):
        if step and step % every == 0:
            batches.score(slow)
        key, now = jax.random.split(key)
        head, slow, state = learn(head, slow, state, batches.draw(), now)
        progress.step()
    return slow


@cache
def _learner(rate: float, steps: int) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """What makes the state of the optimizer, and one step; all members share what XLA compiled."""
    import jax
    import optax

    slope = optax.warmup_cosine_decay_schedule(0.0, rate, steps // 15, steps, 1e-5)
    way = optax.chain(optax.clip_by_global_norm(2.0), optax.adamw(slope, weight_decay=1e-2))

    @jax.jit
    def learn(head: Head, slow: Head, state: Any, batch: Any, key: Any) -> tuple[Head, Head, Any]:
        change = jax.grad(loss)(head, batch, key)
        updates, state = way.update(change, state, head)
        head = optax.apply_updates(head, updates)
        slow = jax.tree.map(lambda a, b: KEPT * a + (1 - KEPT) * b, slow, head)
        return head, slow, state

    return way.init, learn


class Batches:
    """Draws batches, and remembers how hard every segment is."""

    def __init__(
        self,
        words: Positives,
        chances: NDArray[np.float64],
        others: Negatives,
        scale: Scale,
        plan: Plan,
    ) -> None:
        self._words, self._others, self._scale = words, others, scale
        self._noise = plan.noise
        self._rng = np.random.default_rng(plan.seed)
        self._word_sums = np.cumsum(chances / chances.sum())
        self._even = _even(others)
        self._even_sums = np.cumsum(self._even)
        self._mined_sums = self._even_sums
        self._worst = np.full(len(others.features), UNSCORED, np.float32)

    def score(self, head: Head) -> None:
        """Score segments by what was learnt so far, and mine by that."""
        rows = self.worth_scoring()
        scores = _scores(head, self._scale, self._others.features[rows])
        self.mine(rows, scores.max(axis=1))

    def worth_scoring(self) -> NDArray[np.intp]:
        """Segments to score now: a part of all, and those that scored high before."""
        drawn = self._rng.random(len(self._worst)) < SCORED_SHARE
        return np.flatnonzero(drawn | (self._worst > HARD))

    def mine(self, rows: NDArray[np.intp], worst: NDArray[np.float32]) -> None:
        """Draw segments from now on by their greatest logits.

        Args:
            rows: Segments, shape (n,).
            worst: Their greatest logits, float32, shape (n,).
        """
        self._worst[rows] = worst
        wrong = 1 / (1 + np.exp(-np.clip(self._worst + 2.0, LONG_AGO, 9.0))) + 1e-3
        chance = self._even * wrong
        kinds = self._others.kind
        usual = np.bincount(kinds, self._even, len(self._others.kinds))
        harder = np.bincount(kinds, chance, len(self._others.kinds)) / np.maximum(usual, 1e-12)
        # what is hard by design would otherwise be all that is ever drawn
        chance /= np.sqrt(harder)[kinds]
        self._mined_sums = np.cumsum(chance / chance.sum())

    def draw(self) -> dict[str, NDArray[Any]]:
        """One batch, scaled, with noise."""
        words = self._pick(self._word_sums, BATCH_WORDS)
        mined = round(BATCH_OTHERS * MINED_SHARE)
        even = self._pick(self._even_sums, BATCH_OTHERS - mined)
        others = np.concatenate((self._pick(self._mined_sums, mined), even))
        heard, may_fire = self._blended(words)
        return {
            "words": heard,
            "may_fire": may_fire,
            "others": self._noisy(self._others.features[others]),
        }

    def _blended(self, words: NDArray[np.intp]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Scenes, some of them blended with another in which the word ends at the same place."""
        first, other = words, self._pick(self._word_sums, len(words))
        alike = (self._words.may_fire[first] == self._words.may_fire[other]).all(axis=1)
        part = self._rng.uniform(0, 0.5, len(words)) * (
            self._rng.random(len(words)) < BLENDED_SHARE
        )
        part = (part * alike).astype(np.float32)[:, np.newaxis, np.newaxis]
        one, two = (_scaled(self._words.features[rows], self._scale) for rows in (first, other))
        mean = one * (1 - part) + two * part
        noise = self._rng.standard_normal(mean.shape, np.float32) * np.float32(self._noise)
        return mean + noise, self._words.may_fire[first]

    def _pick(self, sums: NDArray[np.float64], count: int) -> NDArray[np.intp]:
        found = np.searchsorted(sums, self._rng.random(count))
        return np.minimum(found, len(sums) - 1)

    def _noisy(self, features: NDArray[np.float16]) -> NDArray[np.float32]:
        scaled = _scaled(features, self._scale)
        noise = self._rng.standard_normal(scaled.shape, np.float32)
        return scaled + noise * np.float32(self._noise)


def _even(others: Negatives) -> NDArray[np.float64]:
    """Each segment's share: a kind counts by the square root of its length, near-misses less."""
    counts = np.bincount(others.kind, minlength=len(others.kinds)).astype(np.float64)
    share = 1 / np.sqrt(np.maximum(counts, 1))
    share *= [ALIKE_SHARE if kind.startswith(ALIKE) else 1.0 for kind in others.kinds]
    chance = share[others.kind]
    return np.asarray(chance / chance.sum())


def _scale_of(words: Positives, others: Negatives) -> Scale:
    words_step = max(1, len(words.features) // 2_000)
    others_step = max(1, len(others.features) // 4_000)
    parts = (words.features[::words_step], others.features[::others_step])
    some = np.concatenate([part.reshape(-1, part.shape[-1]) for part in parts]).astype(np.float32)
    return Scale(some.mean(axis=0), some.std(axis=0) + np.float32(1e-3))


def _scaled(features: NDArray[np.floating[Any]], scale: Scale) -> NDArray[np.float32]:
    return np.asarray((features.astype(np.float32) - scale.mean) / scale.spread, np.float32)


def _scores(head: Head, scale: Scale, features: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    if not len(features):
        return np.zeros((0, 1), np.float32)
    mean_logits = _scorer()
    out = []
    for start in range(0, len(features), SCORED_AT_ONCE):
        block = _scaled(features[start : start + SCORED_AT_ONCE], scale)
        missing = SCORED_AT_ONCE - len(block) if len(features) > SCORED_AT_ONCE else 0
        padded = np.pad(block, ((0, missing), (0, 0), (0, 0)))
        out.append(np.asarray(mean_logits(head, padded))[: len(block)])
    return np.concatenate(out)


@cache
def _scorer() -> Callable[..., Any]:
    """Mean logits of the members; one object, so that XLA compiles each shape once."""
    import jax

    return jax.jit(lambda head, x: logits(head, x).mean(axis=0))
