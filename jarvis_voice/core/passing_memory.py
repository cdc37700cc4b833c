"""PassingMemory: what is kept in memory for a while, to be counted and to be forgotten.

Invariant: whoever keeps words of a user, or answers to them, beside the store stands in here.
"""

from __future__ import annotations

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
        self._parts: list[Forgetful] = []

    def add(self, *parts: Forgetful) -> None:
        """Count these from now on."""
        self._parts += parts

    def forget(self, user_id: str) -> None:
        """Drop what any of them keeps of a user."""
        for part in self._parts:
            part.forget(user_id)

    @property
    def sizes(self) -> tuple[KeptSize, ...]:
        """What is kept now, without parts that keep nothing."""
        return tuple(one for part in self._parts if (one := part.size).entries)
