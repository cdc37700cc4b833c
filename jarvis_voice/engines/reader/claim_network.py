"""Tells how likely a sentence of a model reports an act, by a network trained on such sentences.

Invariant: the same question and sentence give the same number; every word of a sentence is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from jarvis_voice.core.sentence_reader import BoundedReader, TurnEvidence
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.reader.claim_text import SHARES, claim_text, stretches
from jarvis_voice.engines.reader.network import TrainedReader

MODEL, DESCRIPTION = "models/trust/claims.onnx", "models/trust/claims.json"
CLAIM, FINE = "claim", "fine"
MEANINGS = (FINE, CLAIM)
"""What the network tells apart, in the order of its outputs."""


class ClaimNetwork:
    """The network, with the form in which it is asked."""

    def __init__(self, reader: BoundedReader) -> None:
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
        parts = stretches(sentence, has_evidence=evidence is not None)
        context = _Context(asked, is_first, evidence)
        return max((self._of_stretch(part, context) for part in parts), default=0.0)

    def _of_stretch(self, stretch: str, context: _Context) -> float:
        """The same of a stretch, all of which is seen: what stands before it makes room."""
        text = ""
        for share in SHARES:
            text = context.text(stretch, share)
            if self._reader.sees_all(text):
                break
        else:
            words = stretch.split()
            if len(words) > 1:
                half = len(words) // 2
                parts = (" ".join(words[:half]), " ".join(words[half:]))
                return max(self._of_stretch(part, context) for part in parts)
        reading = self._reader.read(text)
        return reading.chances.get(CLAIM, 0.0) if reading is not None else 0.0


@dataclass(frozen=True, slots=True)
class _Context:
    """What stands before a stretch in the text that the network reads."""

    asked: str
    is_first: bool
    evidence: TurnEvidence | None

    def text(self, stretch: str, share: float) -> str:
        return claim_text(
            self.asked, stretch, is_first=self.is_first, evidence=self.evidence, share=share
        )
