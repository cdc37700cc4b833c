"""Trains the reader, measures it with each collection left out in turn, and writes it to disk.

Invariant: nothing is written before all of it is done; sentences that are held out teach nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np

from jarvis_voice.assistant.understanding.meaning_cards import load_meaning_cards
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.reader.network import MOVE, turn_text
from jarvis_voice.engines.reader.word_pieces import words_of
from jarvis_voice.workshop.reader.annotated import UNJUDGED
from jarvis_voice.workshop.reader.base_weights import BaseWeights
from jarvis_voice.workshop.reader.collection_table import load_collection_table
from jarvis_voice.workshop.reader.export import (
    ReaderFiles,
    reader_bytes,
    whole_numbers,
    write_reader,
)
from jarvis_voice.workshop.reader.figures import ReadingFigures, best_temperature, figures_of
from jarvis_voice.workshop.reader.fit import FitPlan, FittedReader, fit_reader
from jarvis_voice.workshop.reader.lessons import (
    COLLECTIONS,
    Lesson,
    balanced,
    collection_lessons,
    held_out,
    written_files,
    written_lessons,
)
from jarvis_voice.workshop.reader.move_lessons import move_lessons
from jarvis_voice.workshop.training.clips import TrainingProgress

FOLDER = "config/understanding"
TURNS = "follow-ups"
USUAL_TEMPERATURE = 1.1
"""Where no collection was left out to find it by."""


@dataclass(frozen=True, slots=True)
class ReaderOrder:
    """What is to be trained.

    Attributes:
        at: Where it is written.
        plan: How each network is fitted.
        leaves_out: Whether it is measured with each collection left out, which takes a fit each.
    """

    at: ReaderFiles
    plan: FitPlan = field(default_factory=FitPlan)
    leaves_out: bool = True


@dataclass(frozen=True, slots=True)
class ReaderFigures:
    """What was made, and how well it reads.

    Attributes:
        lessons: How many sentences of each collection it has learned from.
        left_out: Figures by the collection that was left out.
        temperature: By which its logits are divided.
        n_bytes: Size of the model.
    """

    lessons: Mapping[str, int]
    left_out: Mapping[str, ReadingFigures]
    temperature: float
    n_bytes: int


def train_reader(
    base: BaseWeights, order: ReaderOrder, progress: TrainingProgress
) -> ReaderFigures:
    """Train the reader and write it.

    Raises:
        ConfigError: A file with sentences is bad.
    """
    cards = load_meaning_cards()
    names = cards.outputs
    lessons = all_lessons(names)
    turns = turn_lessons(order.plan.seed)
    left_out, logits, labels = {}, [], []
    for collection in COLLECTIONS if order.leaves_out else ():
        rest = [one for one in lessons if one.collection != collection]
        known = {one.meaning for one in rest}
        test = [one for one in lessons if one.collection == collection and one.meaning in known]
        fitted = _fitted(f"without {collection}", base, rest, turns, order, progress)
        logits.append(fitted.logits_of([one.text for one in test])[:, : len(names)])
        labels.append([names.index(one.meaning) for one in test])
        left_out[collection] = logits[-1], labels[-1]
    temperature = USUAL_TEMPERATURE
    if logits:
        temperature = best_temperature(np.concatenate(logits), [n for row in labels for n in row])
    fitted = _fitted("with all", base, lessons, turns, order, progress)
    figures = {name: figures_of(*found, temperature) for name, found in left_out.items()}
    counts = Counter(one.collection for one in (*lessons, *turns))
    made_of = {"lessons": dict(counts), "left_out": {n: asdict(f) for n, f in figures.items()}}
    model = whole_numbers(reader_bytes(fitted))
    write_reader(model, fitted, temperature, made_of, order.at)
    return ReaderFigures(counts, figures, temperature, len(model))


def turn_lessons(seed: int) -> list[Lesson]:
    """Follow-ups behind what was spoken of, whose meanings are moves.

    Args:
        seed: Of the topics in which some of them are shown.

    Raises:
        ConfigError: A file with sentences is bad.
    """
    requests = written_lessons(written_files(), load_meaning_cards().outputs)
    lessons = []
    for one in move_lessons(requests, seed):
        text = turn_text(one.topic, one.text)
        lessons.append(Lesson(text, f"{MOVE}{one.move}", (UNJUDGED,) * len(words_of(text)), TURNS))
    return lessons


def all_lessons(meanings: Sequence[str]) -> list[Lesson]:
    """All that is learned: collections and written sentences, without what is held out."""
    table, folder, kept_back = load_collection_table(), shipped(FOLDER), held_out()
    lessons = [
        one for name in COLLECTIONS for one in collection_lessons(folder, name, table)
    ] + written_lessons(written_files(), meanings)
    return [one for one in lessons if one.text.lower().strip(" .?!") not in kept_back]


def _fitted(
    what: str,
    base: BaseWeights,
    lessons: Sequence[Lesson],
    turns: Sequence[Lesson],
    order: ReaderOrder,
    progress: TrainingProgress,
) -> FittedReader:
    cards = load_meaning_cards()
    chance = random.Random(order.plan.seed)  # noqa: S311 -- an order, no secret
    learned = [*balanced(lessons, chance), *turns]
    outputs = (*cards.outputs, *sorted({one.meaning for one in turns}))
    progress.stage(what, order.plan.steps_for(len(learned)))
    return fit_reader(base, learned, outputs, cards.slots, order.plan, progress.step)
