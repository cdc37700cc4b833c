"""PostTurnActions: waits until a turn has ended, then forgets what that turn asked to forget.

Invariant: it waits for the turn that asked: that turn would write down again what was forgotten
under it. What cannot be forgotten is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)

SETTLE_SECONDS = 10.0
"""How long the end of the program waits for it; rebuilding a large file takes a second."""

Forget = Callable[[str, str, str], Awaitable[object]]
Tell = Callable[[str, str], None]


class PostTurnActions:
    """Links the forget_words tool with the Assistant, which can forget.

    Attributes:
        forget: Forgets a user's "turn", "thread" or "all" of that name, when no turn of it runs.
        tell: Tells a problem: code and message.
    """

    def __init__(self) -> None:
        self.forget: Forget | None = None
        self.tell: Tell | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, user_id: str, what: str, name: str) -> bool:
        """Forget when the turn that asks is over; False where nobody can."""
        if self.forget is None:
            return False
        forgetting = self._carry_out(self.forget(user_id, what, name))
        task = asyncio.create_task(forgetting, name="forgetting")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def settle(self) -> None:
        """Wait for what is to be forgotten, in bounded time."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=SETTLE_SECONDS)

    async def _carry_out(self, forgetting: Awaitable[object]) -> None:
        try:
            await forgetting
        except Exception as error:  # noqa: BLE001 - who asked must hear of it, whatever it was
            log_broken(log, "forgetting", error)
            why = error.message if isinstance(error, JarvisError) else type(error).__name__
            if self.tell:
                self.tell("not-forgotten", f"What you asked me to forget is still there: {why}")
