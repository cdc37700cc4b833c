"""SqliteMemoryStore: keeps what users asked for, across threads: facts, and lists of notes.

Invariant: what is forgotten is gone from the file. The transcript of the turn that said it is a
thread's, not ours.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from jarvis_voice.store import limits
from jarvis_voice.store.records import Fact, Note
from jarvis_voice.store.sqlite.database import Database, Statement
from jarvis_voice.store.sqlite.row_conditions import readable
from jarvis_voice.store.sqlite.schema import next_number

_FORGET_FACT = "DELETE FROM facts WHERE user_id = ? AND number = ?"
_REMOVE_NOTE = "DELETE FROM notes WHERE user_id = ? AND number = ?"


class SqliteMemoryStore:
    """Keeps facts and notes in the file; implements `ports.MemoryStore`.

    Args:
        database: The file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def is_known(self) -> bool:
        """Whether what was kept before could be read."""
        return self._database.is_known

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
        self._database.check_kept("remembered")
        sql = "SELECT count(*) FROM facts WHERE user_id = ? AND text = ? COLLATE NOCASE"
        if await self._database.value(sql, user_id, text):
            return False
        sql = (
            "SELECT count(*) FROM facts WHERE user_id = ? "
            "AND number NOT IN (SELECT value FROM json_each(?))"
        )
        count: int = await self._database.value(sql, user_id, json.dumps(instead_of))
        limits.check_room("facts", limits.MOST_FACTS, count + 1)
        kept: Statement = (
            "INSERT INTO facts (number, user_id, text, turn_id, said_at) "  # noqa: S608 - names of our own
            f"VALUES ({next_number('facts')}, ?, ?, ?, ?)",
            (user_id, text, turn_id, said_at.isoformat(timespec="seconds")),
        )
        if instead_of:
            gone: list[Statement] = [(_FORGET_FACT, (user_id, number)) for number in instead_of]
            await self._database.erase(*gone, kept)
        else:
            await self._database.write(kept)
        return True

    async def facts(self, user_id: str) -> tuple[Fact, ...]:
        """All facts of a user, oldest first."""
        sql = (
            "SELECT number, text, turn_id, said_at FROM facts "  # noqa: S608 - our own
            f"WHERE user_id = ? AND {readable('facts')} ORDER BY number"
        )
        return tuple(
            Fact(number, text, turn_id, datetime.fromisoformat(said_at))
            for number, text, turn_id, said_at in await self._database.rows(sql, user_id)
        )

    async def forget_facts(self, user_id: str, numbers: tuple[int, ...]) -> int:
        """Forget facts of a user; how many there were."""
        self._database.check_kept("forgotten")
        return await self._database.erase(*((_FORGET_FACT, (user_id, one)) for one in numbers))

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
        self._database.check_kept("remembered")
        sql = "SELECT count(*) FROM notes WHERE user_id = ?"
        count: int = await self._database.value(sql, user_id)
        limits.check_room("notes", limits.MOST_NOTES, count + len(texts))
        sql = (
            "INSERT INTO notes (number, user_id, list_name, text, added_at, turn_id) "  # noqa: S608 - names of our own
            f"VALUES ({next_number('notes')}, ?, ?, ?, ?, ?)"
        )
        stamp = added_at.isoformat(timespec="seconds")
        await self._database.write(
            *((sql, (user_id, list_name, text, stamp, turn_id)) for text in texts)
        )

    async def notes(self, user_id: str, list_name: str) -> tuple[Note, ...]:
        """The entries of a user's list, oldest first."""
        sql = (
            "SELECT number, list_name, text, added_at FROM notes "  # noqa: S608 - our own
            f"WHERE user_id = ? AND list_name = ? AND {readable('notes')} ORDER BY number"
        )
        return tuple(
            Note(number, name, text, datetime.fromisoformat(added_at))
            for number, name, text, added_at in await self._database.rows(sql, user_id, list_name)
        )

    async def list_names(self, user_id: str) -> tuple[str, ...]:
        """The user's lists that have entries, in the order of their first one."""
        sql = (
            f"SELECT list_name FROM notes WHERE user_id = ? AND {readable('notes')} "  # noqa: S608 - our own
            "GROUP BY list_name ORDER BY min(number)"
        )
        return tuple(name for (name,) in await self._database.rows(sql, user_id))

    async def remove_notes(self, user_id: str, numbers: tuple[int, ...]) -> int:
        """Remove entries of a user's lists; how many there were."""
        self._database.check_kept("removed")
        return await self._database.erase(*((_REMOVE_NOTE, (user_id, one)) for one in numbers))
