"""InMemoryProfileStore: keeps what users said of their own person in memory."""

from __future__ import annotations

from datetime import datetime

from jarvis_voice.store import limits
from jarvis_voice.store.in_memory.tables import Tables
from jarvis_voice.store.records import Profile, ProfileField


class InMemoryProfileStore:
    """Keeps names, cities, birthdays and units in memory; implements `ports.ProfileStore`.

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

    async def profile(self, user_id: str) -> Profile:
        """What is known of a user."""
        self._tables.check_open()
        rows = self._tables.profile.items()
        return Profile(**{field: one.value for (owner, field), one in rows if owner == user_id})

    async def keep(
        self, user_id: str, field: str, value: str, turn_id: str, said_at: datetime
    ) -> None:
        """Keep one thing of a user's person, in place of what was there."""
        limits.check_length(value)
        self._check("remembered")
        stamp = said_at.isoformat(timespec="seconds")
        self._tables.profile[user_id, field] = ProfileField(field, value, turn_id, stamp)

    async def drop(self, user_id: str, field: str) -> bool:
        """Forget one thing of a user's person; whether it was there."""
        self._check("forgotten")
        return self._tables.profile.pop((user_id, field), None) is not None

    def _check(self, done: str) -> None:
        limits.check_kept(done, is_kept=self._is_kept)
        self._tables.check_open()
