"""SqlitePeopleStore: keeps users and the digests of their tokens in the file.

Invariant: nothing is remembered beside the file, so a change holds from the next look-up on.
"""

from __future__ import annotations

from datetime import UTC, datetime

from jarvis_voice.core.types import ME, scopes_text
from jarvis_voice.store import limits
from jarvis_voice.store.records import KeptToken, User
from jarvis_voice.store.sqlite.database import Database
from jarvis_voice.store.sqlite.people_rows import TOKEN_OF, TOKENS, USERS, tokens_in


class SqlitePeopleStore:
    """Keeps who may come in, in the file; implements `people_port.PeopleStore`.

    Args:
        database: The file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def users(self) -> tuple[User, ...]:
        """The users who were added, in that order."""
        return tuple(User(*row) for row in await self._database.rows(USERS))

    async def add_user(self, user_id: str, added_at: datetime) -> bool:
        """Add a user; False where there is one of that name."""
        self._database.check_kept("added")
        count: int = await self._database.value("SELECT count(*) FROM people")
        sql = "SELECT count(*) FROM people WHERE user_id = ?"
        if await self._database.value(sql, user_id):
            return False
        limits.check_added("users", limits.MOST_USERS, count + 1)
        sql = "INSERT OR IGNORE INTO people (user_id, added_at) VALUES (?, ?)"
        return bool(await self._database.write((sql, (user_id, _stamp(added_at)))))

    async def remove_user(self, user_id: str) -> bool:
        """Remove a user, and their tokens; whether there was one."""
        self._database.check_kept("removed")
        sql = "SELECT count(*) FROM people WHERE user_id = ?"
        was_there = bool(await self._database.value(sql, user_id))
        await self._database.erase(
            ("DELETE FROM people WHERE user_id = ?", (user_id,)),
            ("DELETE FROM tokens WHERE user_id = ?", (user_id,)),
        )
        return was_there

    async def tokens(self) -> tuple[KeptToken, ...]:
        """All tokens, in the order in which they were made."""
        return tuple(tokens_in(await self._database.rows(TOKENS)))

    async def token_of(self, digest: str) -> KeptToken | None:
        """The token with this digest; None where there is none."""
        return next(tokens_in(await self._database.rows(TOKEN_OF, digest)), None)

    async def add_token(self, token: KeptToken) -> bool:
        """Keep a token; False where there is one of that name, or no such user."""
        self._database.check_kept("added")
        count: int = await self._database.value("SELECT count(*) FROM tokens")
        sql = "SELECT count(*) FROM tokens WHERE name = ?"
        if await self._database.value(sql, token.name):
            return False
        limits.check_added("tokens", limits.MOST_TOKENS, count + 1)
        sql = (
            "INSERT OR IGNORE INTO tokens "
            "(name, user_id, digest, scopes, created_at, last_used_at) SELECT ?, ?, ?, ?, ?, ? "
            "WHERE ? OR EXISTS (SELECT 1 FROM people WHERE user_id = ?)"
        )
        row = (
            *(token.name, token.user_id, token.digest, scopes_text(token.may)),
            *(token.created_at, token.last_used_at, token.user_id == ME, token.user_id),
        )
        return bool(await self._database.write((sql, row)))

    async def remove_tokens(self, *names: str) -> int:
        """Remove tokens; how many there were."""
        self._database.check_kept("removed")
        sql = "DELETE FROM tokens WHERE name = ?"
        return await self._database.erase(*((sql, (name,)) for name in names))

    async def note_use(self, name: str, used_at: datetime) -> None:
        """Write down when a token was used."""
        sql = "UPDATE tokens SET last_used_at = ? WHERE name = ?"
        await self._database.write((sql, (_stamp(used_at), name)))


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
