"""PostgresStore: a whole store in a PostgreSQL database.

Invariant: its parts write through one pool; who opens it closes the turns of processes that are no
more.
"""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Self

from jarvis_voice.store.postgres.briefings import PostgresBriefingStore
from jarvis_voice.store.postgres.database import PostgresDatabase
from jarvis_voice.store.postgres.erasure import PostgresErasureStore
from jarvis_voice.store.postgres.interruptions import PostgresInterruptionStore
from jarvis_voice.store.postgres.latency import PostgresLatencyStore
from jarvis_voice.store.postgres.memory import PostgresMemoryStore
from jarvis_voice.store.postgres.people import PostgresPeopleStore
from jarvis_voice.store.postgres.profiles import PostgresProfileStore
from jarvis_voice.store.postgres.schedule import PostgresScheduleStore
from jarvis_voice.store.postgres.turns import PostgresTurnStore
from jarvis_voice.store.postgres.writer_lease import WriterLease

if TYPE_CHECKING:
    from collections.abc import Mapping

    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

    from jarvis_voice.store.ports import IsWhole, Report
    from jarvis_voice.store.postgres.place import PostgresPlace
    from jarvis_voice.store.records import Damage


class PostgresStore:
    """A whole store in a PostgreSQL database; implements `ports.Store`.

    Args:
        place: Where it is.
        home: What tells this Jarvis from others of the same database; the same after a restart.
        patience_seconds: How long to wait at the start for a server that is not there yet.

    Attributes:
        database: The open database.
        turns: Turns and their transcripts.
    """

    def __init__(self, place: PostgresPlace, home: str, patience_seconds: float = 0.0) -> None:
        self.database = PostgresDatabase(place, patience_seconds)
        self._lease = WriterLease(self.database, home)
        self._home = home
        self.turns = PostgresTurnStore(self.database, self._lease)

    async def __aenter__(self) -> Self:
        """Connect and migrate.

        Raises:
            StoreError: The server cannot be reached, or the database not be written.
        """
        await self.database.__aenter__()
        try:
            await self._lease.__aenter__()
            await self.turns.numbers.refill()
        except BaseException:
            await self._lease.__aexit__()
            await self.database.__aexit__()
            raise
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.turns.numbers.give_back()
        await self._lease.__aexit__(*exc)
        await self.database.__aexit__(*exc)

    @cached_property
    def interruptions(self) -> PostgresInterruptionStore:
        """What a crash cut short."""
        return PostgresInterruptionStore(self.database)

    @cached_property
    def memory(self) -> PostgresMemoryStore:
        """Facts and lists."""
        return PostgresMemoryStore(self.database)

    @cached_property
    def profiles(self) -> PostgresProfileStore:
        """What users are called, and where they live."""
        return PostgresProfileStore(self.database)

    @cached_property
    def schedule(self) -> PostgresScheduleStore:
        """What was set for later."""
        return PostgresScheduleStore(self.database, self._home)

    @cached_property
    def latency(self) -> PostgresLatencyStore:
        """Stage times."""
        return PostgresLatencyStore(self.database)

    @cached_property
    def briefings(self) -> PostgresBriefingStore:
        """Briefings, feeds and what was told."""
        return PostgresBriefingStore(self.database)

    @cached_property
    def erasure(self) -> PostgresErasureStore:
        """Forgets."""
        return PostgresErasureStore(self.database)

    @cached_property
    def people(self) -> PostgresPeopleStore:
        """Users and their tokens."""
        return PostgresPeopleStore(self.database)

    @property
    def damage(self) -> Damage | None:
        """None: a server looks after its own files."""
        return None

    def checkpointer(
        self, report: Report | None = None, is_whole: IsWhole | None = None
    ) -> AsyncPostgresSaver:
        """LangGraph's saver on the pool; reads plain msgpack types only.

        Raises:
            StoreError: The database is not open.
        """
        os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
        from jarvis_voice.store.postgres.checkpoint_saver import PooledSaver

        return PooledSaver(self.database, self._lease, report, is_whole)

    async def newly_unreadable(self) -> Mapping[str, int]:
        """None: the server takes no row of another shape."""
        return {}

    async def take_over_memory(self) -> bool:
        """There is no other store to know of."""
        return False
