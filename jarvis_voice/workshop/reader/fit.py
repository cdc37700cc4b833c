"""Fits the network to lessons.

Invariant: the same lessons and the same seed give the same network on one machine.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.engines.reader.word_pieces import LONGEST, PieceRow, WordPieces
from jarvis_voice.workshop.reader.annotated import OUTSIDE, UNJUDGED
from jarvis_voice.workshop.reader.encoder import (
    first_parameters,
    is_body,
    is_frozen,
    kept_vocabulary,
    logits,
)
from jarvis_voice.workshop.reader.lessons import Lesson
from jarvis_voice.workshop.reader.slips import with_slip

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from jarvis_voice.workshop.reader.base_weights import BaseWeights
    from jarvis_voice.workshop.reader.encoder import Parameters

_LENGTHS = (8, 12, 16, 24, 36, LONGEST)
"""Batches are as long as one of these: each length is compiled once."""

HEAVIEST = 4.0
"""The most that a lesson of a rare meaning counts."""


@dataclass(frozen=True, slots=True)
class FitPlan:
    """How the network is fitted.

    Attributes:
        n_layers: Encoder layers that are kept.
        n_pieces: Word pieces that are kept.
        epochs: How often each lesson is seen.
        batch: Lessons a step.
        body_rate: Highest learning rate of the encoder.
        head_rate: The same of the heads.
        smoothing: What of each label is given to all others.
        dropout: What of the states is left out in training.
        tag_weight: What the tags' loss counts beside that of the meaning.
        slips: The share of sentences that are seen with slips of the fingers.
        seed: Of everything that is random.
    """

    n_layers: int = 3
    n_pieces: int = 8_000
    epochs: int = 3
    batch: int = 32
    body_rate: float = 1.5e-4
    head_rate: float = 2e-3
    smoothing: float = 0.05
    dropout: float = 0.1
    tag_weight: float = 0.5
    slips: float = 0.15
    seed: int = 7

    def steps_for(self, n_lessons: int) -> int:
        """Steps of a fit, at most: the last batch of each length is not full."""
        return self.epochs * (n_lessons // self.batch + len(_LENGTHS))


@dataclass(frozen=True, slots=True)
class FittedReader:
    """A network and the names of what it gives.

    Attributes:
        parameters: As `encoder.first_parameters` makes them, fitted.
        vocabulary: Its word pieces in order.
        meanings: Its meanings in order.
        tags: Its tags in order.
    """

    parameters: Parameters
    vocabulary: tuple[str, ...]
    meanings: tuple[str, ...]
    tags: tuple[str, ...]

    def logits_of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Logits of meanings, float32 (texts, meanings)."""
        import jax

        pieces, run = WordPieces(self.vocabulary), jax.jit(logits)
        rows = [pieces.cut(text) for text in texts]
        found = np.zeros((len(rows), len(self.meanings)), np.float32)
        for numbers in _grouped(rows, range(len(rows)), 64):
            ids, firsts = _arrays([rows[n] for n in numbers])
            found[numbers] = np.asarray(run(self.parameters, ids, firsts)[0])
        return found


def fit_reader(
    start: BaseWeights | FittedReader,
    lessons: Sequence[Lesson],
    meanings: Sequence[str],
    slots: Sequence[str],
    plan: FitPlan,
    on_step: Callable[[], None] = lambda: None,
) -> FittedReader:
    """Fit a network to lessons.

    Args:
        start: The encoder to start from, or a network of the same meanings and slots that goes on.
        lessons: What it learns; the order does not matter.
        meanings: All meanings, in the order of the network's outputs.
        slots: All slots.
        plan: How it is fitted.
        on_step: Is told that a step was made.
    """
    import jax

    vocabulary = _vocabulary(start, lessons, plan.n_pieces)
    pieces = WordPieces(vocabulary)
    tags = (OUTSIDE, *(f"{edge}-{slot}" for slot in slots for edge in "BI"))
    rows = [pieces.cut(lesson.text) for lesson in lessons]
    labels = np.array([meanings.index(lesson.meaning) for lesson in lessons])
    marks = [_marks(lesson, row, tags) for lesson, row in zip(lessons, rows, strict=True)]
    weights = _weights(labels, len(meanings))
    first = _first(start, vocabulary, plan, len(meanings), len(tags))
    optimizer = _optimizer(first, plan, plan.steps_for(len(rows)))
    step = _step(optimizer, plan, len(meanings))
    parameters: Parameters = jax.tree.map(jax.numpy.asarray, first)
    state, key = optimizer.init(parameters), jax.random.key(plan.seed)
    for number, (numbers, seen) in enumerate(_batches(lessons, rows, pieces, plan)):
        ids, firsts = _arrays(seen)
        of_tags = _mark_array([marks[n] for n in numbers], firsts.shape[1])
        batch = (ids, firsts, labels[numbers], weights[labels[numbers]], of_tags)
        parameters, state = step(parameters, state, jax.random.fold_in(key, number), *batch)
        on_step()
    fitted = jax.tree.map(np.asarray, parameters)
    return FittedReader(fitted, vocabulary, tuple(meanings), tags)


def _optimizer(start: Parameters, plan: FitPlan, n_steps: int) -> Any:
    """One that moves the body slowly, the heads faster, and what is frozen not at all."""
    import jax
    import optax

    def group_of(path: Any, _: Any) -> str:
        return "frozen" if is_frozen(path) else "body" if is_body(path) else "head"

    def cycle(rate: float) -> Any:
        steps = optax.cosine_onecycle_schedule(n_steps, rate, pct_start=0.15)
        return optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(steps, weight_decay=0.01))

    chain = {
        "frozen": optax.set_to_zero(),
        "body": cycle(plan.body_rate),
        "head": cycle(plan.head_rate),
    }
    return optax.multi_transform(chain, jax.tree_util.tree_map_with_path(group_of, start))


def _batches(
    lessons: Sequence[Lesson], rows: Sequence[PieceRow], pieces: WordPieces, plan: FitPlan
) -> Iterator[tuple[list[int], list[PieceRow]]]:
    """The batches of all epochs: numbers of lessons, and their pieces, some with a slip."""
    chance = random.Random(plan.seed)  # noqa: S311 -- an order, no secret
    for _ in range(plan.epochs):
        seen = [
            pieces.cut(with_slip(lesson.text, chance)) if chance.random() < plan.slips else row
            for lesson, row in zip(lessons, rows, strict=True)
        ]
        order = list(range(len(rows)))
        chance.shuffle(order)
        batches = list(_grouped(seen, order, plan.batch))
        chance.shuffle(batches)
        for numbers in batches:
            yield numbers, [seen[n] for n in numbers]


def _step(optimizer: Any, plan: FitPlan, n_meanings: int) -> Any:
    """One step of the optimizer, compiled for each length of batch."""
    import jax
    import jax.numpy as jnp
    import optax

    def loss_of(parameters: Parameters, key: Any, batch: Any) -> Any:
        ids, firsts, labels, weights, marks = batch
        said, tagged = logits(parameters, ids, firsts, drop=key, rate=plan.dropout)
        wanted = optax.smooth_labels(jax.nn.one_hot(labels, n_meanings), plan.smoothing)
        of_meaning = optax.softmax_cross_entropy(said, wanted) * weights
        is_judged = marks >= 0
        of_tags = optax.softmax_cross_entropy_with_integer_labels(tagged, jnp.maximum(marks, 0))
        mean = (of_tags * is_judged).sum() / jnp.maximum(is_judged.sum(), 1)
        return of_meaning.mean() + plan.tag_weight * mean

    @partial(jax.jit, donate_argnums=(0, 1))
    def step(parameters: Parameters, state: Any, key: Any, *batch: Any) -> Any:
        slopes = jax.grad(loss_of)(parameters, key, batch)
        changes, state = optimizer.update(slopes, state, parameters)
        return optax.apply_updates(parameters, changes), state

    return step


def _first(
    start: BaseWeights | FittedReader,
    vocabulary: Sequence[str],
    plan: FitPlan,
    n_meanings: int,
    n_tags: int,
) -> Parameters:
    if isinstance(start, FittedReader):
        return start.parameters
    return first_parameters(start, vocabulary, plan.n_layers, n_meanings, n_tags, plan.seed)


def _vocabulary(
    start: BaseWeights | FittedReader, lessons: Sequence[Lesson], most: int
) -> tuple[str, ...]:
    if isinstance(start, FittedReader):
        return start.vocabulary
    whole = WordPieces(start.vocabulary)
    counts: Counter[str] = Counter()
    for lesson in lessons:
        counts.update(start.vocabulary[n] for n in whole.cut(lesson.text).ids)
    return tuple(kept_vocabulary(start, counts, most))


def _weights(labels: NDArray[np.int64], n_meanings: int) -> NDArray[np.float32]:
    """A weight for each meaning, by the square root of how rare it is; 1 on average."""
    counts = np.maximum(np.bincount(labels, minlength=n_meanings), 1)
    weights: NDArray[np.float64] = 1 / np.sqrt(counts)
    mean = float((weights * counts).sum() / counts.sum())
    return np.minimum(weights / mean, HEAVIEST).astype(np.float32)


def _marks(lesson: Lesson, row: PieceRow, tags: Sequence[str]) -> list[int]:
    """The number of each word's tag; -1 where it is not judged."""
    seen = lesson.tags[: len(row.words)]
    return [-1 if tag == UNJUDGED else tags.index(tag) for tag in seen]


def _grouped(rows: Sequence[PieceRow], order: Sequence[int], batch: int) -> Iterator[list[int]]:
    """Numbers of rows in batches of like length; the last of a length is filled up with its own."""
    groups: dict[int, list[int]] = {length: [] for length in _LENGTHS}
    for number in order:
        length = next(one for one in _LENGTHS if len(rows[number].ids) <= one)
        groups[length].append(number)
    for numbers in groups.values():
        for begin in range(0, len(numbers), batch):
            part = numbers[begin : begin + batch]
            yield (part * batch)[:batch] if len(part) < batch else part


def _arrays(rows: Sequence[PieceRow]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    length = next(one for one in _LENGTHS if max(len(row.ids) for row in rows) <= one)
    ids = np.zeros((len(rows), length), np.int32)
    firsts = np.zeros((len(rows), length), np.int32)
    for n, row in enumerate(rows):
        ids[n, : len(row.ids)] = row.ids
        firsts[n, : len(row.firsts)] = row.firsts
    return ids, firsts


def _mark_array(marks: Sequence[Sequence[int]], length: int) -> NDArray[np.int32]:
    found = np.full((len(marks), length), -1, np.int32)
    for n, mark in enumerate(marks):
        found[n, : len(mark)] = mark
    return found
