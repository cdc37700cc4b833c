"""Tells what a follow-up does: a small layer on top of what the network makes of a sentence.

Invariant: the layer belongs to the network that it was trained with.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.sentence_reader import MeaningReading, MoveReading
from jarvis_voice.core.shipped_files import shipped

WEIGHTS = "models/understanding/moves.npz"
SENTENCE_SCALE = 3.0
"""Length of the sentence's vector beside the 1 of its topic."""


class MoveHead:
    """The layer with the names of its moves and topics."""

    def __init__(self, weights: Any, moves: Sequence[str], topics: Sequence[str]) -> None:
        """Take weights with a row for each number of `features`, and one for the offset."""
        self._weights = np.asarray(weights, np.float32)
        self._moves = moves
        self._topics = topics

    @classmethod
    def load(cls, file: Path | None = None) -> Self:
        """Read the shipped layer, or another one.

        Raises:
            ModelError: The file is missing or damaged.
        """
        file = file or shipped(WEIGHTS)
        try:
            with np.load(file, allow_pickle=False) as kept:
                return cls(kept["weights"], [*map(str, kept["moves"])], [*map(str, kept["topics"])])
        except (OSError, ValueError, KeyError) as error:
            raise ModelError("bad-reader", f"{file} cannot be used: {error}") from error

    def moves(self, reading: MeaningReading, topic: str) -> MoveReading:
        """How likely a follow-up does what; a topic that is not known says nothing."""
        logits = features(reading.vector, topic, self._topics) @ self._weights
        powers = np.exp(logits - logits.max())
        chances = (powers / powers.sum()).tolist()
        return MoveReading(dict(zip(self._moves, chances, strict=True)))


def features(vector: Any, topic: str, topics: Sequence[str]) -> Any:
    """What the layer sees: the sentence, its topic, and a 1 for the offset."""
    length = max(float(np.linalg.norm(vector)), float(np.finfo(np.float32).tiny))
    of_topic = [float(topic == one) for one in topics]
    return np.concatenate([vector * (SENTENCE_SCALE / length), of_topic, [1.0]]).astype(np.float32)
