"""PostgresPeopleStore: keeps users and the digests of their tokens in the database.

Invariant: nothing is remembered beside it, so a change holds from the next look-up on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from jarvis_voice.core.types import ME, scopes_in, scopes_text
from jarvis_voice.store import limits
from jarvis_voice.store.postgres.database import PostgresDatabase
from jarvis_voice.store.records import KeptToken, User

USERS = "SELECT user_id, added_at FROM jarvis_people ORDER BY number"
_TOKENS = "SELECT name, user_id, digest, scopes, created_at, last_used_at FROM jarvis_tokens"
TOKENS = f"{_TOKENS} ORDER BY number"
TOKEN_OF = f"{_TOKENS} WHERE digest = %s"


class PostgresPeopleStore:
    """Keeps who may come in; implements `people_port.PeopleStore`.

    Args:
        database: Where.
    """

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    async def users(self) -> tuple[User, ...]:
        """The users who were added, in that order."""
        return tuple(User(*row) for row in await self._database.rows(USERS))

    async def add_user(self, user_id: str, added_at: datetime) -> bool:
        """Add a user; False where there is one of that name."""
        if await self._database.rows("SELECT 1 FROM jarvis_people WHERE user_id = %s", user_id):
            return False
        count: int = await self._database.value("SELECT count(*) FROM jarvis_people")
        limits.check_added("users", limits.MOST_USERS, count + 1)
        sql = "INSERT INTO jarvis_people (user_id, added_at) VALUES (%s, %s) ON CONFLICT DO NOTHING"
        return bool(await self._database.write((sql, (user_id, _stamp(added_at)))))

    async def remove_user(self, user_id: str) -> bool:
        """Remove a user, and their tokens; whether there was one."""
        # the user first: that waits for a token that is being added, which is then seen and removed
        was_there, _ = await self._database.changes(
            ("DELETE FROM jarvis_people WHERE user_id = %s", (user_id,)),
            ("DELETE FROM jarvis_tokens WHERE user_id = %s", (user_id,)),
        )
        await self._database.rebuild("jarvis_tokens")
        return bool(was_there)

    async def tokens(self) -> tuple[KeptToken, ...]:
        """All tokens, in the order in which they were made."""
        return tuple(tokens_in(await self._database.rows(TOKENS)))

    async def token_of(self, digest: str) -> KeptToken | None:
        """The token with this digest; None where there is none."""
        return next(tokens_in(await self._database.rows(TOKEN_OF, digest)), None)

    async def add_token(self, token: KeptToken) -> bool:
        """Keep a token; False where there is one of that name, or no such user."""
        if await self._database.rows("SELECT 1 FROM jarvis_tokens WHERE name = %s", token.name):
            return False
        count: int = await self._database.value("SELECT count(*) FROM jarvis_tokens")
        limits.check_added("tokens", limits.MOST_TOKENS, count + 1)
        sql = (
            "WITH person AS (SELECT 1 FROM jarvis_people WHERE user_id = %s FOR KEY SHARE) "
            "INSERT INTO jarvis_tokens (name, user_id, digest, scopes, created_at, last_used_at) "
            "SELECT %s, %s, %s, %s, %s, %s WHERE %s OR EXISTS (SELECT 1 FROM person) "
            "ON CONFLICT DO NOTHING"
        )
        row = (
            *(token.user_id, token.name, token.user_id, token.digest, scopes_text(token.may)),
            *(token.created_at, token.last_used_at, token.user_id == ME),
        )
        return bool(await self._database.write((sql, row)))

    async def remove_tokens(self, *names: str) -> int:
        """Remove tokens; how many there were."""
        sql = "DELETE FROM jarvis_tokens WHERE name = ANY(%s)"
        gone = await self._database.write((sql, (list(names),)))
        await self._database.rebuild("jarvis_tokens")
        return gone

    async def note_use(self, name: str, used_at: datetime) -> None:
        """Write down when a token was used."""
        sql = "UPDATE jarvis_tokens SET last_used_at = %s WHERE name = %s"
        await self._database.write((sql, (_stamp(used_at), name)))


def tokens_in(rows: Iterable[Any]) -> Iterator[KeptToken]:
    """The tokens in rows of `TOKENS`."""
    for name, user_id, digest, scopes, created_at, last_used_at in rows:
        yield KeptToken(name, user_id, digest, scopes_in(scopes), created_at, last_used_at)


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
