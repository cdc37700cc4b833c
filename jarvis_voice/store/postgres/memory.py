"""PostgresMemoryStore: keeps what users asked for, across threads: facts, and lists of notes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from jarvis_voice.store import limits
from jarvis_voice.store.postgres.database import PostgresDatabase
from jarvis_voice.store.records import Fact, Note

_KEEP_FACT = "INSERT INTO jarvis_facts (user_id, text, turn_id, said_at) VALUES (%s, %s, %s, %s)"
_FORGET_FACTS = "DELETE FROM jarvis_facts WHERE user_id = %s AND number = ANY(%s)"
_HAS_FACT = (
    "SELECT 1 FROM jarvis_facts WHERE user_id = %s "
    'AND lower(text COLLATE "C") = lower(%s COLLATE "C")'
)
_ADD_NOTE = (
    "INSERT INTO jarvis_notes (user_id, list_name, text, added_at, turn_id) "
    "VALUES (%s, %s, %s, %s, %s)"
)


class PostgresMemoryStore:
    """Keeps facts and notes in the database; implements `ports.MemoryStore`.

    Args:
        database: Where.
    """

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    @property
    def is_known(self) -> bool:
        """Whether what was kept before could be read."""
        return True

    async def keep_fact(
        self,
        user_id: str,
        text: str,
        turn_id: str,
        said_at: datetime,
        instead_of: tuple[int, ...] = (),
    ) -> bool:
        """Keep a fact; False where this user has it already."""
        limits.check_length(text)
        if await self._database.rows(_HAS_FACT, user_id, text):
            return False
        sql = (
            "SELECT count(*) FROM jarvis_facts WHERE user_id = %s "
            "AND NOT number = ANY(%s::bigint[])"
        )
        count: int = await self._database.value(sql, user_id, list(instead_of))
        limits.check_room("facts", limits.MOST_FACTS, count + 1)
        stamp = said_at.isoformat(timespec="seconds")
        await self._database.write(
            (_FORGET_FACTS, (user_id, list(instead_of))),
            (_KEEP_FACT, (user_id, text, turn_id, stamp)),
        )
        return True

    async def facts(self, user_id: str) -> tuple[Fact, ...]:
        """All facts of a user, oldest first."""
        sql = (
            "SELECT number, text, turn_id, said_at FROM jarvis_facts "
            "WHERE user_id = %s ORDER BY number"
        )
        return tuple(
            Fact(number, text, turn_id, datetime.fromisoformat(said_at))
            for number, text, turn_id, said_at in await self._database.rows(sql, user_id)
        )

    async def forget_facts(self, user_id: str, numbers: tuple[int, ...]) -> int:
        """Forget facts of a user; how many there were."""
        gone = await self._database.write((_FORGET_FACTS, (user_id, list(numbers))))
        await self._database.rebuild("jarvis_facts")
        return gone

    async def add_notes(
        self,
        user_id: str,
        list_name: str,
        texts: Sequence[str],
        added_at: datetime,
        turn_id: str = "",
    ) -> None:
        """Add entries to a list, all of them or none; who forgets the turn forgets them."""
        limits.check_length(list_name, *texts)
        sql = "SELECT count(*) FROM jarvis_notes WHERE user_id = %s"
        count: int = await self._database.value(sql, user_id)
        limits.check_room("notes", limits.MOST_NOTES, count + len(texts))
        stamp = added_at.isoformat(timespec="seconds")
        await self._database.write(
            *((_ADD_NOTE, (user_id, list_name, text, stamp, turn_id)) for text in texts)
        )

    async def notes(self, user_id: str, list_name: str) -> tuple[Note, ...]:
        """The entries of a user's list, oldest first."""
        sql = (
            "SELECT number, list_name, text, added_at FROM jarvis_notes "
            "WHERE user_id = %s AND list_name = %s ORDER BY number"
        )
        return tuple(
            Note(number, name, text, datetime.fromisoformat(added_at))
            for number, name, text, added_at in await self._database.rows(sql, user_id, list_name)
        )

    async def list_names(self, user_id: str) -> tuple[str, ...]:
        """The user's lists that have entries, in the order of their first one."""
        sql = (
            "SELECT list_name FROM jarvis_notes WHERE user_id = %s "
            "GROUP BY list_name ORDER BY min(number)"
        )
        return tuple(name for (name,) in await self._database.rows(sql, user_id))

    async def remove_notes(self, user_id: str, numbers: tuple[int, ...]) -> int:
        """Remove entries of a user's lists; how many there were."""
        sql = "DELETE FROM jarvis_notes WHERE user_id = %s AND number = ANY(%s)"
        gone = await self._database.write((sql, (user_id, list(numbers))))
        self._database.rebuild_soon("jarvis_notes")
        return gone
