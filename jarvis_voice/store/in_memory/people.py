"""InMemoryPeopleStore: keeps users and tokens in the tables in memory."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from jarvis_voice.core.types import ME
from jarvis_voice.store import limits
from jarvis_voice.store.in_memory.tables import Tables
from jarvis_voice.store.records import KeptToken, User


class InMemoryPeopleStore:
    """Keeps who may come in, in memory; implements `people_port.PeopleStore`.

    Args:
        tables: The rows.
        is_kept: Whether they outlive the store.
    """

    def __init__(self, tables: Tables, *, is_kept: bool) -> None:
        self._tables = tables
        self._is_kept = is_kept

    async def users(self) -> tuple[User, ...]:
        """The users who were added, in that order."""
        self._tables.check_open()
        return tuple(self._tables.users.values())

    async def add_user(self, user_id: str, added_at: datetime) -> bool:
        """Add a user; False where there is one of that name."""
        self._check("added")
        users = self._tables.users
        if user_id in users:
            return False
        limits.check_added("users", limits.MOST_USERS, len(users) + 1)
        users[user_id] = User(user_id, _stamp(added_at))
        return True

    async def remove_user(self, user_id: str) -> bool:
        """Remove a user, and their tokens; whether there was one."""
        self._check("removed")
        theirs = [one.name for one in self._tables.tokens.values() if one.user_id == user_id]
        await self.remove_tokens(*theirs)
        return self._tables.users.pop(user_id, None) is not None

    async def tokens(self) -> tuple[KeptToken, ...]:
        """All tokens, in the order in which they were made."""
        self._tables.check_open()
        return tuple(self._tables.tokens.values())

    async def token_of(self, digest: str) -> KeptToken | None:
        """The token with this digest; None where there is none."""
        return next((one for one in await self.tokens() if one.digest == digest), None)

    async def add_token(self, token: KeptToken) -> bool:
        """Keep a token; False where there is one of that name, or no such user."""
        self._check("added")
        tokens = self._tables.tokens
        is_someone = token.user_id == ME or token.user_id in self._tables.users
        if token.name in tokens or not is_someone:
            return False
        limits.check_added("tokens", limits.MOST_TOKENS, len(tokens) + 1)
        tokens[token.name] = token
        return True

    async def remove_tokens(self, *names: str) -> int:
        """Remove tokens; how many there were."""
        self._check("removed")
        return sum(self._tables.tokens.pop(name, None) is not None for name in names)

    async def note_use(self, name: str, used_at: datetime) -> None:
        """Write down when a token was used."""
        self._tables.check_open()
        if token := self._tables.tokens.get(name):
            self._tables.tokens[name] = replace(token, last_used_at=_stamp(used_at))

    def _check(self, done: str) -> None:
        limits.check_kept(done, is_kept=self._is_kept)
        self._tables.check_open()


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
