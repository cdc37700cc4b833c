"""Lets only one sound play at a time: decides which is next, and stops the current one.

Invariant: works run in the order they were asked for; a stopped work is over when `run` returns.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Coroutine
from typing import Any


class PlaybackLock:
    """Runs jobs one after the other; `stop` ends the job that is running."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._running: asyncio.Task[None] | None = None
        self._was_stopped = False

    async def run(self, work: Coroutine[Any, Any, None]) -> bool:
        """Run `work` when its turn has come.

        Returns:
            True when it came to its end, False when `stop` ended it.
        """
        try:
            return await self._run(work)
        finally:
            if inspect.getcoroutinestate(work) == inspect.CORO_CREATED:
                work.close()  # cancelled before its turn came

    async def _run(self, work: Coroutine[Any, Any, None]) -> bool:
        async with self._turn:
            self._was_stopped = False
            self._running = asyncio.create_task(work)
            try:
                await asyncio.wait({self._running})
            except asyncio.CancelledError:
                self._running.cancel()
                await asyncio.wait({self._running})
                raise
            finally:
                task, self._running = self._running, None
            if task.cancelled() and self._was_stopped:
                return False
            task.result()
            return True

    def stop(self) -> None:
        """End the work that runs now; those that wait for their turn keep it."""
        if self._running and not self._was_stopped:  # a second cancel would cut its cleaning up
            self._was_stopped = True
            self._running.cancel()
