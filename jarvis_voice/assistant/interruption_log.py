"""InterruptionLog: stores only the part of an interrupted answer that the user heard.

Invariant: a note is written behind the end of its turn, since both write the same row.
"""

from __future__ import annotations

import asyncio
import logging

from jarvis_voice.assistant.thread_queue import ThreadQueue
from jarvis_voice.assistant.turn_dependencies import TurnDependencies
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)


class InterruptionLog:
    """Writes how much of each interrupted answer the user heard.

    Args:
        means: The file and the brain.
        thread_queue: Which turn runs where.
    """

    def __init__(self, means: TurnDependencies, thread_queue: ThreadQueue) -> None:
        self._means = means
        self._thread_queue = thread_queue
        self._noting: set[asyncio.Task[None]] = set()

    def note(self, turn_id: str, heard: str) -> None:
        """Note what was heard of a turn's answer; words that belong to no turn change nothing."""
        if not turn_id:
            return
        task = asyncio.create_task(self._write(turn_id, heard), name=f"heard of {turn_id}")
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def settle(self) -> None:
        """Wait until all that was noted is written."""
        while self._noting:
            await asyncio.wait(self._noting)

    async def _write(self, turn_id: str, heard: str) -> None:
        thread = self._thread_queue.thread_of(turn_id)
        try:
            if thread is None:
                await self._cut_answer(turn_id, heard)
            else:
                async with self._thread_queue.queue(thread):
                    await self._cut_answer(turn_id, heard)
        except JarvisError as error:
            self._means.report(error.code, error.message)
        except Exception as error:  # noqa: BLE001 - a note beside the turn must not end the program
            log_broken(log, f"what was heard of {turn_id}", error)

    async def _cut_answer(self, turn_id: str, heard: str) -> None:
        found = await self._means.store.turns.note_heard(turn_id, heard)
        if found and (brain := self._means.brain.made):
            await brain.note_heard(*found, heard)
