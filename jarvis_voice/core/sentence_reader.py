"""What a trained reader takes a sentence for.

Invariant: a proposal; each slot holds words of the sentence itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class MeaningReading:
    """A meaning with its probability.

    Attributes:
        meaning: A name of config/understanding/meanings.yaml.
        confidence: How likely it is the right one, 0 to 1.
        slots: Words of the sentence by slot; several stretches of one slot in their order.
    """

    meaning: str
    confidence: float
    slots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class MeaningReader(Protocol):
    """Reads sentences by a trained network."""

    def read(self, text: str) -> MeaningReading | None:
        """What a sentence is taken for; None where nothing can be read."""
        ...
