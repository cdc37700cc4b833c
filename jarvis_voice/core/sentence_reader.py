"""What a trained reader takes a sentence for.

Invariant: a proposal; each slot holds words of the sentence itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class MeaningReading:
    """A meaning with its probability.

    Attributes:
        meaning: A name of config/understanding/meanings.yaml.
        confidence: How likely it is the right one, 0 to 1.
        slots: Words of the sentence by slot; several stretches of one slot in their order.
        vector: What the network makes of the whole sentence; only a gallery reads it.
        chances: The meanings that are at all likely, with their probabilities.
    """

    meaning: str
    confidence: float
    slots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    vector: Any = field(default=None, compare=False, repr=False)
    chances: Mapping[str, float] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MoveReading:
    """What a follow-up does, with its probability.

    Attributes:
        chances: Each move with its probability; they add up to 1.
    """

    chances: Mapping[str, float]


class MoveReader(Protocol):
    """Tells what a follow-up does with what was spoken of."""

    def moves(self, text: str, topic: str) -> MoveReading | None:
        """How likely it does what; None where nothing can be read.

        Args:
            text: The turn.
            topic: What the turn before was about.
        """
        ...


OUTCOMES = ("told", "web", "nothing", "failed", "done")
"""What steps can have brought: a lookup answered; strangers' text was read; nothing was found or
done; a step went wrong; an act was done."""


@dataclass(frozen=True, slots=True)
class TurnEvidence:
    """What the steps of a turn have brought before a model answers.

    Attributes:
        outcome: One of `OUTCOMES`.
        told: What was found out, in the words of the tool.
    """

    outcome: str
    told: str


class ClaimReader(Protocol):
    """Tells a false report from company, by a trained network."""

    def likelihood(
        self, asked: str, sentence: str, *, is_first: bool, evidence: TurnEvidence | None = None
    ) -> float:
        """How likely a sentence reports what was not done, or a state that nobody has told.

        Args:
            asked: What the user said.
            sentence: A sentence of the answer, without markup.
            is_first: The answer begins with it.
            evidence: What the steps before it have brought; None where there was none.

        Returns:
            From 0, surely none, to 1.
        """
        ...


class SentenceGallery(Protocol):
    """Sentences that others are compared with."""

    def likeness(self, reading: MeaningReading) -> Sequence[float]:
        """How near a sentence is to each of them, at most 1."""
        ...


class MeaningReader(Protocol):
    """Reads sentences by a trained network."""

    def read(self, text: str) -> MeaningReading | None:
        """What a sentence is taken for; None where nothing can be read."""
        ...

    def gallery(self, sentences: Sequence[str]) -> SentenceGallery:
        """Sentences to compare others with; each is read, which takes its time."""
        ...


class BoundedReader(MeaningReader, Protocol):
    """Reads so many word pieces at once, and no more."""

    def sees_all(self, text: str) -> bool:
        """Whether a text fits in whole: what is behind its end is not read."""
        ...
