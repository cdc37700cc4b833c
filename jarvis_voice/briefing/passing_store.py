"""PassingBriefingStore: reads what a store keeps of briefings, and lets all that is new pass.

Invariant: nothing is written to the store behind it, so a dry run leaves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from jarvis_voice.store.briefing_port import (
    BriefingKind,
    BriefingRow,
    BriefingRunRow,
    BriefingStore,
)


class PassingBriefingStore:
    """A `BriefingStore` over another one.

    Args:
        kept: What is read.
    """

    def __init__(self, kept: BriefingStore) -> None:
        self._kept = kept

    async def begin(self, user_id: str, started_at: datetime, turn_id: str, body: str) -> int:
        """The number of a run that is not kept: none that is kept has it."""
        del user_id, started_at, turn_id, body
        return 0

    async def update(self, user_id: str, run: BriefingRunRow) -> None:
        """Let how far a run is pass."""

    async def runs(self, user_id: str, last: int) -> Sequence[BriefingRunRow]:
        """No runs: one that a crash has cut short goes on when it counts."""
        del user_id, last
        return ()

    async def keep(self, user_id: str, kind: BriefingKind, rows: Iterable[BriefingRow]) -> None:
        """Let rows pass."""

    async def rows(self, user_id: str, kind: BriefingKind) -> Sequence[BriefingRow]:
        """The user's rows of a kind, in the order of their numbers."""
        return await self._kept.rows(user_id, kind)

    async def drop(self, user_id: str, kind: BriefingKind, names: Iterable[str]) -> int:
        """Forget nothing."""
        del user_id, kind, names
        return 0

    async def prune(self, before: datetime) -> int:
        """Forget nothing."""
        del before
        return 0
