"""The objects that all turns share: the brain, the store, the event bus and the clock.

Invariant: the brain is made by the first turn that needs it, never by looking whether it is there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.ports import Clock
from jarvis_voice.store.ports import Store

if TYPE_CHECKING:
    from jarvis_voice.assistant.graph.brain import GraphBrain


class BrainToCome:
    """Makes the brain when the first turn needs it.

    Args:
        make: Gives the brain; the first call makes it, since its libraries take a second.

    Attributes:
        made: The brain, once there is one.
    """

    def __init__(self, make: Callable[[], Awaitable[GraphBrain]]) -> None:
        self._make = make
        self.made: GraphBrain | None = None

    async def get(self) -> GraphBrain:
        """The brain, made where there is none yet.

        Raises:
            JarvisError: It cannot be made.
        """
        self.made = await self._make()
        return self.made


@dataclass(frozen=True, slots=True)
class TurnDependencies:
    """The objects that all turns share.

    Attributes:
        brain: Answers.
        store: Where turns are written down.
        bus: Where events go.
        clock: Event times, and the wall clock.
        turn_seconds: How long a whole turn may take.
    """

    brain: BrainToCome
    store: Store
    bus: Bus
    clock: Clock
    turn_seconds: float

    def report(self, code: str, message: str) -> None:
        """Tell of something a user should know."""
        self.bus.publish(ProblemReported(self.clock.seconds(), code, message))
