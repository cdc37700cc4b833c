"""Handles signals, sleep and stray errors for a running daemon, and starts its notifications.

Invariant: each is answered in order and in bounded time; nothing here opens a sound device.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from typing import Any, Self

from jarvis_voice.app.operations import Operations
from jarvis_voice.app.status_report import reload_lines
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.desktop.notifications import Notifications, find_desktop
from jarvis_voice.doors.terminal.typed_lines import is_interactive
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.platform.sd_notify import Supervisor
from jarvis_voice.platform.suspend import SuspendMonitor, slept_seconds

log = logging.getLogger(__name__)


class ProcessEvents:
    """Handles signals, sleep and stray errors while it is open; use it with `async with`.

    Args:
        operations: Reloads, and opens the microphone anew.
        supervisor: Told of a reload.
        end: Set where the system asks for the end.
        bus: Where the events for the desktop come from.
        tell: Prints a line.
        slept: How long the machine has slept in all.
    """

    def __init__(
        self,
        operations: Operations,
        supervisor: Supervisor,
        end: asyncio.Event,
        bus: Bus,
        tell: Callable[[str], None],
        slept: Callable[[], float | None] = slept_seconds,
    ) -> None:
        self._operations = operations
        self._supervisor = supervisor
        self._end = end
        self._bus = bus
        self._tell = tell
        self._suspensions = SuspendMonitor(self._wake_up, slept)
        self._stack = AsyncExitStack()
        self._tasks: set[asyncio.Task[None]] = set()
        self._has_terminal = False

    async def __aenter__(self) -> Self:
        self._has_terminal = is_interactive()  # a terminal that hangs up is none any more
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_log_stray)
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows: Ctrl-C raises KeyboardInterrupt there
                loop.add_signal_handler(number, self._ask_to_end, number)
        if hasattr(signal, "SIGHUP"):
            loop.add_signal_handler(signal.SIGHUP, self._hang_up)
        if hasattr(signal, "SIGCONT"):
            loop.add_signal_handler(signal.SIGCONT, self._go_on)
        if show := find_desktop():
            bubbles = Notifications(show, lambda: self._operations.mouth is not None)
            self._bus.listen((await self._stack.enter_async_context(bubbles)).take)
        self._begin(self._suspensions.watch())
        return self

    async def __aexit__(self, *exc: object) -> None:
        """End what goes on beside; the signals stay, so that a second Ctrl-C ends at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._stack.aclose()

    def _ask_to_end(self, number: int) -> None:
        """End in order on Ctrl-C and on a polite kill; a second one ends at once."""
        if self._end.is_set():
            asyncio.get_running_loop().remove_signal_handler(number)
            signal.raise_signal(number)
        self._end.set()

    def _hang_up(self) -> None:
        """SIGHUP: read the settings anew; from a terminal that was closed it means the end."""
        if self._has_terminal:
            self._end.set()
        else:
            self._begin(self._reload())

    def _go_on(self) -> None:
        """SIGCONT: after Ctrl-Z the sound devices have given nothing, as after a sleep."""
        if not self._end.is_set():  # systemd sends it behind SIGTERM, too
            self._begin(self._operations.wake_up())

    async def _reload(self) -> None:
        self._supervisor.reloading()
        try:
            for line in reload_lines(await self._operations.reload()):
                self._tell(line)
        except JarvisError as error:
            self._operations.report(error.code, error.message)
        finally:
            self._supervisor.ready()

    async def _wake_up(self, seconds: float) -> None:
        log.info("awake after %.0f s of sleep: the microphone is opened anew", seconds)
        await self._operations.wake_up()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="life")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _log_stray(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An error that nobody waited for: where it was, never its words."""
    if error := context.get("exception"):
        log_broken(log, "something beside", error)
    else:
        log.error("asyncio: %s", context.get("message"))
