"""PostTurnActions: waits until a turn has ended, then does what that turn asked for.

Invariant: it waits for the turn that asked: that turn would write down again what was forgotten
under it. What cannot be done is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)

SETTLE_SECONDS = 10.0
"""How long the end of the program waits for it; rebuilding a large file takes a second."""

NOT_FORGOTTEN = "What you asked me to forget is still there"
NOT_PUT_ASIDE = "I could not begin a new conversation"

Forget = Callable[[str, str, str], Awaitable[object]]
PutAside = Callable[[ThreadKey, str], Awaitable[object]]
Tell = Callable[[str, str], None]


class PostTurnActions:
    """Links tools with the Assistant, which can forget and put a conversation aside.

    Attributes:
        forget: Forgets a user's "turn", "thread" or "all" of that name, when no turn of it runs.
        put_thread_aside: Keeps a thread under another name, when no turn of it runs.
        tell: Tells a problem: code and message.
    """

    def __init__(self) -> None:
        self.forget: Forget | None = None
        self.put_thread_aside: PutAside | None = None
        self.tell: Tell | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, user_id: str, what: str, name: str) -> bool:
        """Forget when the turn that asks is over; False where nobody can."""
        if self.forget is None:
            return False
        self._begin(self.forget(user_id, what, name), "not-forgotten", NOT_FORGOTTEN)
        return True

    def put_aside(self, thread: ThreadKey, name: str) -> bool:
        """Keep a thread under another name when the turn that asks is over; False: nobody can."""
        if self.put_thread_aside is None:
            return False
        self._begin(self.put_thread_aside(thread, name), "not-put-aside", NOT_PUT_ASIDE)
        return True

    async def settle(self) -> None:
        """Wait for what is to be done, in bounded time."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=SETTLE_SECONDS)

    def _begin(self, work: Awaitable[object], code: str, failure: str) -> None:
        task = asyncio.create_task(self._carry_out(work, code, failure), name="after the turn")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry_out(self, work: Awaitable[object], code: str, failure: str) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 - who asked must hear of it, whatever it was
            log_broken(log, "what a turn asked for", error)
            why = error.message if isinstance(error, JarvisError) else type(error).__name__
            if self.tell:
                self.tell(code, f"{failure}: {why}")
