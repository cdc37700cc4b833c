"""Protocol of what reads the store while another process may write it.

Invariant: as in `ports`, no method shows rows of another user.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from jarvis_voice.core.operations import ThreadSummary
    from jarvis_voice.core.schedule_entries import Entry
    from jarvis_voice.core.stage_times import TurnStages
    from jarvis_voice.core.turn_ledger import TraceLine
    from jarvis_voice.core.types import ThreadKey
    from jarvis_voice.store.briefing_port import BriefingKind, BriefingRow, BriefingRunRow
    from jarvis_voice.store.records import (
        KeptFact,
        KeptToken,
        PastTurn,
        ProfileField,
        TurnCalls,
        User,
    )


class StoreReader(Protocol):
    """Reads what is kept while another process may write it. Needs no event loop.

    Where nothing was written yet, all is empty. Each method raises StoreError where it cannot be
    read.
    """

    def unreadable(self, *tables: str) -> Mapping[str, int]:
        """How many rows of these tables, or of all, cannot be read, of all users; 0 is left out."""
        ...

    def threads(self, user_id: str) -> list[ThreadSummary]:
        """A user's threads, the latest first."""
        ...

    def transcript(self, thread: ThreadKey) -> list[PastTurn]:
        """A thread's turns, oldest first; empty for an unknown thread."""
        ...

    def turn(self, user_id: str, turn_id: str | None = None) -> PastTurn | None:
        """One turn of a user, or the newest; None where there is no such turn."""
        ...

    def trace(self, user_id: str, turn_id: str) -> list[TraceLine]:
        """How a turn went, in order; empty where nothing was kept."""
        ...

    def calls(self, since: str = "", user_id: str | None = None) -> list[TurnCalls]:
        """The turns and their calls of models, the newest turn first; no user is all users.

        What began before `since` does not count: ISO 8601 in UTC; "" is all.
        """
        ...

    def latency(self, last: int, user_id: str | None = None) -> list[TurnStages]:
        """The stage times of so many newest turns, the newest first; no user is all users."""
        ...

    def facts(self, user_id: str) -> list[KeptFact]:
        """What a user asked to be kept, oldest first."""
        ...

    def profile(self, user_id: str) -> list[ProfileField]:
        """What is known of a user's person, in the order of `Profile`."""
        ...

    def entries(self, user_id: str) -> list[Entry]:
        """What a user has set, in the order in which it was set."""
        ...

    def all_entries(self) -> list[Entry]:
        """What all users have set."""
        ...

    def briefing_runs(self, user_id: str, last: int) -> list[BriefingRunRow]:
        """A user's so many newest runs of briefings, the newest first."""
        ...

    def briefing_rows(self, user_id: str, kind: BriefingKind) -> list[BriefingRow]:
        """A user's rows of a kind, in the order of their numbers."""
        ...

    def users(self) -> list[User]:
        """The users who were added, in that order; the owner is not among them."""
        ...

    def tokens(self) -> list[KeptToken]:
        """All tokens, in the order in which they were made."""
        ...
