"""MemoryStore: what the user asked to be kept, across threads: facts, and lists of notes.

Invariant: it writes through the one connection of the thread database, under its lock; what is
forgotten is gone from the file. The transcript of the turn that said it is a thread's, not ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from jarvis_voice.core.errors import ToolError
from jarvis_voice.store.sqlite.database import Statement
from jarvis_voice.store.sqlite.threads import ThreadStore

LONGEST_TEXT = 300
"""Characters of a fact or an entry."""

MOST_FACTS = 500
MOST_NOTES = 1_000
"""Rows there may be. With texts this short, all of them are read in a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something the user said of themself.

    Attributes:
        number: Its row.
        text: In the user's words.
        turn_id: The turn in which the user said it.
        said_at: When.
    """

    number: int
    text: str
    turn_id: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Note:
    """One entry of a list."""

    number: int
    list_name: str
    text: str
    added_at: datetime


class MemoryStore:
    """Facts and lists of this user."""

    def __init__(self, threads: ThreadStore) -> None:
        self._database = threads.database

    async def keep_fact(
        self, text: str, turn_id: str, said_at: datetime, instead_of: tuple[int, ...] = ()
    ) -> bool:
        """Keep a fact; False where it is kept already, in whatever capitals.

        Args:
            text: In the user's words.
            turn_id: The turn in which they were said.
            said_at: When.
            instead_of: Facts that it replaces, in the same transaction.

        Raises:
            ToolError: It is too long, or there are too many.
            StoreError: The file cannot be written; nothing has changed.
        """
        _check_length(text)
        self._database.check_kept("remembered")
        if await self._database.value(
            "SELECT count(*) FROM facts WHERE text = ? COLLATE NOCASE", text
        ):
            return False
        await self._check_room("facts", MOST_FACTS, adding=1 - len(instead_of))
        kept: Statement = (
            "INSERT INTO facts (text, turn_id, said_at) VALUES (?, ?, ?)",
            (text, turn_id, said_at.isoformat(timespec="seconds")),
        )
        if instead_of:
            await self._database.erase(*_deletions("facts", instead_of), kept)
        else:
            await self._database.write(kept)
        return True

    async def facts(self) -> tuple[Fact, ...]:
        """All facts, oldest first.

        Raises:
            StoreError: The file cannot be read.
        """
        sql = "SELECT number, text, turn_id, said_at FROM facts ORDER BY number"
        return tuple(
            Fact(number, text, turn_id, datetime.fromisoformat(said_at))
            for number, text, turn_id, said_at in await self._database.rows(sql)
        )

    async def forget_facts(self, numbers: tuple[int, ...]) -> int:
        """Forget facts; how many there were.

        Raises:
            StoreError: The file cannot be written; nothing has changed.
        """
        self._database.check_kept("forgotten")
        return await self._database.erase(*_deletions("facts", numbers))

    async def add_note(
        self, list_name: str, text: str, added_at: datetime, turn_id: str = ""
    ) -> None:
        """Add an entry to a list, which is made by its first entry.

        Raises:
            ToolError: It is too long, or there are too many.
            StoreError: The file cannot be written; nothing has changed.
        """
        await self.add_notes(list_name, (text,), added_at, turn_id)

    async def add_notes(
        self, list_name: str, texts: Sequence[str], added_at: datetime, turn_id: str = ""
    ) -> None:
        """Add entries to a list, all of them or none; who forgets the turn forgets them.

        Raises:
            ToolError: One is too long, or there are too many.
            StoreError: The file cannot be written; nothing has changed.
        """
        for text in (list_name, *texts):
            _check_length(text)
        self._database.check_kept("remembered")
        await self._check_room("notes", MOST_NOTES, adding=len(texts))
        sql = "INSERT INTO notes (list_name, text, added_at, turn_id) VALUES (?, ?, ?, ?)"
        stamp = added_at.isoformat(timespec="seconds")
        await self._database.write(*((sql, (list_name, text, stamp, turn_id)) for text in texts))

    async def notes(self, list_name: str) -> tuple[Note, ...]:
        """A list's entries, oldest first.

        Raises:
            StoreError: The file cannot be read.
        """
        sql = "SELECT number, list_name, text, added_at FROM notes WHERE list_name = ? ORDER BY 1"
        return tuple(
            Note(number, name, text, datetime.fromisoformat(added_at))
            for number, name, text, added_at in await self._database.rows(sql, list_name)
        )

    async def list_names(self) -> tuple[str, ...]:
        """The lists that have entries, in the order of their first one.

        Raises:
            StoreError: The file cannot be read.
        """
        sql = "SELECT list_name FROM notes GROUP BY list_name ORDER BY min(number)"
        return tuple(name for (name,) in await self._database.rows(sql))

    async def remove_notes(self, numbers: tuple[int, ...]) -> int:
        """Remove entries; how many there were.

        Raises:
            StoreError: The file cannot be written; nothing has changed.
        """
        self._database.check_kept("removed")
        return await self._database.erase(*_deletions("notes", numbers))

    async def _check_room(self, table: str, most: int, *, adding: int) -> None:
        count: int = await self._database.value(f"SELECT count(*) FROM {table}")  # noqa: S608 - two constants
        if count + adding > most:
            raise ToolError(
                "memory-full",
                f"I can keep {most} {table} at the most, and that many there are. "
                "Let me forget some first.",
            )


def _check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise ToolError(
            "too-long", f"That is too long for me to keep: {LONGEST_TEXT} characters is the most."
        )


def _deletions(table: str, numbers: Sequence[int]) -> list[Statement]:
    sql = f"DELETE FROM {table} WHERE number = ?"  # noqa: S608 - two constants
    return [(sql, (number,)) for number in numbers]
