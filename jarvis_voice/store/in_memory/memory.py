"""InMemoryMemoryStore: keeps facts and lists of notes in memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from string import ascii_lowercase, ascii_uppercase

from jarvis_voice.store import limits
from jarvis_voice.store.in_memory.tables import KeptNote, Tables
from jarvis_voice.store.records import Fact, Note

_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)


class InMemoryMemoryStore:
    """Keeps facts and notes in memory; implements `ports.MemoryStore`.

    Args:
        tables: The rows.
        is_kept: Whether they outlive the store.
        is_known: Whether what was kept before could be read.
    """

    def __init__(self, tables: Tables, *, is_kept: bool, is_known: bool) -> None:
        self._tables = tables
        self._is_kept = is_kept
        self._is_known = is_known

    @property
    def is_known(self) -> bool:
        """Whether what was kept before could be read."""
        return self._is_known

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
        self._check("remembered")
        facts = await self.facts(user_id)
        if any(one.text.translate(_SMALL) == text.translate(_SMALL) for one in facts):
            return False
        count = sum(one.number not in instead_of for one in facts)
        limits.check_room("facts", limits.MOST_FACTS, count + 1)
        self._drop_facts(user_id, instead_of)
        fact = Fact(self._tables.next("facts"), text, turn_id, said_at.replace(microsecond=0))
        self._tables.facts[fact.number] = (user_id, fact)
        return True

    async def facts(self, user_id: str) -> tuple[Fact, ...]:
        """All facts of a user, oldest first."""
        self._tables.check_open()
        facts = self._tables.facts
        return tuple(facts[number][1] for number in sorted(facts) if facts[number][0] == user_id)

    async def forget_facts(self, user_id: str, numbers: tuple[int, ...]) -> int:
        """Forget facts of a user; how many there were."""
        self._check("forgotten")
        return self._drop_facts(user_id, numbers)

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
        self._check("remembered")
        count = sum(one.user_id == user_id for one in self._tables.notes.values())
        limits.check_room("notes", limits.MOST_NOTES, count + len(texts))
        for text in texts:
            number = self._tables.next("notes")
            note = Note(number, list_name, text, added_at.replace(microsecond=0))
            self._tables.notes[number] = KeptNote(user_id, turn_id, note)

    async def notes(self, user_id: str, list_name: str) -> tuple[Note, ...]:
        """The entries of a user's list, oldest first."""
        return tuple(one for one in self._notes_of(user_id) if one.list_name == list_name)

    async def list_names(self, user_id: str) -> tuple[str, ...]:
        """The user's lists that have entries, in the order of their first one."""
        return tuple(dict.fromkeys(one.list_name for one in self._notes_of(user_id)))

    async def remove_notes(self, user_id: str, numbers: tuple[int, ...]) -> int:
        """Remove entries of a user's lists; how many there were."""
        self._check("removed")
        theirs = {one.number for one in self._notes_of(user_id)} & set(numbers)
        for number in theirs:
            del self._tables.notes[number]
        return len(theirs)

    def _check(self, done: str) -> None:
        limits.check_kept(done, is_kept=self._is_kept)
        self._tables.check_open()

    def _drop_facts(self, user_id: str, numbers: tuple[int, ...]) -> int:
        facts = self._tables.facts
        theirs = {number for number in numbers if number in facts and facts[number][0] == user_id}
        for number in theirs:
            del facts[number]
        return len(theirs)

    def _notes_of(self, user_id: str) -> list[Note]:
        self._tables.check_open()
        kept = sorted(self._tables.notes.items())
        return [one.note for _, one in kept if one.user_id == user_id]
