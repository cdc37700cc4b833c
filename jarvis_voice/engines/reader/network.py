"""Runs the trained reader in onnxruntime: a sentence to its meaning and slots.

Invariant: the same sentence gives the same reading; a slot is never anything but its words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import numpy as np

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.sentence_reader import MeaningReading
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.reader.vector_gallery import VectorGallery
from jarvis_voice.engines.reader.word_pieces import Word, WordPieces

MODEL, DESCRIPTION = "models/understanding/reader.onnx", "models/understanding/reader.json"
LIKELY = 0.02
"""Probability from which a meaning is told besides the likeliest."""

_KEPT = 16
"""Readings that are kept: a turn and its clauses are read several times."""

OUTSIDE = "O"


class TrainedReader:
    """The network with its vocabulary."""

    def __init__(self, session: Any, description: Mapping[str, Any]) -> None:
        """Take an onnxruntime session and the description that lies beside the model.

        Raises:
            KeyError: The description has not all that is needed.
        """
        self._session = session
        self._pieces = WordPieces(description["pieces"])
        self._meanings: Sequence[str] = description["meanings"]
        self._tags: Sequence[str] = description["tags"]
        self._temperature = float(description["temperature"])
        self._read = lru_cache(maxsize=_KEPT)(self._run)

    @classmethod
    def load(cls, model: Path | None = None, description: Path | None = None) -> Self:
        """Read the shipped model, or another one.

        Raises:
            ModelError: A file is missing or damaged.
        """
        model, description = model or shipped(MODEL), description or shipped(DESCRIPTION)
        try:
            about = json.loads(description.read_text(encoding="utf-8"))
            return cls(open_session(model), about)
        except Exception as error:  # onnxruntime raises classes of its own
            raise ModelError(
                "bad-reader", f"{model} or {description} cannot be used: {error}"
            ) from error

    @property
    def meanings(self) -> Sequence[str]:
        """All that it knows, in the order of the network's outputs."""
        return self._meanings

    def read(self, text: str) -> MeaningReading | None:
        """What a sentence is taken for; None for one without words."""
        return self._read(text)

    def _run(self, text: str) -> MeaningReading | None:
        row = self._pieces.cut(text)
        if not row.words:
            return None
        given = {
            "ids": np.array([row.ids], np.int64),
            "firsts": np.array([row.firsts], np.int64),
        }
        of_meanings, of_tags, of_sentence = self._session.run(None, given)
        chances = _softmax(of_meanings[0] / self._temperature)
        best = int(chances.argmax())
        tags = [self._tags[n] for n in of_tags[0].argmax(axis=-1)]
        return MeaningReading(
            self._meanings[best],
            float(chances[best]),
            slots_in(text, row.words, tags),
            of_sentence[0],
            {
                meaning: float(chance)
                for meaning, chance in zip(self._meanings, chances, strict=True)
                if chance >= LIKELY
            },
        )

    def gallery(self, sentences: Sequence[str]) -> VectorGallery:
        """Sentences to compare others with; each of them needs a word."""
        read = filter(None, map(self.read, sentences))
        return VectorGallery([one.vector for one in read])


def slots_in(text: str, words: Sequence[Word], tags: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The words of each slot, as they stand in the text."""
    found: dict[str, list[str]] = {}
    slot, begin = "", 0
    rows = zip(
        (*words, Word("", len(text), len(text))), pairwise((OUTSIDE, *tags, OUTSIDE)), strict=True
    )
    last = 0
    for word, (before, tag) in rows:
        goes_on = bool(slot) and tag == f"I-{slot}" and before != OUTSIDE
        if slot and not goes_on:
            found.setdefault(slot, []).append(text[begin:last])
            slot = ""
        if not goes_on and tag != OUTSIDE:
            slot, begin = tag[2:], word.begin
        last = word.end
    return {name: tuple(stretches) for name, stretches in found.items()}


def _softmax(logits: Any) -> Any:
    powers = np.exp(logits - logits.max())
    return powers / powers.sum()
