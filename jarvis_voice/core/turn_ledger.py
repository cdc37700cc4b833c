"""Collects what one turn cost and how its answer was found, while the turn runs.

Invariant: nothing decides by reading a ledger; it is written down when the turn ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

TraceKind = Literal["thought", "action", "observation"]

LONGEST_LINE = 2_000
"""Characters of one line of the trace; a page that was read is not kept whole."""


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens of one call of a language model, as its server counted them."""

    model: str
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One line in the trace of a turn."""

    kind: TraceKind
    text: str


def _nobody_counts(_: Usage) -> None:
    return


@dataclass(slots=True)
class TurnLedger:
    """The tokens and the trace of one turn, in order.

    Attributes:
        tell: Tells each call of a model as it is counted.
    """

    tell: Callable[[Usage], None] = _nobody_counts
    usage: list[Usage] = field(default_factory=list)
    trace: list[TraceLine] = field(default_factory=list)

    def spent(self, usage: Usage) -> None:
        """Count one call of a model."""
        self.usage.append(usage)
        self.tell(usage)

    def note(self, kind: TraceKind, text: str) -> None:
        """Add a line to the trace."""
        self.trace.append(TraceLine(kind, text[:LONGEST_LINE]))
