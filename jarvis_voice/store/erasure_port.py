"""Protocol of the part of a store that forgets.

Invariant: no row of another user is touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import datetime

    from jarvis_voice.core.types import ThreadKey
    from jarvis_voice.store.records import Erased


class ErasureStore(Protocol):
    """Deletes for good: no byte is left in the store or in its log of changes.

    Where nothing lasts, no user can be made to be forgotten: a StoreError "nothing-kept".
    """

    async def forget_turn(self, user_id: str, turn_id: str) -> Erased:
        """Forget one turn of a user, what was kept because of it, and its thread's checkpoints."""
        ...

    async def forget_thread(self, thread: ThreadKey) -> Erased:
        """Forget a conversation, and what was kept because of it."""
        ...

    async def forget_user(self, user_id: str) -> Erased:
        """Forget all that is known of a user."""
        ...

    async def drop_damaged(self) -> int:
        """Remove what was set aside as damaged, which may hold forgotten words; how many that were.

        Raises:
            OSError: One cannot be removed.
        """
        ...

    async def prune(self, before: datetime, most: int) -> int:
        """Take the oldest turns out, of all users, with what hangs on them; in one transaction.

        Facts, lists, entries of the schedule and turns that run stay. Checkpoints go where one may
        hold words of a turn that goes.

        Args:
            before: Turns that began earlier go.
            most: So many at once at the most; that many, or fewer, is what it returns.
        """
        ...
