"""Data of one turn that its graph nodes share, outside the stored state; no model sees it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from jarvis_voice.core.events import Event
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.turn_ledger import TurnLedger
from jarvis_voice.core.types import ReceiptKind, Reply, TurnInput
from jarvis_voice.core.understanding import Understanding


def _nobody_listens(_: str) -> None:
    return


async def _nobody_records(_: ReceiptKind | None) -> None:
    return


@dataclass(slots=True)
class TurnUnderstanding:
    """What the turn's words ask for, from its first plan on; only TaskPlanner writes it.

    Attributes:
        value: None until the words are read; what a pause or a confirmed action brings along.
    """

    value: Understanding | None = None


@dataclass(frozen=True, slots=True)
class TurnContext:
    """The turn's input, clock and outputs, as the graph nodes use them.

    Attributes:
        publish: Tells what happened.
        say: Hands a sentence of the answer to the turn's sink.
        say_meanwhile: Tells the user something while work goes on; it is no part of the answer.
        started_at: When the turn began, on the clock's monotonic seconds.
        ledger: What the turn costs, and how it was thought through.
        record_act: Writes down, for the case of a crash, that an act is about to begin (None), and
            then what its receipt says.
        is_lasting: Whether what is kept now outlives this process.
        understood: What its words ask for: read once, and not stored, for the words are.
    """

    turn: TurnInput
    clock: Clock
    publish: Callable[[Event], None]
    say: Callable[[Reply], None]
    say_meanwhile: Callable[[str], None] = _nobody_listens
    started_at: float = 0.0
    ledger: TurnLedger = field(default_factory=TurnLedger)
    record_act: Callable[[ReceiptKind | None], Awaitable[None]] = _nobody_records
    is_lasting: bool = True
    understood: TurnUnderstanding = field(default_factory=TurnUnderstanding)
