"""The connections of the control socket: how many there may be, and how each of them ends.

Invariant: a client takes a place for a bounded time. Only a request that is carried out may
last: as long as its work does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from jarvis_voice.core.visible_text import json_line
from jarvis_voice.doors.control.address import TOO_MANY, Serve

log = logging.getLogger(__name__)

MOST_CONNECTIONS = 64

PART_SECONDS = 2.0
"""How long a client may read, go on sending or keep the connection open when it was answered."""

PART_BYTES = 32 * 1024 * 1024

CLOSE_SECONDS = 5.0
"""How long the connections may take to end; a turn may take 3 s to be cancelled."""


class Connections:
    """The open connections of one control socket.

    A client that comes when all places are taken is told so, and has time to read it. The number of
    those is bounded, too: the one that was told first is closed first.

    Args:
        is_own: Whether who came in runs as this user.
        answer: Reads the request of a connection and answers it.
    """

    def __init__(
        self,
        is_own: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bool]],
        answer: Serve,
    ) -> None:
        self._is_own = is_own
        self._answer = answer
        self._served: dict[asyncio.Task[None], None] = {}  # in the order in which they came
        self._refused: dict[asyncio.Task[None], None] = {}

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve or refuse one that came in, and return when it is closed."""
        places, serve = self._served, self._answer
        if len(self._served) >= MOST_CONNECTIONS:
            places, serve = self._refused, _refuse
            if len(places) >= MOST_CONNECTIONS:
                first = next(iter(places))
                del places[first]
                first.cancel()
        connection = asyncio.current_task()
        if connection:
            places[connection] = None
        try:
            if await self._is_own(reader, writer):
                await serve(reader, writer)
                await _part(reader, writer)
        except (ConnectionError, TimeoutError, asyncio.CancelledError):
            log.info("a control connection was closed")
        finally:
            if connection:
                places.pop(connection, None)
            writer.transport.abort()  # what a client did not read by now stays unread

    async def end(self) -> None:
        """Cancel what is under way for clients, and return when it has ended."""
        connections = {*self._served, *self._refused}
        for connection in connections:
            connection.cancel()
        if connections:
            _, late = await asyncio.wait(connections, timeout=CLOSE_SECONDS)
            for _ in late:
                log.error("a control connection did not end when it was cancelled")


def refusal(code: str, message: str) -> dict[str, Any]:
    """The last line to a client whose request is not carried out."""
    return {"type": "control-error", "code": code, "message": message}


async def send(writer: asyncio.StreamWriter, body: dict[str, Any]) -> None:
    """Send one line, and wait while the client reads too slowly."""
    writer.write(json_line(body).encode() + b"\n")
    await writer.drain()


async def _refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    message = (
        f"{MOST_CONNECTIONS} programs are connected to the running Jarvis, and it takes no more. "
        "Try again in a moment."
    )
    await send(writer, refusal(TOO_MANY, message))


async def _part(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Let the client read its answer to the end.

    A socket that is closed while something in it is unread takes the answer away from the client.
    """
    async with asyncio.timeout(PART_SECONDS):
        await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
        left = PART_BYTES
        while left > 0 and (dropped := await reader.read(64 * 1024)):
            left -= len(dropped)
