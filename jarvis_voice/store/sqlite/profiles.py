"""SqliteProfileStore: keeps what users said of their own person, one row for each thing.

Invariant: what another value has replaced is gone from the file.
"""

from __future__ import annotations

from datetime import datetime

from jarvis_voice.store import limits
from jarvis_voice.store.records import Profile
from jarvis_voice.store.sqlite.database import Database, Statement
from jarvis_voice.store.sqlite.row_conditions import readable

_DROP = "DELETE FROM profile WHERE user_id = ? AND field = ?"
_KEEP = "INSERT INTO profile (user_id, field, value, turn_id, said_at) VALUES (?, ?, ?, ?, ?)"


class SqliteProfileStore:
    """Keeps names, cities, birthdays and units in the file; implements `ports.ProfileStore`.

    Args:
        database: The file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def is_known(self) -> bool:
        """Whether what was kept before could be read."""
        return self._database.is_known

    async def profile(self, user_id: str) -> Profile:
        """What is known of a user."""
        sql = f"SELECT field, value FROM profile WHERE user_id = ? AND {readable('profile')}"  # noqa: S608 - our own
        return Profile(**dict(await self._database.rows(sql, user_id)))

    async def keep(
        self, user_id: str, field: str, value: str, turn_id: str, said_at: datetime
    ) -> None:
        """Keep one thing of a user's person, in place of what was there."""
        limits.check_length(value)
        self._database.check_kept("remembered")
        stamp = said_at.isoformat(timespec="seconds")
        kept: Statement = (_KEEP, (user_id, field, value, turn_id, stamp))
        await self._database.erase((_DROP, (user_id, field)), kept)

    async def drop(self, user_id: str, field: str) -> bool:
        """Forget one thing of a user's person; whether it was there."""
        self._database.check_kept("forgotten")
        return bool(await self._database.erase((_DROP, (user_id, field))))
