"""SqliteStore: a whole store in one SQLite file, which only one process writes.

Invariant: its parts write through one connection; who opens it closes the turns that a crash left
open.
"""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from jarvis_voice.store.records import Damage
from jarvis_voice.store.sqlite.briefings import SqliteBriefingStore
from jarvis_voice.store.sqlite.database import Database
from jarvis_voice.store.sqlite.erasure import SqliteErasureStore
from jarvis_voice.store.sqlite.interruptions import SqliteInterruptionStore
from jarvis_voice.store.sqlite.latency import SqliteLatencyStore
from jarvis_voice.store.sqlite.memory import SqliteMemoryStore
from jarvis_voice.store.sqlite.people import SqlitePeopleStore
from jarvis_voice.store.sqlite.profiles import SqliteProfileStore
from jarvis_voice.store.sqlite.schedule import SqliteScheduleStore
from jarvis_voice.store.sqlite.turns import SqliteTurnStore
from jarvis_voice.store.sqlite.unreadable_rows import newly_unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    from jarvis_voice.store.ports import IsWhole, Report


class SqliteStore:
    """A whole store in one SQLite file; implements `ports.Store`.

    Args:
        file: Where it is.
        is_kept: False where it cannot be used: what is written then lasts as long as this process.
        is_passing: Whether this process ends with its command, so that nothing of it can matter.
        is_known: Whether what was kept before could be read.

    Attributes:
        database: The file.
        turns: Turns and their transcripts.
    """

    def __init__(
        self,
        file: Path,
        *,
        is_kept: bool = True,
        is_passing: bool = False,
        is_known: bool = True,
    ) -> None:
        self.database = Database(file, is_kept=is_kept, is_passing=is_passing, is_known=is_known)
        self.turns = SqliteTurnStore(self.database)

    async def __aenter__(self) -> Self:
        """Open, check and migrate.

        Raises:
            StoreError: The file cannot be opened or written.
        """
        await self.database.__aenter__()
        try:
            await self.turns.count_on()
        except BaseException:
            await self.database.__aexit__()
            raise
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.database.__aexit__(*exc)

    @cached_property
    def interruptions(self) -> SqliteInterruptionStore:
        """What a crash cut short."""
        return SqliteInterruptionStore(self.database)

    @cached_property
    def memory(self) -> SqliteMemoryStore:
        """Facts and lists."""
        return SqliteMemoryStore(self.database)

    @cached_property
    def profiles(self) -> SqliteProfileStore:
        """What users are called, and where they live."""
        return SqliteProfileStore(self.database)

    @cached_property
    def schedule(self) -> SqliteScheduleStore:
        """What was set for later."""
        return SqliteScheduleStore(self.database)

    @cached_property
    def latency(self) -> SqliteLatencyStore:
        """Stage times."""
        return SqliteLatencyStore(self.database)

    @cached_property
    def briefings(self) -> SqliteBriefingStore:
        """Briefings, feeds and what was told."""
        return SqliteBriefingStore(self.database)

    @cached_property
    def erasure(self) -> SqliteErasureStore:
        """Forgets."""
        return SqliteErasureStore(self.database)

    @cached_property
    def people(self) -> SqlitePeopleStore:
        """Users and their tokens."""
        return SqlitePeopleStore(self.database)

    @property
    def damage(self) -> Damage | None:
        """Where a damaged file was moved when this one was opened, and what was saved of it."""
        return self.database.damage

    def checkpointer(
        self,
        report: Report | None = None,
        is_whole: IsWhole | None = None,
    ) -> AsyncSqliteSaver:
        """LangGraph's saver on this connection; reads plain msgpack types only."""
        os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
        from jarvis_voice.store.sqlite.checkpoint_saver import TolerantSaver

        saver = TolerantSaver(self.database.connection, report, is_whole)
        saver.lock = self.database.writing  # else its commit would cut a transaction of ours in two
        return saver

    async def newly_unreadable(self) -> Mapping[str, int]:
        """How many rows of each table cannot be read and were not told before."""
        return await newly_unreadable(self.database)

    async def take_over_memory(self) -> bool:
        """Know what users told the file that cannot be written; whether there is anything.

        Raises:
            StoreError: This one is not open.
        """
        return bool(await self.database.know(self.database.path, "facts", "notes", "profile"))
