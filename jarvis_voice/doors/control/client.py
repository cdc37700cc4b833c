"""The client of the control socket: sends one request and yields the answers as they arrive."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncGenerator, Awaitable
from contextlib import aclosing
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.operations import DaemonStatus, read_status
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.doors.control.address import TOO_MANY, ControlAddress

ANSWER_BYTES = 1024 * 1024

PATIENCE_SECONDS = 30.0
"""How long to ask again where too many are connected: 200 turns of one thread take that long."""

ANSWER_SECONDS = 10.0
"""How long the running Jarvis may take for what needs no work of it."""

AT_ONCE = frozenset({"status", "mute", "unmute", "stop", "ptt", "quit"})


async def request(path: Path, body: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
    """Send one request and yield what the daemon answers, its closing line included.

    Raises:
        ControlError: "no-daemon" when nobody listens; "daemon-gone", "daemon-silent" or
            "other-version" when there is no answer that can be read; otherwise what the daemon
            refused.
    """
    loop = asyncio.get_running_loop()
    deadline, pause_seconds = loop.time() + PATIENCE_SECONDS, 0.1
    while True:
        try:
            async with aclosing(_asked(path, body)) as answers:
                async for answer in answers:
                    yield answer
        except ControlError as error:
            if error.code != TOO_MANY or loop.time() >= deadline:
                raise
        else:
            return
        await asyncio.sleep(pause_seconds * random.uniform(0.5, 1.5))  # noqa: S311 - not all at once
        pause_seconds = min(1.5 * pause_seconds, 1.0)


async def _asked(path: Path, body: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
    reader, writer = await ControlAddress(path).knock(ANSWER_BYTES)
    try:
        writer.write(json.dumps(body).encode() + b"\n")
        await writer.drain()
        seconds = ANSWER_SECONDS if str(body.get("command")) in AT_ONCE else None
        while line := await _within(seconds, reader.readline()):
            answer = _read(line)
            if answer["type"] == "control-error":
                raise ControlError(str(answer.get("code")), str(answer.get("message")))
            yield answer
            if answer["type"] == "control-done":
                return
        raise ControlError("daemon-gone", "The running Jarvis ended before it had answered.")
    except (ConnectionError, ValueError) as error:
        message = "The connection to the running Jarvis broke before it had answered."
        raise ControlError("daemon-gone", message) from error
    finally:
        writer.close()


async def _within(seconds: float | None, line: Awaitable[bytes]) -> bytes:
    try:
        async with asyncio.timeout(seconds):
            return await line
    except TimeoutError as error:
        message = "The running Jarvis does not answer. `jarvis doctor` looks for the reason."
        raise ControlError("daemon-silent", message) from error


def _read(line: bytes) -> dict[str, Any]:
    """One answer.

    Raises:
        ControlError: It is none of this version's.
    """
    if not line.endswith(b"\n"):
        raise ControlError("daemon-gone", "The running Jarvis ended before it had answered.")
    try:
        answer = parsed_json(line)
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or not isinstance(answer.get("type"), str):
        message = "The running Jarvis gave an answer that I cannot read. Start it again."
        raise ControlError("other-version", message)
    return answer


async def ask_status(path: Path) -> DaemonStatus:
    """How the running Jarvis is.

    Raises:
        ControlError: As `request`; "other-version" where its answer cannot be read.
    """
    return read_status((await command(path, "status")).get("status") or {})


async def command(path: Path, name: str, /, **arguments: Any) -> dict[str, Any]:
    """Send one request and return the daemon's closing line.

    Raises:
        ControlError: As `request`.
    """
    last: dict[str, Any] = {}
    async with aclosing(request(path, {"command": name, **arguments})) as answers:
        async for answer in answers:
            last = answer
    return last
