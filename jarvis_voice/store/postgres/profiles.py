"""PostgresProfileStore: keeps what users said of their own person, one row for each thing."""

from __future__ import annotations

from datetime import datetime

from jarvis_voice.store import limits
from jarvis_voice.store.postgres.database import PostgresDatabase
from jarvis_voice.store.records import Profile

_KEEP = (
    "INSERT INTO jarvis_profile (user_id, field, value, turn_id, said_at) "
    "VALUES (%s, %s, %s, %s, %s) ON CONFLICT (user_id, field) DO UPDATE "
    "SET value = excluded.value, turn_id = excluded.turn_id, said_at = excluded.said_at"
)


class PostgresProfileStore:
    """Keeps names, cities, birthdays and units; implements `ports.ProfileStore`.

    Args:
        database: Where.
    """

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    @property
    def is_known(self) -> bool:
        """Whether what was kept before could be read."""
        return True

    async def profile(self, user_id: str) -> Profile:
        """What is known of a user."""
        sql = "SELECT field, value FROM jarvis_profile WHERE user_id = %s"
        return Profile(**dict(await self._database.rows(sql, user_id)))

    async def keep(
        self, user_id: str, field: str, value: str, turn_id: str, said_at: datetime
    ) -> None:
        """Keep one thing of a user's person, in place of what was there."""
        limits.check_length(value)
        stamp = said_at.isoformat(timespec="seconds")
        await self._database.write((_KEEP, (user_id, field, value, turn_id, stamp)))

    async def drop(self, user_id: str, field: str) -> bool:
        """Forget one thing of a user's person; whether it was there."""
        sql = "DELETE FROM jarvis_profile WHERE user_id = %s AND field = %s"
        was_there = await self._database.write((sql, (user_id, field)))
        await self._database.rebuild("jarvis_profile")
        return bool(was_there)
