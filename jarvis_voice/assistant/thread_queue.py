"""ThreadQueue: lets one turn run in a thread at a time; the other turns wait in order.

Invariant: one turn at a time in a thread, in order of arrival; two users may give their threads the
same name, and do not wait for each other.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict

from jarvis_voice.assistant.turn_run import TurnRun
from jarvis_voice.core.types import ThreadKey


class ThreadQueue:
    """Which turn runs in each thread, and which turns wait for it."""

    def __init__(self) -> None:
        self._queues: defaultdict[ThreadKey, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._running: dict[ThreadKey, TurnRun] = {}
        self._stops: defaultdict[ThreadKey, int] = defaultdict(int)

    @property
    def is_busy(self) -> bool:
        """Whether a turn is under way in any."""
        return bool(self._running)

    def keys(self, user_id: str) -> list[ThreadKey]:
        """The threads of a user that were ever waited for, in order of their names."""
        return sorted(key for key in self._queues if key.user_id == user_id)

    def queue(self, thread: ThreadKey) -> asyncio.Lock:
        """What a turn of a thread waits for, and holds while it runs."""
        return self._queues[thread]

    def enter(self, running: TurnRun) -> None:
        """This turn runs in its thread now."""
        self._running[running.turn.thread] = running

    def leave(self, running: TurnRun) -> None:
        """This turn is over."""
        thread = running.turn.thread
        if self._running.get(thread) is running:  # else the next turn has begun
            del self._running[thread]

    def stops(self, thread: ThreadKey) -> int:
        """How often the thread was stopped: a turn that waited meanwhile is stopped, too."""
        return self._stops[thread]

    async def stop(self, thread: ThreadKey) -> bool:
        """Cancel what runs in a thread, and let what waits behind it be stopped.

        Returns:
            Whether anything ran.
        """
        self._stops[thread] += 1
        return await self.cancel(thread)

    async def cancel(self, thread: ThreadKey) -> bool:
        """Cancel the turn that runs in a thread; whether there was one."""
        running = self._running.get(thread)
        if running is None:
            return False
        await running.cancel()
        return True

    async def stop_user(self, user_id: str) -> bool:
        """Stop every thread of a user; whether anything ran."""
        ran = await asyncio.gather(*(self.stop(thread) for thread in self.keys(user_id)))
        return any(ran)

    async def cancel_turn(self, user_id: str, turn_id: str) -> bool:
        """Cancel one turn of a user; False where it does not run."""
        thread = self.thread_of(turn_id)
        if thread is None or thread.user_id != user_id:
            return False
        return await self.cancel(thread)

    async def cancel_all(self) -> bool:
        """Cancel every turn that runs; whether there was one."""
        running = list(self._running.values())
        await asyncio.gather(*(one.cancel() for one in running))
        return bool(running)

    def thread_of(self, turn_id: str) -> ThreadKey | None:
        """The thread in which a turn runs now."""
        found = (one for one in self._running.values() if one.turn.turn_id == turn_id)
        running = next(found, None)
        return running.turn.thread if running else None
