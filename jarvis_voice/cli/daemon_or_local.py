"""To the daemon if one runs, else with the lock taken here; and again while neither can be had."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from jarvis_voice.core.errors import AlreadyRunningError, ControlError

T = TypeVar("T")

PATIENCE_SECONDS = 10.0
"""How long another command, or a daemon that is about to start or to end, may take."""

TRY_AGAIN_SECONDS = 0.2


async def by_daemon_or_here(
    by_daemon: Callable[[], Awaitable[T]], here: Callable[[], Awaitable[T]]
) -> T:
    """Do something in the one process that may.

    Args:
        by_daemon: Asks the daemon; "no-daemon" when there is none.
        here: Does it with the lock; AlreadyRunningError, and nothing done, when that is taken.

    Raises:
        AlreadyRunningError: The lock was not free for `PATIENCE_SECONDS`, and nobody listened.
        JarvisError: What either of them raised.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + PATIENCE_SECONDS
    while True:
        try:
            return await by_daemon()
        except ControlError as error:
            if error.code != "no-daemon":
                raise
        try:
            return await here()
        except AlreadyRunningError:
            if loop.time() >= deadline:
                raise
        await asyncio.sleep(TRY_AGAIN_SECONDS)
