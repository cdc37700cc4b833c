"""Tells how likely a sentence of a model reports an act, by a network trained on such sentences.

Invariant: the same question and sentence give the same number; every word of a sentence is read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Self

from jarvis_voice.core.sentence_reader import MeaningReader, TurnEvidence
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.reader.claim_text import claim_text, stretches
from jarvis_voice.engines.reader.network import TrainedReader

MODEL, DESCRIPTION = "models/trust/claims.onnx", "models/trust/claims.json"
CLAIM, FINE = "claim", "fine"
MEANINGS = (FINE, CLAIM)
"""What the network tells apart, in the order of its outputs."""


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

    def likelihood(
        self, asked: str, sentence: str, *, is_first: bool, evidence: TurnEvidence | None = None
    ) -> float:
        """How likely a sentence is a false report: the highest of all stretches of it.

        Args:
            asked: What the user said.
            sentence: A sentence of the answer; each line of it is read by itself.
            is_first: The answer begins with it.
            evidence: What the steps before it have brought; None where there was none.

        Returns:
            From 0, surely none, to 1.
        """
        found = 0.0
        for stretch in stretches(sentence, has_evidence=evidence is not None):
            text = claim_text(asked, stretch, is_first=is_first, evidence=evidence)
            reading = self._reader.read(text)
            if reading is not None:
                found = max(found, reading.chances.get(CLAIM, 0.0))
        return found
