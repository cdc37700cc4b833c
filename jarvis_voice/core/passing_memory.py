"""PassingMemory: what is kept in memory for a while, to be counted and to be forgotten.

Invariant: whoever keeps words of a user, or answers to them, beside the store stands in here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class KeptSize:
    """How much is kept.

    Attributes:
        what: In the plural: "answers", "pages".
        entries: How many there are.
        n_bytes: How large they are together.
    """

    what: str
    entries: int
    n_bytes: int


class Forgetful(Protocol):
    """Keeps something for a while."""

    @property
    def size(self) -> KeptSize:
        """How much it keeps now."""
        ...

    def forget(self, user_id: str) -> None:
        """Drop what is kept of a user, or all where it is not known whose it is."""
        ...


class PassingMemory:
    """All parts that keep something for a while."""

    def __init__(self) -> None:
        self._parts: list[tuple[Forgetful, Callable[[str], bool]]] = []
        self._wholes: list[Callable[[str], None]] = []

    def add(self, *parts: Forgetful, outlives: Callable[[str], bool] = lambda _: False) -> None:
        """Count these from now on.

        Args:
            parts: They keep something for a while.
            outlives: Whether what they keep stays when a thread of that name ends.
        """
        self._parts += ((one, outlives) for one in parts)

    def add_whole(self, forget: Callable[[str], None]) -> None:
        """Call this with a user of whom everything is forgotten, not only a part."""
        self._wholes.append(forget)

    def forget_all(self, user_id: str) -> None:
        """Everything of a user was forgotten."""
        self.forget(user_id)
        for forget in self._wholes:
            forget(user_id)

    def drop(self, *parts: Forgetful) -> None:
        """Count these no more."""
        self._parts = [one for one in self._parts if one[0] not in parts]

    def forget(self, user_id: str, thread_id: str = "") -> None:
        """Drop what any of them keeps of a user.

        Args:
            user_id: Whose.
            thread_id: The one thread that is forgotten; "" is more than one.
        """
        for part, outlives in self._parts:
            if not (thread_id and outlives(thread_id)):
                part.forget(user_id)

    @property
    def sizes(self) -> tuple[KeptSize, ...]:
        """What is kept now, without parts that keep nothing."""
        return tuple(one for part, _ in self._parts if (one := part.size).entries)
