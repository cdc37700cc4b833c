"""Tells how likely a sentence of a model reports an act, by a network trained on such sentences.

Invariant: the same question and sentence give the same number; every word of a sentence is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Self

from jarvis_voice.core.sentence_reader import MeaningReader
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.reader.network import TrainedReader
from jarvis_voice.engines.reader.word_pieces import words_of

MODEL, DESCRIPTION = "models/trust/claims.onnx", "models/trust/claims.json"
CLAIM, FINE = "claim", "fine"
MEANINGS = (FINE, CLAIM)
"""What the network tells apart, in the order of its outputs."""

_ASKED_FIRST, _ASKED_LAST = 12, 6
"""Words of what was asked that are seen: a request stands at the beginning or at the end."""

_SEEN, _STRIDE = 30, 22
"""Words of a sentence that are seen at once, and how far on the next look begins."""


class ClaimNetwork:
    """The network, with the form in which it is asked."""

    def __init__(self, reader: MeaningReader) -> None:
        """Take a network whose meanings are those of `MEANINGS`."""
        self._reader = reader

    @classmethod
    def load(cls, model: Path | None = None, description: Path | None = None) -> Self:
        """Read the shipped network, or another one.

        Raises:
            ModelError: A file is missing or damaged.
        """
        return cls(TrainedReader.load(model or shipped(MODEL), description or shipped(DESCRIPTION)))

    def likelihood(self, asked: str, sentence: str, *, is_first: bool) -> float:
        """How likely a sentence reports an act: the highest of all stretches of it.

        Args:
            asked: What the user said.
            sentence: A sentence of the answer; each line of it is read by itself.
            is_first: The answer begins with it.

        Returns:
            From 0, surely none, to 1.
        """
        found = 0.0
        for stretch in _stretches(sentence):
            reading = self._reader.read(claim_text(asked, stretch, is_first=is_first))
            if reading is not None:
                found = max(found, reading.chances.get(CLAIM, 0.0))
        return found


def claim_text(asked: str, sentence: str, *, is_first: bool) -> str:
    """What the network is shown of a question and a sentence of the answer."""
    words = asked.split()
    if len(words) > _ASKED_FIRST + _ASKED_LAST:
        words = words[:_ASKED_FIRST] + words[-_ASKED_LAST:]
    return f"{' '.join(words)} | {1 if is_first else 2} | {sentence}"


def _stretches(sentence: str) -> Iterator[str]:
    """Pieces of a sentence that the network sees whole; each but the first begins in the last."""
    for line in sentence.splitlines():
        words = words_of(line)
        if not any(word.text.isalnum() for word in words):
            continue
        for begin in range(0, max(1, len(words) - (_SEEN - _STRIDE)), _STRIDE):
            part = words[begin : begin + _SEEN]
            yield line[part[0].begin : part[-1].end]
