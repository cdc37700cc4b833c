"""Runs the trained reader in onnxruntime: a sentence to its meaning and slots, a turn to its move.

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
from jarvis_voice.core.sentence_reader import MeaningReading, MoveReading
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.reader.vector_gallery import VectorGallery
from jarvis_voice.engines.reader.word_pieces import PieceRow, Word, WordPieces, words_of

MODEL, DESCRIPTION = "models/understanding/reader.onnx", "models/understanding/reader.json"
LIKELY = 0.02
"""Probability from which a meaning is told besides the likeliest."""

_KEPT = 16
"""Readings that are kept: a turn and its clauses are read several times."""

OUTSIDE = "O"

MOVE = "move "
"""What the names of moves begin with among the network's outputs."""


class TrainedReader:
    """The network with its vocabulary."""

    def __init__(self, session: Any, description: Mapping[str, Any]) -> None:
        """Take an onnxruntime session and the description that lies beside the model.

        Raises:
            KeyError: The description has not all that is needed.
        """
        self._session = session
        self._pieces = WordPieces(description["pieces"])
        outputs: Sequence[str] = description["meanings"]
        self._meanings = [one for one in outputs if not one.startswith(MOVE)]
        self._moves = [one.removeprefix(MOVE) for one in outputs[len(self._meanings) :]]
        self._tags: Sequence[str] = description["tags"]
        self._temperature = float(description["temperature"])
        self._read = lru_cache(maxsize=_KEPT)(self._run)
        self._moved = lru_cache(maxsize=_KEPT)(self._run_turn)

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

    @property
    def knows_moves(self) -> bool:
        """Whether it was taught follow-ups."""
        return bool(self._moves)

    def read(self, text: str) -> MeaningReading | None:
        """What a sentence is taken for; None for one without words."""
        return self._read(text)

    def sees_all(self, text: str) -> bool:
        """Whether a text fits in whole: what is behind its end is not read."""
        return len(self._pieces.cut(text).words) == len(words_of(text))

    def moves(self, text: str, topic: str) -> MoveReading | None:
        """How likely a turn does what with the thing that was spoken of; None without words.

        Args:
            text: The turn.
            topic: The kind of thing.
        """
        return self._moved(text, topic) if words_of(text) else None

    def _run_turn(self, text: str, topic: str) -> MoveReading:
        row = self._pieces.cut(turn_text(topic, text))
        of_outputs, _, _ = self._session.run(None, _inputs(row))
        chances = _softmax(of_outputs[0][len(self._meanings) :]).tolist()
        return MoveReading(dict(zip(self._moves, chances, strict=True)))

    def _run(self, text: str) -> MeaningReading | None:
        row = self._pieces.cut(text)
        if not row.words:
            return None
        of_outputs, of_tags, of_sentence = self._session.run(None, _inputs(row))
        chances = _softmax(of_outputs[0][: len(self._meanings)] / self._temperature)
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


def turn_text(topic: str, text: str) -> str:
    """A turn as the network sees it, behind the kind of thing that was spoken of."""
    return f"{topic} : {text}"


def _inputs(row: PieceRow) -> dict[str, Any]:
    return {"ids": np.array([row.ids], np.int64), "firsts": np.array([row.firsts], np.int64)}


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
