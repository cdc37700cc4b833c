"""ThreadQueue: one a thread; which turn runs in it, and who waits behind.

Invariant: one turn at a time in a lane, in order of arrival.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict

from jarvis_voice.assistant.turn_run import TurnRun


class ThreadQueue:
    """The threads, as far as turns wait for each other in them."""

    def __init__(self) -> None:
        self._queues: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._running: dict[str, TurnRun] = {}
        self._stops: defaultdict[str, int] = defaultdict(int)

    @property
    def is_busy(self) -> bool:
        """Whether a turn is under way in any."""
        return bool(self._running)

    def names(self) -> list[str]:
        """All that were ever waited for, in order of their names."""
        return sorted(self._queues)

    def queue(self, thread_id: str) -> asyncio.Lock:
        """What a turn of a thread waits for, and holds while it runs."""
        return self._queues[thread_id]

    def enter(self, running: TurnRun) -> None:
        """This turn runs in its thread now."""
        self._running[running.turn.thread_id] = running

    def leave(self, running: TurnRun) -> None:
        """This turn is over."""
        thread_id = running.turn.thread_id
        if self._running.get(thread_id) is running:  # else the next turn has begun
            del self._running[thread_id]

    def stops(self, thread_id: str) -> int:
        """How often the thread was stopped: a turn that waited meanwhile is stopped, too."""
        return self._stops[thread_id]

    async def stop(self, thread_id: str) -> bool:
        """Cancel what runs in a thread, and let what waits behind it be stopped.

        Returns:
            Whether anything ran.
        """
        self._stops[thread_id] += 1
        return await self.cancel(thread_id)

    async def cancel(self, thread_id: str) -> bool:
        """Cancel the turn that runs in a thread; whether there was one."""
        running = self._running.get(thread_id)
        if running is None:
            return False
        await running.cancel()
        return True

    async def cancel_all(self) -> bool:
        """Cancel every turn that runs; whether there was one."""
        running = list(self._running.values())
        await asyncio.gather(*(one.cancel() for one in running))
        return bool(running)

    def thread_of(self, turn_id: str) -> str | None:
        """The thread in which a turn runs now."""
        found = (one for one in self._running.values() if one.turn.turn_id == turn_id)
        running = next(found, None)
        return running.turn.thread_id if running else None
