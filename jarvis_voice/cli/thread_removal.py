"""Forgetting a thread: by the daemon that owns the database, or with the lock taken here."""

from __future__ import annotations

from contextlib import aclosing

from jarvis_voice.cli.daemon_or_local import by_daemon_or_here
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.control.client import request


async def clear_thread(paths: Paths, thread_id: str) -> int:
    """Forget a thread; returns how many turns it had."""
    return await by_daemon_or_here(
        lambda: _by_daemon(paths, thread_id), lambda: _here(paths, thread_id)
    )


async def _by_daemon(paths: Paths, thread_id: str) -> int:
    body = {"command": "clear", "thread": thread_id}
    async with aclosing(request(paths.control_socket, body)) as answers:
        return [int(answer["turns"]) async for answer in answers][-1]


async def _here(paths: Paths, thread_id: str) -> int:
    from jarvis_voice.store.sqlite.process_lock import ProcessLock
    from jarvis_voice.store.sqlite.threads import ThreadStore

    async with ProcessLock(paths.lock, "threads clear"), ThreadStore(paths.database) as store:
        return await store.clear(thread_id)
