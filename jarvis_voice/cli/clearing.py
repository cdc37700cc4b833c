"""Forgetting a thread: by the daemon that owns the database, or with the lock taken here."""

from __future__ import annotations

from contextlib import aclosing

from jarvis_voice.errors import ControlError
from jarvis_voice.frontends.control_client import request
from jarvis_voice.paths import Paths


async def clear_thread(paths: Paths, thread_id: str) -> int:
    """Forget a thread; returns how many turns it had."""
    body = {"command": "clear", "thread": thread_id}
    try:
        async with aclosing(request(paths.control_socket, body)) as answers:
            return [int(answer["turns"]) async for answer in answers][-1]
    except ControlError as error:
        if error.code != "no-daemon":
            raise
    from jarvis_voice.store.lock import ProcessLock
    from jarvis_voice.store.threads import ThreadStore

    with ProcessLock(paths.lock):
        async with ThreadStore(paths.database) as store:
            return await store.clear(thread_id)
