"""PassingThreads: threads for clients that keep the conversation themselves.

Invariant: two turns never share one at the same time. There are no more of them than turns ran at
once, so that nothing grows.
"""

from __future__ import annotations

from collections import defaultdict

PREFIX = "passing "


class PassingThreads:
    """Lends threads, which are empty again when they are given back."""

    def __init__(self) -> None:
        self._lent: defaultdict[str, set[int]] = defaultdict(set)

    def borrow(self, user_id: str) -> str:
        """A thread that no other turn of this user has now."""
        lent = self._lent[user_id]
        number = next(one for one in range(1, len(lent) + 2) if one not in lent)
        lent.add(number)
        return f"{PREFIX}{number}"

    def give_back(self, user_id: str, thread: str) -> None:
        """It is empty: the next may have it."""
        self._lent[user_id].discard(int(thread.removeprefix(PREFIX)))
        if not self._lent[user_id]:
            del self._lent[user_id]


def is_passing(thread: str) -> bool:
    """Whether it is one of them."""
    return thread.startswith(PREFIX)
