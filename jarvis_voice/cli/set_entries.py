"""What was set for later: read beside a daemon, cancelled by it, or with the lock taken here."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path
from typing import Any

from jarvis_voice.cli.reaching import by_daemon_or_here
from jarvis_voice.frontends.control_client import request
from jarvis_voice.paths import Paths


def listed(database: Path) -> list[dict[str, Any]]:
    """What is set, the next one first; times are local, in ISO 8601."""
    from jarvis_voice.store.schedule import read_schedule
    from jarvis_voice.tools.schedule_wording import rule_said

    entries = sorted(read_schedule(database), key=lambda one: (one.due_at, one.number))
    return [
        {
            "number": one.number,
            "kind": one.kind,
            "due": one.due_at.astimezone().isoformat(timespec="seconds"),
            "again": rule_said(one.rule) if one.rule else "once",
            "name": one.name,
            "words": one.words,
            "state": one.state,
        }
        for one in entries
    ]


async def cancel_entries(paths: Paths, numbers: tuple[int, ...]) -> int:
    """Cancel entries by their numbers; how many there were."""
    return await by_daemon_or_here(
        lambda: _by_daemon(paths, numbers), lambda: _here(paths, numbers)
    )


async def _by_daemon(paths: Paths, numbers: tuple[int, ...]) -> int:
    body = {"command": "cancel", "entries": list(numbers)}
    async with aclosing(request(paths.control_socket, body)) as answers:
        return [int(answer["entries"]) async for answer in answers][-1]


async def _here(paths: Paths, numbers: tuple[int, ...]) -> int:
    from jarvis_voice.store.lock import ProcessLock
    from jarvis_voice.store.schedule import ScheduleStore
    from jarvis_voice.store.threads import ThreadStore

    async with ProcessLock(paths.lock, "timers cancel"), ThreadStore(paths.database) as store:
        return await ScheduleStore(store).remove(numbers)
