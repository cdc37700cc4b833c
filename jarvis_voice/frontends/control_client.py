"""The other end of the control socket: one request, the answers as they come."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from jarvis_voice.errors import ControlError
from jarvis_voice.frontends.control_peer import is_own_user
from jarvis_voice.paths import is_own

CONNECT_SECONDS = 2.0


async def request(path: Path, body: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
    """Send one request and yield what the daemon answers, its closing line included.

    Raises:
        ControlError: "no-daemon" when nobody listens; otherwise what the daemon refused.
    """
    reader, writer = await _connect(path)
    try:
        writer.write(json.dumps(body).encode() + b"\n")
        await writer.drain()
        while line := await reader.readline():
            answer = json.loads(line)
            if answer["type"] == "control-error":
                raise ControlError(answer["code"], answer["message"])
            yield answer
            if answer["type"] == "control-done":
                return
        raise ControlError("daemon-gone", "The running Jarvis ended before it had answered.")
    except (ConnectionError, ValueError) as error:
        raise ControlError("daemon-gone", "The connection to the running Jarvis broke.") from error
    finally:
        writer.close()


async def _connect(path: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    nobody = ControlError(
        "no-daemon", "No Jarvis is running that could be reached. Start one with `jarvis run`."
    )
    if not hasattr(socket, "AF_UNIX"):
        raise nobody
    try:
        if not is_own(path.parent):
            raise nobody  # whoever listens there may be somebody else
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_unix_connection(path, limit=1024 * 1024)
    except (OSError, TimeoutError) as error:
        # a socket left behind by a daemon that was killed is as good as none
        raise nobody from error
    if not is_own_user(writer):
        writer.close()
        raise nobody
    return reader, writer
