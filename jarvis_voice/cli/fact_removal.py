"""Forgetting facts: by the daemon that owns the database, or with the lock taken here."""

from __future__ import annotations

from contextlib import aclosing

from jarvis_voice.cli.daemon_or_local import by_daemon_or_here
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.control.client import request


async def forget_facts(paths: Paths, numbers: tuple[int, ...]) -> int:
    """Forget facts by their numbers; returns how many there were."""
    return await by_daemon_or_here(
        lambda: _by_daemon(paths, numbers), lambda: _here(paths, numbers)
    )


async def _by_daemon(paths: Paths, numbers: tuple[int, ...]) -> int:
    body = {"command": "forget", "facts": list(numbers)}
    async with aclosing(request(paths.control_socket, body)) as answers:
        return [int(answer["facts"]) async for answer in answers][-1]


async def _here(paths: Paths, numbers: tuple[int, ...]) -> int:
    from jarvis_voice.store.sqlite.memory import MemoryStore
    from jarvis_voice.store.sqlite.process_lock import ProcessLock
    from jarvis_voice.store.sqlite.threads import ThreadStore

    async with ProcessLock(paths.lock, "memory forget"), ThreadStore(paths.database) as store:
        return await MemoryStore(store).forget_facts(numbers)
