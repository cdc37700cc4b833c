"""Runs an action in the daemon, or here if no daemon runs; retries while neither is possible.

Invariant: what a store has lost is told by whoever opens it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from jarvis_voice.cli.output import err
from jarvis_voice.core.errors import AlreadyRunningError, BarredError, ControlError

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.store.ports import Store

T = TypeVar("T")

PATIENCE_SECONDS = 10.0
"""How long a daemon may take that is about to start or to end."""

COMMAND_SECONDS = 30.0
"""How long each command before this one may take; on a busy machine a short one takes ten."""

TRY_AGAIN_SECONDS = 0.2

TELL_SECONDS = 3.0
"""After so long it is said what is waited for."""


async def by_daemon_or_here(
    by_daemon: Callable[[], Awaitable[T]],
    here: Callable[[], Awaitable[T]],
    tell: Callable[[str], None] = err,
) -> T:
    """Do something in the one process that may.

    Args:
        by_daemon: Asks the daemon; "no-daemon" when there is none.
        here: Does it with the lock; AlreadyRunningError, and nothing done, when that is taken.
        tell: Gets one sentence when it takes long until one of them is possible.

    Raises:
        AlreadyRunningError: One process kept the lock too long, and nobody listened.
        BarredError: A daemon runs, and the folder of its control socket is not the user's alone.
        JarvisError: What either of them raised.
    """
    loop = asyncio.get_running_loop()
    waited_for, deadline = None, 0.0
    barred: BarredError | None = None
    tell_at: float | None = loop.time() + TELL_SECONDS
    while True:
        try:
            return await by_daemon()
        except ControlError as error:
            if error.code != "no-daemon":
                raise
            barred = error if isinstance(error, BarredError) else None
        try:
            return await here()
        except AlreadyRunningError as error:
            if barred and error.code == "already-running":
                raise barred from error
            if error.holder != waited_for:
                patience = COMMAND_SECONDS if error.code == "busy" else PATIENCE_SECONDS
                waited_for, deadline = error.holder, loop.time() + patience
            if loop.time() >= deadline:
                raise
            if tell_at and loop.time() >= tell_at:
                tell_at = None
                tell(_waiting(error))
        await asyncio.sleep(TRY_AGAIN_SECONDS)


def _waiting(error: AlreadyRunningError) -> str:
    if error.code == "busy":
        return f"Another jarvis command is at work (pid {error.holder}). I wait for it to end ..."
    return f"Jarvis (pid {error.holder}) starts or ends. I wait until it answers ..."


@asynccontextmanager
async def store_here(paths: Paths, role: str) -> AsyncIterator[Store]:
    """The store, open for writing by this command; what of it was damaged is told on stderr.

    Args:
        paths: The user's folders.
        role: The command, as others that wait for it are told.

    Raises:
        AlreadyRunningError: Another process has it.
        StoreError: It cannot be opened.
    """
    from jarvis_voice.store.factory import make_store
    from jarvis_voice.store.losses import damage_told
    from jarvis_voice.store.process_lock import ProcessLock

    async with ProcessLock(paths.lock, role), make_store(paths) as store:
        if store.damage:
            err(f"jarvis: {damage_told(store.damage)}")
        yield store
