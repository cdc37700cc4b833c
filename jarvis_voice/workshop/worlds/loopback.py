"""A small HTTP server on loopback, for the services of a scripted world.

Invariant: it listens on 127.0.0.1 and nowhere else; closing it ends every connection.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

from jarvis_voice.workshop.worlds.scenario import Fault

PORTAL = b"<!doctype html><html><body>Please sign in to the hotel's network</body></html>"


@dataclass(frozen=True, slots=True)
class LoopbackRequest:
    """What a client asked."""

    method: str
    host: str
    path: str
    query: Mapping[str, str]
    body: Any


@dataclass(frozen=True, slots=True)
class LoopbackResponse:
    """What it is answered.

    Attributes:
        fault: How the answer goes wrong on its way.
    """

    body: bytes
    status: int = 200
    content_type: str = "application/json; charset=UTF-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    fault: Fault | None = None


def as_json(body: Any, status: int = 200) -> LoopbackResponse:
    """A JSON body."""
    return LoopbackResponse(json.dumps(body).encode(), status)


def faulty(fault: Fault, response: LoopbackResponse, refusal: Any) -> LoopbackResponse:
    """The response as this fault leaves it.

    Args:
        fault: What goes wrong.
        response: What would have been answered.
        refusal: The body with which the service refuses.
    """
    match fault:
        case "429":
            return as_json(refusal, 429)
        case "500":
            return as_json({"error": "internal"}, 500)
        case "html":
            return LoopbackResponse(PORTAL, content_type="text/html")
        case "empty":
            return LoopbackResponse(b"", content_type=response.content_type)
        case _:
            return replace(response, fault=fault)


class LoopbackServer:
    """Answers by a function; `async with` opens and closes it.

    Attributes:
        hanging: Set once a request gets no answer.
    """

    def __init__(self, respond: Callable[[LoopbackRequest], LoopbackResponse]) -> None:
        self._respond = respond
        self.hanging = asyncio.Event()
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """Where it listens: host, colon, port."""
        if self._server is None:
            raise RuntimeError("the server is not open")
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._server:
            self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None:
            return
        self._connections.add(task)
        try:
            while request := await _read(reader):
                response = self._respond(request)
                if response.fault == "hang":
                    self.hanging.set()
                    await asyncio.Event().wait()
                if not await _send(writer, response):
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            return  # the client has left, or the world ends
        finally:
            self._connections.discard(task)
            writer.close()
            with suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()


async def _read(reader: asyncio.StreamReader) -> LoopbackRequest | None:
    """The next request, or None where the client has closed."""
    line = (await reader.readline()).decode("latin-1").split()
    if len(line) != 3:  # noqa: PLR2004 - method, target, version
        return None
    headers: dict[str, str] = {}
    while header := (await reader.readline()).decode("latin-1").strip():
        name, _, value = header.partition(":")
        headers[name.lower()] = value.strip()
    raw = await reader.readexactly(int(headers.get("content-length", "0")))
    parts = urlsplit(line[1])
    return LoopbackRequest(
        method=line[0],
        host=headers.get("host", "").rpartition(":")[0] or headers.get("host", ""),
        path=parts.path,
        query=dict(parse_qsl(parts.query, keep_blank_values=True)),
        body=json.loads(raw) if raw else None,
    )


async def _send(writer: asyncio.StreamWriter, response: LoopbackResponse) -> bool:
    """Send it as its fault allows; returns whether the connection goes on."""
    lines = [
        f"HTTP/1.1 {response.status} Scripted",
        f"Content-Type: {response.content_type}",
        f"Content-Length: {len(response.body)}",
        *(f"{name}: {value}" for name, value in response.headers.items()),
    ]
    is_cut = response.fault == "cut"
    body = response.body[: len(response.body) // 2] if is_cut else response.body
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    await writer.drain()
    return not is_cut
