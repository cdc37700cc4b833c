"""SummaryLog: has conversations summed up while nobody waits for an answer.

Invariant: a summary begins when a turn was told and its thread is quiet; the next turn
stops it, and it is tried again behind that turn.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from jarvis_voice.assistant.thread_queue import ThreadQueue
from jarvis_voice.assistant.turn_dependencies import TurnDependencies
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.platform.logs import log_broken

if TYPE_CHECKING:
    from jarvis_voice.assistant.graph.brain import GraphBrain

log = logging.getLogger(__name__)

QUIET_SECONDS = 3.0
"""How long nobody may have asked anything: a model on this machine answers one at a time."""


class SummaryLog:
    """Writes what was said before into threads, in the background.

    Args:
        means: The brain.
        thread_queue: Which turn runs where.
        quiet_seconds: How long after a turn a summary begins.
    """

    def __init__(
        self,
        means: TurnDependencies,
        thread_queue: ThreadQueue,
        quiet_seconds: float = QUIET_SECONDS,
    ) -> None:
        self._means = means
        self._thread_queue = thread_queue
        self._quiet_seconds = quiet_seconds
        self._working: dict[ThreadKey, asyncio.Task[None]] = {}
        self._writing: set[ThreadKey] = set()

    def begin(self, thread: ThreadKey) -> None:
        """A turn of a thread was told: sum its conversation up, if that is due."""
        brain = self._means.brain.made
        if thread in self._working or brain is None or not brain.sums_up:
            return
        task = asyncio.create_task(self._sum_up(thread, brain), name="summary")
        self._working[thread] = task
        task.add_done_callback(lambda done: self._forget(thread, done))

    def stop(self) -> None:
        """Somebody asks something: no model is busy with anything else."""
        for thread, task in self._working.items():
            if thread not in self._writing:
                task.cancel()

    async def settle(self) -> None:
        """Stop what only asks, and wait until the rest is written."""
        self.stop()
        await asyncio.gather(*self._working.values(), return_exceptions=True)

    def _forget(self, thread: ThreadKey, task: asyncio.Task[None]) -> None:
        if self._working.get(thread) is task:
            del self._working[thread]

    async def _sum_up(self, thread: ThreadKey, brain: GraphBrain) -> None:
        try:
            await asyncio.sleep(self._quiet_seconds)
            if (made := await brain.sum_up(thread)) is None:
                return
            self._writing.add(thread)
            async with self._thread_queue.queue(thread):
                await brain.keep_summary(thread, made)
        except Exception as error:  # noqa: BLE001 - a summary beside the turns must not end anything
            log_broken(log, "a summary", error)
        finally:
            self._writing.discard(thread)
