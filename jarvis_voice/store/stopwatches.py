"""The protocol of who keeps the stopwatches of users.

Invariant: a user has one at the most, and nobody sees that of another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from jarvis_voice.core.stopwatch_runs import StopwatchRun


class StopwatchStore(Protocol):
    """Keeps what each user has started."""

    async def stopwatch(self, user_id: str) -> StopwatchRun | None:
        """A user's stopwatch; None where none was started."""
        ...

    async def keep_stopwatch(self, user_id: str, run: StopwatchRun | None) -> None:
        """Keep a user's stopwatch in place of the one before; None keeps none.

        Where this process ends with its command that is a StoreError "nothing-kept".
        """
        ...
