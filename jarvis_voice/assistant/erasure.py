"""Eraser: forgets a thread or a user's words, or puts them aside, while no turn of them runs.

Invariant: what is gone from the files is gone from the brain's conversation too.
"""

from __future__ import annotations

from contextlib import AsyncExitStack

from jarvis_voice.assistant.thread_queue import ThreadQueue
from jarvis_voice.assistant.turn_dependencies import TurnDependencies
from jarvis_voice.briefing.run_board import board_of
from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.operations import Forgotten
from jarvis_voice.core.passing_memory import PassingMemory
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.store.erasure import Erasure

FORGETTABLE = ("turn", "thread", "all")


class Eraser:
    """Deletes a user's words from the store and from the brain's conversation.

    Args:
        means: The file and the brain.
        thread_queue: Where turns wait meanwhile.
        alarm_state: What rings.
        paths: The user's folders; None finds them.
        passing: What is kept in memory, which goes as well.
    """

    def __init__(
        self,
        means: TurnDependencies,
        thread_queue: ThreadQueue,
        alarm_state: AlarmState,
        paths: Paths | None,
        passing: PassingMemory,
    ) -> None:
        self._means = means
        self._thread_queue = thread_queue
        self._alarm_state = alarm_state
        self._paths = paths
        self._passing = passing

    async def clear(self, thread: ThreadKey) -> int:
        """Forget a thread's turns; how many it had."""
        async with AsyncExitStack() as stack:
            await self._hold(stack, thread)
            self._passing.forget(*thread)
            return await self._means.store.turns.clear(thread)

    async def put_aside(self, thread: ThreadKey, name: str) -> None:
        """Keep a thread under another name."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(
                self._thread_queue.several(thread, ThreadKey(thread.user_id, name))
            )
            self._drop(thread, ThreadKey(thread.user_id, name))
            await self._means.store.turns.rename(thread, name)

    async def forget(self, user_id: str, what: str, name: str) -> Forgotten:
        """Forget words for good; see `Assistant.forget`."""
        store = self._means.store
        forgetting = Erasure(store, self._paths or find_paths())
        async with AsyncExitStack() as stack:
            is_part = what in {"turn", "thread"}
            passing = self._passing
            stack.callback(passing.forget if is_part else passing.forget_all, user_id)
            stack.callback(self._alarm_state.touch)  # what was set in forgotten words rings no more
            match what:
                case "turn":
                    await self._hold(
                        stack, ThreadKey(user_id, await store.turns.thread_of(user_id, name))
                    )
                    return await forgetting.turn(user_id, name)
                case "thread":
                    await self._hold(stack, ThreadKey(user_id, name))
                    return await forgetting.thread(ThreadKey(user_id, name))
                case _:
                    whole = self._thread_queue.whole_user(user_id)
                    held = await stack.enter_async_context(whole)
                    await stack.enter_async_context(board_of(store.briefings).stopped(user_id))
                    brain = self._means.brain.made
                    self._drop(*held, *(brain.threads_of(user_id) if brain else ()))
                    return await forgetting.everything(user_id)

    async def _hold(self, stack: AsyncExitStack, thread: ThreadKey) -> None:
        """Let no turn of this thread run, and drop what the brain keeps of it."""
        await stack.enter_async_context(self._thread_queue.queue(thread))
        self._drop(thread)

    def _drop(self, *threads: ThreadKey) -> None:
        """Drop what the brain keeps of threads in which nothing runs."""
        if brain := self._means.brain.made:
            for thread in threads:
                brain.forget(thread)
                brain.drop_question(thread)
