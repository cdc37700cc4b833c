"""TurnTasks: what a session does beside the frames, such as to transcribe or to answer.

Invariant: of several works only the newest that was not dropped signals how it went; a work that
fails is told, and never ends the session.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.voice.turn_taking import Signal

log = logging.getLogger(__name__)


class TurnTasks:
    """Runs works in tasks.

    Args:
        signal: Told how the newest went.
        report: Told of an error.

    Attributes:
        apology: What to say of the newest failure.
    """

    def __init__(
        self, signal: Callable[[Signal], None], report: Callable[[JarvisError], None]
    ) -> None:
        self._signal = signal
        self._report = report
        self._newest: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.apology = ""

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """All that are under way, with those dropped, until they are over."""
        return set(self._tasks)

    def begin(self, work: Coroutine[Any, Any, Signal]) -> None:
        """Do a work; it alone may signal from now on."""
        self._newest = asyncio.create_task(self._carry_out(work))
        self._tasks.add(self._newest)
        self._newest.add_done_callback(self._tasks.discard)

    def drop(self) -> None:
        """Cancel the newest; it has nothing to say any more."""
        if self._newest:
            self._newest.cancel()
        self._newest = None

    async def over(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def start_teller(self) -> Callable[[], None]:
        """Tells that the reply of the work that asks for this can be heard."""
        work = self._newest

        def tell() -> None:
            if self._newest is work:
                self._signal(Signal.REPLY_STARTED)

        return tell

    async def _carry_out(self, work: Coroutine[Any, Any, Signal]) -> None:
        """Do what takes long, and signal how it went; what was cancelled has nothing to say."""
        try:
            signal = await work
        except JarvisError as error:
            signal = self._fail(error)
        except Exception as error:
            log.exception("answering failed")
            message = f"Answering failed: {type(error).__name__}. See the log."
            signal = self._fail(JarvisError("answering-failed", message))
        if self._newest is asyncio.current_task():
            self._signal(signal)

    def _fail(self, error: JarvisError) -> Signal:
        self._report(error)
        self.apology = error.spoken
        return Signal.TURN_FAILED
