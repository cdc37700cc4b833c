"""Chooses sentences of a collection, with what is right for Jarvis to do. Pure but for the files.

Invariant: the same seed gives the same sentences.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator

from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.workshop.reader.collection_table import NO_LESSON, load_collection_table
from jarvis_voice.workshop.reader.lessons import collection_lines


def judged_lines(collection: str, most: int, seed: int) -> Iterator[str]:
    """Lines for `jarvis eval --sentences`: sentence, what is expected, the collection's intent.

    Args:
        collection: Its name.
        most: How many of each intent.
        seed: Of the choice.
    """
    table, folder = load_collection_table(), shipped("config/understanding")
    lines: dict[str, list[str]] = defaultdict(list)
    for sentence, intent in collection_lines(folder, collection):
        row = table.row_of(collection, intent, sentence.text)
        if row and row.expected != NO_LESSON and " / " not in sentence.text:
            lines[intent].append(f"{sentence.text}\t{row.expected}\t{intent}")
    chance = random.Random(seed)  # noqa: S311 -- a choice, no secret
    for intent in sorted(lines):
        chance.shuffle(lines[intent])
        yield from lines[intent][:most]
