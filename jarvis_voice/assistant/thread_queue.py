"""ThreadQueue: lets one turn run in a thread at a time; the other turns wait in order.

Invariant: one turn at a time in a thread, in order of arrival; two users may give their threads the
same name, and do not wait for each other. Who holds several threads holds them all, or waits for
all: two who do so never wait for each other.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from jarvis_voice.assistant.turn_run import TurnRun
from jarvis_voice.core.types import ThreadKey


@dataclass(slots=True)
class _ThreadPlace:
    """Where the turns of one thread wait, as long as there is any."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    stops: int = 0


class ThreadQueue:
    """Which turn runs in each thread, and which turns wait for it."""

    def __init__(self) -> None:
        self._places: dict[ThreadKey, _ThreadPlace] = {}
        self._running: dict[ThreadKey, TurnRun] = {}
        self._holding: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._closed: dict[str, asyncio.Event] = {}  # users whose threads are held, until it is set

    @property
    def is_busy(self) -> bool:
        """Whether a turn is under way in any."""
        return bool(self._running)

    def keys(self, user_id: str) -> list[ThreadKey]:
        """The threads of a user in which somebody runs or waits, in order of their names."""
        return sorted(key for key in self._places if key.user_id == user_id)

    @asynccontextmanager
    async def queue(self, thread: ThreadKey) -> AsyncIterator[None]:
        """What a turn of a thread waits for, and holds while it runs."""
        async with self._held(thread):
            yield

    @asynccontextmanager
    async def whole_user(self, user_id: str) -> AsyncIterator[list[ThreadKey]]:
        """Hold all threads of a user: those in which somebody runs or waits, and any that come."""
        async with self._holding[user_id], AsyncExitStack() as stack:
            self._closed[user_id] = opened = asyncio.Event()
            stack.callback(opened.set)
            stack.callback(self._closed.pop, user_id)
            threads = self.keys(user_id)
            for thread in threads:
                await stack.enter_async_context(self._held(thread, waits=False))
            yield threads

    @asynccontextmanager
    async def several(self, *threads: ThreadKey) -> AsyncIterator[None]:
        """Hold some threads of one user at once."""
        async with self._holding[threads[0].user_id], AsyncExitStack() as stack:
            for thread in dict.fromkeys(threads):
                await stack.enter_async_context(self._held(thread, waits=False))
            yield

    @asynccontextmanager
    async def _held(self, thread: ThreadKey, *, waits: bool = True) -> AsyncIterator[None]:
        place = self._places.setdefault(thread, _ThreadPlace())
        place.users += 1
        try:
            while waits and (closed := self._closed.get(thread.user_id)):
                await closed.wait()
            async with place.lock:
                yield
        finally:
            place.users -= 1
            if not place.users:
                del self._places[thread]

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
        place = self._places.get(thread)
        return place.stops if place else 0

    async def stop(self, thread: ThreadKey) -> bool:
        """Cancel what runs in a thread, and let what waits behind it be stopped.

        Returns:
            Whether anything ran.
        """
        if place := self._places.get(thread):
            place.stops += 1
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
