"""Kills its own process with SIGKILL at a named point, for the crash faults.

Invariant: what is wrapped is the one call at which the process dies, in this process alone.
"""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Callable
from typing import Any, NoReturn

from jarvis_voice.audio.speaker import NullSpeaker
from jarvis_voice.core.events import Event, TaskPlanned, ToolEnded
from jarvis_voice.core.ports import Playback
from jarvis_voice.core.types import SpeechChunk

POINTS = (
    "planning",
    "between-act-and-receipt",
    "between-receipt-and-commit",
    "speaking",
    "pruning",
    "at-random",
)
NEVER = "never"
"""The point of a program that ends in order."""


def die() -> NoReturn:
    """End as by `kill -9`."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


class Fuse:
    """Kills the process at its point, once it is armed.

    Args:
        point: One of `POINTS`, or `NEVER`.
        number: Of the round; what has several ways takes them in turn.
    """

    def __init__(self, point: str, number: int) -> None:
        self.point = point
        self.number = number
        self.is_armed = False

    def reached(self, point: str) -> None:
        """Die, if this is where."""
        if self.is_armed and point == self.point:
            die()

    def seen(self, event: Event) -> None:
        """A listener of the bus."""
        match event:
            case TaskPlanned():
                self.reached("planning")
            case ToolEnded() if self.number % 2:
                self.reached("between-receipt-and-commit")

    def lay(self) -> None:
        """Put it where no event tells: into planner and store, in this process alone."""
        from jarvis_voice.assistant.planning.local_planner import LocalPlanner
        from jarvis_voice.store.sqlite.database import Database
        from jarvis_voice.store.sqlite.erasure import SqliteErasureStore
        from jarvis_voice.store.sqlite.turns import SqliteTurnStore

        if self.point == "planning":
            if self.number % 2:  # at the others: the plan is made, nothing has begun
                _before(LocalPlanner, "plan", lambda: self.reached(self.point))
        elif self.point == "between-receipt-and-commit":
            _before(SqliteTurnStore, "end", lambda: self.reached(self.point))
        elif self.point == "pruning":
            way = self.number % 3
            pieces = _Pieces(self)
            if way == 0:
                _before(Database, "empty_log", pieces.one_more)
            elif way == 1:
                _before(SqliteErasureStore, "prune", pieces.one_more)
            else:
                _within(SqliteErasureStore, "_prunings", pieces.one_more)


class _Pieces:
    """Counts what is pruned, and dies at the second piece."""

    def __init__(self, fuse: Fuse) -> None:
        self._fuse = fuse
        self._count = 0

    def one_more(self) -> None:
        self._count += 1
        if self._count == 2:  # noqa: PLR2004 - one is whole, one is not
            self._fuse.reached("pruning")


class _Statement(tuple[Any, ...]):
    """A statement that does something when it is unpacked, in the middle of a transaction."""

    __slots__ = ()
    reached: Callable[[], None]

    def __iter__(self) -> Any:
        type(self).reached()
        return super().__iter__()


def _before(owner: type, name: str, do: Callable[[], None]) -> None:
    """Do something before each call of an async method."""
    method = getattr(owner, name)

    async def wrapped(*args: Any, **kwargs: Any) -> Any:
        do()
        return await method(*args, **kwargs)

    setattr(owner, name, wrapped)


def _within(owner: type, name: str, do: Callable[[], None]) -> None:
    """Do something in the middle of the transaction whose statements a method gives."""
    method = getattr(owner, name)
    _Statement.reached = staticmethod(do)

    async def wrapped(*args: Any, **kwargs: Any) -> Any:
        first, *others = await method(*args, **kwargs)
        return [first, *others[:2], _Statement(others[2]), *others[3:]]

    setattr(owner, name, wrapped)


class DeadlySpeaker(NullSpeaker):
    """A loudspeaker that kills the process before the first sound of an answer.

    Args:
        fuse: What kills.
    """

    def __init__(self, fuse: Fuse) -> None:
        super().__init__()
        self._fuse = fuse

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        """Take chunks as far as that goes."""

        async def heard() -> AsyncIterator[SpeechChunk]:
            async for chunk in chunks:
                self._fuse.reached("speaking")
                yield chunk

        return await super().play(heard(), on_started)
