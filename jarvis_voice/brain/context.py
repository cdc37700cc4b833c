"""What a turn carries through the graph beside its state: never stored, never shown to a model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jarvis_voice.events import Event
from jarvis_voice.ports import Clock
from jarvis_voice.types import Reply, TurnInput


@dataclass(frozen=True, slots=True)
class TurnContext:
    """One turn's surroundings.

    Attributes:
        publish: Tells what happened.
        say: Hands a sentence of the answer to the turn's sink.
    """

    turn: TurnInput
    clock: Clock
    publish: Callable[[Event], None]
    say: Callable[[Reply], None]
