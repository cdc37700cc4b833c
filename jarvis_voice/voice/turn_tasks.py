"""TurnTasks: runs a session's long work beside the frames, such as transcribing and answering.

Invariant: of several works only the newest that was not dropped has a result; a work that fails is
reported on the bus, and never ends the session.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.ports import Clock
from jarvis_voice.voice.turn_taking import Signal

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The result of one task.

    Attributes:
        signal: What it means for the table.
        words: The command that was understood, or the apology for a failure.
    """

    signal: Signal
    words: str = ""


class ReplyStart:
    """The moment from which a reply can be heard; speech output sets it once.

    Args:
        news: Set together with it.

    Attributes:
        is_set: Whether the reply can be heard.
    """

    def __init__(self, news: asyncio.Event) -> None:
        self._news = news
        self.is_set = False

    def set(self) -> None:
        """The reply can be heard now."""
        self.is_set = True
        self._news.set()


class TurnTasks:
    """Runs work in tasks, and keeps the result of the newest until it is taken.

    Args:
        bus: Where failures go.
        clock: Event times.
        news: Set when there is something to take.
    """

    def __init__(self, bus: Bus, clock: Clock, news: asyncio.Event) -> None:
        self._bus = bus
        self._clock = clock
        self._news = news
        self._newest: asyncio.Task[None] | None = None
        self._start: ReplyStart | None = None
        self._result: TaskResult | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """All that are under way, with those dropped, until they are over."""
        return set(self._tasks)

    def begin(self, work: Coroutine[Any, Any, TaskResult], start: ReplyStart | None = None) -> None:
        """Do a work; from now on it alone has a result.

        Args:
            work: What takes long.
            start: Set when its reply can be heard, where it has one.
        """
        self._result, self._start = None, start
        self._newest = asyncio.create_task(self._carry_out(work))
        self._tasks.add(self._newest)
        self._newest.add_done_callback(self._tasks.discard)
        # a task that is cancelled before its first step never begins its work
        self._newest.add_done_callback(lambda _: work.close())

    def drop(self) -> None:
        """Cancel the newest; nothing comes of it any more."""
        if self._newest:
            self._newest.cancel()
        self._newest = self._start = self._result = None

    def take(self) -> TaskResult | None:
        """What came of the newest since this was asked last: its reply's start, or its end."""
        if self._start and self._start.is_set:
            self._start = None
            return TaskResult(Signal.REPLY_STARTED)
        result, self._result = self._result, None
        return result

    async def _carry_out(self, work: Coroutine[Any, Any, TaskResult]) -> None:
        """Do what takes long, and keep its result; nothing comes of what was cancelled."""
        try:
            result = await work
        except JarvisError as error:
            result = self._fail(error)
        except Exception as error:
            log.exception("answering failed")
            message = f"Answering failed: {type(error).__name__}. See the log."
            result = self._fail(JarvisError("answering-failed", message))
        if self._newest is asyncio.current_task():
            self._result = result
            self._news.set()

    def _fail(self, error: JarvisError) -> TaskResult:
        at = self._clock.seconds()
        self._bus.publish(ProblemReported(at, error.code, error.message))
        return TaskResult(Signal.TURN_FAILED, error.spoken)
