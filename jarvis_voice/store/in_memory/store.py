"""InMemoryStore: a whole store in plain Python, with the limits and errors of one in a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Self

from jarvis_voice.store.in_memory.briefings import InMemoryBriefingStore
from jarvis_voice.store.in_memory.erasure import InMemoryErasureStore
from jarvis_voice.store.in_memory.memory import InMemoryMemoryStore
from jarvis_voice.store.in_memory.people import InMemoryPeopleStore
from jarvis_voice.store.in_memory.profiles import InMemoryProfileStore
from jarvis_voice.store.in_memory.schedule import InMemoryScheduleStore
from jarvis_voice.store.in_memory.tables import Tables
from jarvis_voice.store.in_memory.turns import (
    InMemoryInterruptionStore,
    InMemoryLatencyStore,
    InMemoryTurnStore,
)
from jarvis_voice.store.records import Damage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from langgraph.checkpoint.memory import InMemorySaver

    from jarvis_voice.store.ports import IsWhole, Report


class InMemoryStore:
    """A whole store in memory; implements `ports.Store`.

    Args:
        tables: The rows; None is none yet. Who hands the same ones in again opens them anew.
        is_kept: False behaves as where no file can be used.
        is_passing: Whether this process ends with its command.
        is_known: Whether what was kept before could be read.

    Attributes:
        turns: Turns and their transcripts.
        interruptions: What a crash cut short.
        memory: Facts and lists.
        profiles: What users are called, and where they live.
        schedule: What was set for later.
        latency: Stage times.
        erasure: Forgets.
        people: Users and their tokens.
        damage: None: memory is never found damaged.
    """

    def __init__(
        self,
        tables: Tables | None = None,
        *,
        is_kept: bool = True,
        is_passing: bool = False,
        is_known: bool = True,
    ) -> None:
        self._tables = tables or Tables()
        self.turns = InMemoryTurnStore(self._tables, is_kept=is_kept)
        self.interruptions = InMemoryInterruptionStore(self._tables)
        self.memory = InMemoryMemoryStore(self._tables, is_kept=is_kept, is_known=is_known)
        self.profiles = InMemoryProfileStore(self._tables, is_kept=is_kept, is_known=is_known)
        self.schedule = InMemoryScheduleStore(
            self._tables, is_kept=is_kept, is_passing=is_passing, is_known=is_known
        )
        self.latency = InMemoryLatencyStore(self._tables)
        self.briefings = InMemoryBriefingStore(self._tables)
        self.erasure = InMemoryErasureStore(self._tables, is_kept=is_kept)
        self.people = InMemoryPeopleStore(self._tables, is_kept=is_kept)
        self.damage: Damage | None = None

    async def __aenter__(self) -> Self:
        """Open; turns that a crash left open are closed."""
        self._tables.open()
        self.turns.count_on()
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._tables.is_open = False

    def checkpointer(
        self,
        report: Report | None = None,  # noqa: ARG002 - of the port: in memory nothing is damaged
        is_whole: IsWhole | None = None,  # noqa: ARG002 - likewise
    ) -> InMemorySaver:
        """LangGraph's saver in memory; reads plain msgpack types only."""
        self._tables.check_open()
        os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
        from langgraph.checkpoint.memory import InMemorySaver

        if self._tables.saver is None:
            self._tables.saver = InMemorySaver()
        saver: InMemorySaver = self._tables.saver
        return saver

    async def newly_unreadable(self) -> Mapping[str, int]:
        """In memory every row can be read."""
        self._tables.check_open()
        return {}

    async def take_over_memory(self) -> bool:
        """There is no other store to know of."""
        self._tables.check_open()
        return False
