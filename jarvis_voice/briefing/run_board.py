"""RunBoard: which runs are under way, and how far each is, for who follows them.

Invariant: a user has one run at a time, and everybody who follows a run learns its end.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from typing import Any
from weakref import WeakKeyDictionary

from jarvis_voice.core.briefing_records import BriefingRun
from jarvis_voice.core.errors import ToolError
from jarvis_voice.store.briefing_port import BriefingStore

RUNNING = "briefing-running"


class RunBoard:
    """The runs of a store that are under way."""

    def __init__(self) -> None:
        self._runs: dict[str, BriefingRun | None] = {}
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

    def enter(self, user_id: str) -> None:
        """Begin a run of a user.

        Raises:
            ToolError: "briefing-running".
        """
        if user_id in self._runs:
            raise ToolError(RUNNING, "Your briefing is being made already.")
        self._runs[user_id] = None

    def is_making(self, user_id: str) -> bool:
        """Whether a run of a user is under way."""
        return user_id in self._runs

    def note(self, user_id: str, run: BriefingRun) -> None:
        """Tell how far a run is."""
        self._runs[user_id] = run
        self._wake()

    def leave(self, user_id: str) -> None:
        """End the run of a user."""
        self._runs.pop(user_id, None)
        self._wake()

    def in_background(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Do something beside; it is held until it is over."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def follow(self, user_id: str, number: int) -> AsyncGenerator[BriefingRun]:
        """How far a run is, each time that this changes; ends with the run."""
        told: BriefingRun | None = None
        while True:
            news, run = self._news, self._runs.get(user_id)
            if run is None or run.number != number:
                return
            if run is not told:
                told = run
                yield run
            if news is self._news:
                await news.wait()

    async def settled(self, user_id: str) -> None:
        """Wait until no run of a user is under way."""
        while user_id in self._runs:
            await self._news.wait()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


_BOARDS: WeakKeyDictionary[BriefingStore, RunBoard] = WeakKeyDictionary()


def board_of(store: BriefingStore) -> RunBoard:
    """The board of a store: commands, tools and doors have makers of their own, and one board."""
    return _BOARDS.setdefault(store, RunBoard())
