"""Protocol of the part of a store that keeps briefings.

Invariant: as in `ports`, a row belongs to its user. What a row holds is JSON of `briefing.ledger`,
and a store does not look into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

BriefingKind = Literal["feed", "entries", "article", "story", "taste"]

LASTING_KINDS: tuple[BriefingKind, ...] = ("feed", "taste")
"""What a user has chosen: it stays until the user drops it. Other rows end with their days."""


@dataclass(frozen=True, slots=True)
class BriefingRow:
    """A feed, its entries, an article, a told story or a taste of a user.

    Attributes:
        name: Names it among the user's rows of its kind; keeping it again replaces it.
        kept_at: When; with a zone.
        body: JSON.
        number: Given once, by the store; 0 for a row that it shall give one.
        turn_id: The turn in which it was said: who forgets the turn forgets it; "" is none.
    """

    name: str
    kept_at: datetime
    body: str
    number: int = 0
    turn_id: str = ""


@dataclass(frozen=True, slots=True)
class BriefingRunRow:
    """A run of a user.

    Attributes:
        state: "running", "done" or "failed".
        body: JSON of the run, with the briefing that it has made.
        work: JSON of what its steps have done so far; "" once it is over.
    """

    number: int
    started_at: datetime
    turn_id: str
    state: str
    body: str
    work: str = ""


class BriefingStore(Protocol):
    """Runs with their briefings, and the rows that they are made of.

    Each method raises StoreError where what is kept cannot be read or written.
    """

    async def begin(self, user_id: str, started_at: datetime, turn_id: str, body: str) -> int:
        """Keep a new run; its number."""
        ...

    async def update(self, user_id: str, run: BriefingRunRow) -> None:
        """Replace what is kept of a run; where it was forgotten meanwhile, it stays forgotten."""
        ...

    async def runs(self, user_id: str, last: int) -> Sequence[BriefingRunRow]:
        """The user's so many newest runs, the newest first."""
        ...

    async def keep(self, user_id: str, kind: BriefingKind, rows: Iterable[BriefingRow]) -> None:
        """Keep rows, all of them or none; one of the same name is replaced and has its number."""
        ...

    async def rows(self, user_id: str, kind: BriefingKind) -> Sequence[BriefingRow]:
        """The user's rows of a kind, in the order of their numbers."""
        ...

    async def drop(self, user_id: str, kind: BriefingKind, names: Iterable[str]) -> int:
        """Forget rows by their names; how many there were."""
        ...

    async def prune(self, before: datetime) -> int:
        """Forget what is older, of all users: runs that are over, and rows that do not last."""
        ...
