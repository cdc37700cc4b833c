"""PeopleRegister: adds and removes users and tokens.

Invariant: the owner is always there. Who is removed can come in no more before their words are
erased, and is removed last, so that a removal that failed can be asked for again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.operations import Forgotten
from jarvis_voice.core.types import ME, Scope
from jarvis_voice.doors.people.names import token_named, user_named
from jarvis_voice.doors.people.secret import digest_of, new_token
from jarvis_voice.store.people_port import PeopleStore
from jarvis_voice.store.records import KeptToken

Forget = Callable[[str], Awaitable[Forgotten]]
"""Erases all that is known of a user."""

Tell = Callable[[str], None]
"""Told of the name of a token that was removed."""


class PeopleRegister:
    """Adds and removes users and tokens; implements `core.operations.PeopleOperations`.

    Args:
        people: Where they are kept.
        forget: Erases what is known of a user.
        now: Gives the wall clock, with its time zone.
        tell: So that what came in with a removed token ends; nobody, where nothing can have.
    """

    def __init__(
        self,
        people: PeopleStore,
        forget: Forget,
        now: Callable[[], datetime],
        tell: Tell = lambda _: None,
    ) -> None:
        self._people = people
        self._forget = forget
        self._now = now
        self._tell = tell

    async def add_user(self, name: str) -> str:
        """Add a user; the name as it is kept.

        Raises:
            ConfigError: It cannot be a name, or there is one of that name.
            StoreError: It cannot be written.
        """
        user_id = user_named(name)
        if user_id == ME or not await self._people.add_user(user_id, self._now()):
            raise ConfigError("user-exists", f"There is a user named {user_id} already.")
        return user_id

    async def remove_user(self, name: str) -> Forgotten:
        """Remove a user with all that is theirs; what was erased.

        Raises:
            ConfigError: There is no such user, or it is the owner.
            StoreError: It cannot be written.
        """
        user_id = user_named(name)
        if user_id == ME:
            message = (
                f"{ME} is the owner of this Jarvis and stays. `jarvis forget --all` erases "
                "what is known of you."
            )
            raise ConfigError("owner-stays", message)
        await self._check_user(user_id)
        names = await self._tokens_of(user_id)
        await self._people.remove_tokens(*names)
        for one in names:
            self._tell(one)
        forgotten = await self._forget(user_id)
        late = await self._tokens_of(user_id)  # to forget takes a while
        await self._people.remove_user(user_id)
        for one in late:
            self._tell(one)
        return forgotten

    async def add_token(self, name: str, user: str, may: frozenset[Scope]) -> str:
        """Make a token of a user; the token itself, which nobody can show again.

        Raises:
            ConfigError: There is no such user, or a token of that name.
            StoreError: It cannot be written.
        """
        name, user_id = token_named(name), user_named(user)
        await self._check_user(user_id)
        token = new_token()
        created_at = self._now().astimezone(UTC).isoformat(timespec="seconds")
        if not await self._people.add_token(
            KeptToken(name, user_id, digest_of(token), may, created_at)
        ):
            await self._check_user(user_id)  # who may have been removed meanwhile
            message = f"There is a token named {name} already. Remove it first, or name another."
            raise ConfigError("token-exists", message)
        return token

    async def remove_token(self, name: str) -> str:
        """Remove a token; its name as it was kept.

        Raises:
            ConfigError: There is no such token.
            StoreError: It cannot be written.
        """
        name = token_named(name)
        if not await self._people.remove_tokens(name):
            message = f"There is no token named {name}. See `jarvis token list`."
            raise ConfigError("no-such-token", message)
        self._tell(name)
        return name

    async def _tokens_of(self, user_id: str) -> tuple[str, ...]:
        return tuple(one.name for one in await self._people.tokens() if one.user_id == user_id)

    async def _check_user(self, user_id: str) -> None:
        if user_id == ME or user_id in {one.user_id for one in await self._people.users()}:
            return
        message = f"There is no user named {user_id}. See `jarvis user list`."
        raise ConfigError("no-such-user", message)
