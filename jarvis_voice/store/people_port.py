"""Protocol of the part of a store that keeps users and their tokens.

Invariant: a token is kept as its digest alone. The owner is always there and is no row.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from jarvis_voice.store.records import KeptToken, User


class PeopleStore(Protocol):
    """Users and their tokens. Where nothing lasts, none is added: a StoreError "nothing-kept"."""

    async def users(self) -> Sequence[User]:
        """The users who were added, in that order."""
        ...

    async def add_user(self, user_id: str, added_at: datetime) -> bool:
        """Add a user; False where there is one of that name.

        Raises:
            StoreError: There are too many.
        """
        ...

    async def remove_user(self, user_id: str) -> bool:
        """Remove a user, and their tokens; whether there was one. What they said stays."""
        ...

    async def tokens(self) -> Sequence[KeptToken]:
        """All tokens, in the order in which they were made."""
        ...

    async def token_of(self, digest: str) -> KeptToken | None:
        """The token with this digest; None where there is none."""
        ...

    async def add_token(self, token: KeptToken) -> bool:
        """Keep a token; False where there is one of that name, or no such user.

        Raises:
            StoreError: There are too many.
        """
        ...

    async def remove_tokens(self, *names: str) -> int:
        """Remove tokens; how many there were. No byte of their digests is left."""
        ...

    async def note_use(self, name: str, used_at: datetime) -> None:
        """Write down when a token was used."""
        ...
