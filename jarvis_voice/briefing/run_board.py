"""RunBoard: which runs are under way, and how far each is, for who follows them.

Invariant: a user has one run at a time, and everybody who follows a run learns its end. While all
of a user is forgotten there is none, so that none writes down again what was forgotten.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from jarvis_voice.core.briefing_records import BriefingRun
from jarvis_voice.core.errors import ToolError
from jarvis_voice.store.briefing_port import BriefingStore

RUNNING = "briefing-running"
STOPPED = "What is known of you is being forgotten, so I make no briefing now."

_Made = TypeVar("_Made")


class RunBoard:
    """The runs of a store that are under way."""

    def __init__(self) -> None:
        self._runs: dict[str, BriefingRun | None] = {}
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._doing: dict[str, asyncio.Task[Any]] = {}
        self._stopping: set[str] = set()

    def enter(self, user_id: str) -> None:
        """Begin a run of a user.

        Raises:
            ToolError: "briefing-running", or "briefing-stopped".
        """
        if user_id in self._stopping:
            raise ToolError("briefing-stopped", STOPPED)
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

    async def carry_out(self, user_id: str, work: Coroutine[Any, Any, _Made]) -> _Made:
        """Do the work of a run, which `stopped` may end.

        Raises:
            ToolError: "briefing-stopped".
        """
        self._doing[user_id] = task = asyncio.create_task(work)
        if user_id in self._stopping:
            task.cancel()
        try:
            return await task
        except asyncio.CancelledError:
            if user_id in self._stopping:
                raise ToolError("briefing-stopped", STOPPED) from None
            raise
        finally:
            del self._doing[user_id]

    @asynccontextmanager
    async def stopped(self, user_id: str) -> AsyncIterator[None]:
        """End the run of a user, and let none begin meanwhile."""
        self._stopping.add(user_id)
        try:
            while user_id in self._runs:
                if task := self._doing.get(user_id):
                    task.cancel()
                await self._news.wait()
            yield
        finally:
            self._stopping.discard(user_id)

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
