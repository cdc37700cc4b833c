"""Taking Jarvis off a machine: the running one ends, then what it made goes, under its lock."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from jarvis_voice.core.errors import AlreadyRunningError, ControlError
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.control.client import request
from jarvis_voice.platform.installed_files import InstallFolder, Left, clear, locks, tidy
from jarvis_voice.platform.own_desktop_entry import find_applications, remove_desktop_entry
from jarvis_voice.store.sqlite.process_lock import ProcessLock

END_SECONDS = 20.0
"""How long the running Jarvis may take to end."""

TRY_AGAIN_SECONDS = 0.2


async def is_running(paths: Paths) -> bool:
    """Whether a daemon listens on the control socket, or holds the lock."""
    if not paths.lock.exists():
        return False
    try:
        async with ProcessLock(paths.lock, "uninstall"):
            return False
    except AlreadyRunningError:
        return True


async def leave(
    paths: Paths, made: Sequence[InstallFolder], first: Callable[[], object]
) -> list[Left]:
    """Remove what Jarvis made; what is left, and why.

    Args:
        paths: Whose.
        made: Where to look.
        first: Called once the lock is held, before anything is removed.

    Raises:
        AlreadyRunningError: It runs and does not end; nothing was removed.
    """
    async with _lock(paths):
        first()
        remove_desktop_entry(find_applications(os.environ))
        left = clear(made)
    everywhere = [*made, *locks(paths)]
    left += clear(locks(paths))
    known = {one.path for one in left}
    return left + [one for one in tidy(everywhere) if one.path not in known]


@asynccontextmanager
async def _lock(paths: Paths) -> AsyncIterator[None]:
    """Hold the lock, after asking whoever runs to end."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + END_SECONDS
    is_asked = False
    while True:
        try:
            async with ProcessLock(paths.lock, "uninstall"):
                yield
                return
        except AlreadyRunningError:
            if loop.time() >= deadline:
                raise
        is_asked = is_asked or await _ask_to_end(paths)
        await asyncio.sleep(TRY_AGAIN_SECONDS)


async def _ask_to_end(paths: Paths) -> bool:
    """Ask over the control socket; whether it was heard."""
    try:
        async for _ in request(paths.control_socket, {"command": "quit"}):
            continue
    except ControlError as error:
        return error.code == "daemon-gone"  # it ended before it had answered
    return True
