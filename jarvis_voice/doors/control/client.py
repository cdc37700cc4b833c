"""The client of the control socket: sends one request and yields the answers as they arrive."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.operations import DaemonStatus, read_status
from jarvis_voice.doors.control.address import ControlAddress

ANSWER_BYTES = 1024 * 1024


async def request(path: Path, body: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
    """Send one request and yield what the daemon answers, its closing line included.

    Raises:
        ControlError: "no-daemon" when nobody listens; otherwise what the daemon refused.
    """
    reader, writer = await ControlAddress(path).knock(ANSWER_BYTES)
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


async def ask_status(path: Path) -> DaemonStatus:
    """How the running Jarvis is.

    Raises:
        ControlError: As `request`; "other-version" where its answer cannot be read.
    """
    return read_status((await command(path, "status"))["status"])


async def command(path: Path, name: str, **arguments: Any) -> dict[str, Any]:
    """Send one request and return the daemon's closing line.

    Raises:
        ControlError: As `request`.
    """
    last: dict[str, Any] = {}
    async with aclosing(request(path, {"command": name, **arguments})) as answers:
        async for answer in answers:
            last = answer
    return last
