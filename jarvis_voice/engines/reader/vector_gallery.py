"""Compares the vector of a sentence with those of others, by the angle between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from jarvis_voice.core.sentence_reader import MeaningReading


class VectorGallery:
    """The vectors of sentences, each of length 1."""

    def __init__(self, vectors: Sequence[Any]) -> None:
        """Take vectors of one width."""
        self._rows = np.array([_of_length_one(one) for one in vectors], np.float32)

    def likeness(self, reading: MeaningReading) -> Sequence[float]:
        """The cosine with each of them."""
        if not len(self._rows):
            return ()
        cosines: list[float] = (self._rows @ _of_length_one(reading.vector)).tolist()
        return cosines


def _of_length_one(vector: Any) -> Any:
    return vector / max(float(np.linalg.norm(vector)), np.finfo(np.float32).tiny)
