"""PassingPostgresStore: keeps things for this run, while the database cannot be written.

Invariant: what users told Jarvis before is still known where the database can be read.
"""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import TYPE_CHECKING

from jarvis_voice.core.errors import StoreError
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.store.in_memory.tables import KeptNote, Tables
from jarvis_voice.store.postgres.reader import PostgresReader
from jarvis_voice.store.records import Fact, Note, ProfileField

if TYPE_CHECKING:
    from jarvis_voice.store.postgres.place import PostgresPlace


class PassingPostgresStore(InMemoryStore):
    """A store in memory that knows what the database has.

    Args:
        place: Where the database is.
        is_passing: Whether this process ends with its command.
        is_known: Whether what was kept before could be read.
    """

    def __init__(
        self, place: PostgresPlace, *, is_passing: bool = False, is_known: bool = True
    ) -> None:
        tables = Tables()
        super().__init__(tables, is_kept=False, is_passing=is_passing, is_known=is_known)
        self._known = tables
        self._reader = PostgresReader(place)

    async def take_over_memory(self) -> bool:
        """Know what users told the database that cannot be written; whether there is anything."""
        self._known.check_open()
        try:
            await asyncio.to_thread(self._take_over)
        except StoreError:
            return False
        return bool(self._known.facts or self._known.notes or self._known.profile)

    def _take_over(self) -> None:
        sql = "SELECT number, user_id, text, turn_id, said_at FROM jarvis_facts ORDER BY number"
        for number, user_id, text, turn_id, said_at in self._reader.rows(sql):
            fact = Fact(number, text, turn_id, datetime.fromisoformat(said_at))
            self._known.facts[number] = user_id, fact
        sql = (
            "SELECT number, user_id, turn_id, list_name, text, added_at FROM jarvis_notes "
            "ORDER BY number"
        )
        for number, user_id, turn_id, list_name, text, added_at in self._reader.rows(sql):
            note = Note(number, list_name, text, datetime.fromisoformat(added_at))
            self._known.notes[number] = KeptNote(user_id, turn_id, note)
        sql = "SELECT user_id, field, value, turn_id, said_at FROM jarvis_profile"
        for user_id, *said in self._reader.rows(sql):
            self._known.profile[user_id, said[0]] = ProfileField(*said)
