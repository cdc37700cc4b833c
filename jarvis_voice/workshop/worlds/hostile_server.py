"""An HTTP server on loopback whose answers are hostile: endless, dripping, packed to burst.

Invariant: it listens on 127.0.0.1 and nowhere else; closing it ends every connection.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from enum import StrEnum
from functools import cache
from typing import Self

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
ROOM = 64 * 1024
MOST_SENT = 1_000_000_000
DRIP_SECONDS = 0.01
UNPACKED = 200_000_000
"""What a bomb unpacks to."""


class HostileAnswer(StrEnum):
    """How an answer is meant to harm."""

    DRIP = "one byte after the other, without an end"
    DRIPPING_HEADERS = "a header that grows byte by byte, without an end"
    HANG = "nothing"
    CLOSE = "the connection is closed"
    ENDLESS = "a body of a gigabyte, as fast as it is taken"
    DECLARED = "a body that says it has a gigabyte"
    BOMB = "200 MB of blanks in 200 kB of gzip"
    DOUBLE_BOMB = "a gzip of a gzip"
    PACKED_BADLY = "no gzip, under its name"
    LOOP = "a redirect to itself"
    ELSEWHERE = "a redirect to another server"
    TO_FILE = "a redirect to a file"
    CHARSET = "bytes that are no UTF-8"
    DEEP = "200,000 brackets"
    DEEP_OBJECT = "100,000 objects, one in the other"
    NAN = "numbers that JSON does not have"
    LONG_NUMBER = "a number of 100,000 digits"
    TYPES = "JSON that is no object"
    CUT = "half of what it says"
    HUGE_HEADERS = "headers of a megabyte"
    NO_HTTP = "no HTTP at all"


ENDLESS_KINDS = frozenset(
    {
        HostileAnswer.DRIP,
        HostileAnswer.DRIPPING_HEADERS,
        HostileAnswer.HANG,
    }
)
"""They end with the asker's patience alone."""


class HostileServer:
    """Answers every request in one hostile way; open inside `async with`.

    Args:
        answer: The way; it may be changed.
        elsewhere: Where `ELSEWHERE` leads.

    Attributes:
        n_requests: Connections on which something was asked.
        n_sent: Bytes handed to the system for all of them.
        n_open: Connections that are open now.
        idle: Set while none is.
        asked: Set once something was asked.
    """

    def __init__(self, answer: HostileAnswer, elsewhere: str = "") -> None:
        self.answer = answer
        self.elsewhere = elsewhere
        self.n_requests = 0
        self.n_sent = 0
        self.n_open = 0
        self.idle = asyncio.Event()
        self.idle.set()
        self.asked = asyncio.Event()
        self._port = 0
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """Its address with the scheme."""
        return f"http://127.0.0.1:{self._port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._port = self._server.sockets[0].getsockname()[1]
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
        self.n_open += 1
        self.idle.clear()
        left = asyncio.create_task(self._leaves(reader, writer))
        try:
            await left
        except (OSError, EOFError, asyncio.CancelledError, asyncio.LimitOverrunError):
            return  # the client has left, or the server closes
        finally:
            left.cancel()
            self.n_open -= 1
            if not self.n_open:
                self.idle.set()
            self._connections.discard(task)
            writer.transport.abort()

    async def _leaves(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request; the connection closes behind it."""
        head = await reader.readuntil(b"\r\n\r\n")
        self.n_requests += 1
        self.asked.set()
        sending = asyncio.create_task(self._send(writer, head))
        gone = asyncio.create_task(_until_gone(reader))
        try:
            await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in (sending, gone):
                one.cancel()
            await asyncio.gather(sending, gone, return_exceptions=True)

    async def _send(self, writer: asyncio.StreamWriter, head: bytes) -> None:
        del head
        async for part in self._parts():
            writer.write(part)
            self.n_sent += len(part)
            await writer.drain()
        with suppress(OSError):
            writer.write_eof()

    async def _parts(self) -> AsyncIterator[bytes]:
        match self.answer:
            case HostileAnswer.DRIP:
                yield OK + b"\r\n{"
                while True:
                    await asyncio.sleep(DRIP_SECONDS)
                    yield b" "
            case HostileAnswer.DRIPPING_HEADERS:
                yield OK + b"X-More: "
                while True:
                    await asyncio.sleep(DRIP_SECONDS)
                    yield b"x"
            case HostileAnswer.HANG:
                await asyncio.Event().wait()
            case HostileAnswer.ENDLESS:
                yield OK + b'\r\n{"x": "'
                for _ in range(MOST_SENT // ROOM):
                    yield b"x" * ROOM
            case HostileAnswer.LOOP | HostileAnswer.ELSEWHERE | HostileAnswer.TO_FILE:
                there = {"loop": "/", "to_file": "file:///etc/passwd"}
                where = there.get(self.answer.name.lower(), self.elsewhere)
                yield f"HTTP/1.1 302 Found\r\nLocation: {where}\r\n".encode()
                yield b"Content-Length: 0\r\n\r\n"
            case _:
                yield WHOLE[self.answer]()


def _body(body: bytes, *headers: str) -> bytes:
    lines = [f"Content-Length: {len(body)}", *headers]
    return OK + "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@cache
def _bomb() -> bytes:
    pack = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    blanks = b" " * 1_000_000
    return b"".join(pack.compress(blanks) for _ in range(UNPACKED // len(blanks))) + pack.flush()


WHOLE: dict[HostileAnswer, Callable[[], bytes]] = {
    HostileAnswer.CLOSE: lambda: b"",
    HostileAnswer.DECLARED: lambda: OK + b"Content-Length: 1000000000\r\n\r\n{",
    HostileAnswer.BOMB: lambda: _body(_bomb(), "Content-Encoding: gzip"),
    HostileAnswer.DOUBLE_BOMB: lambda: _body(
        gzip.compress(_bomb()), "Content-Encoding: gzip, gzip"
    ),
    HostileAnswer.PACKED_BADLY: lambda: _body(b"{} is no gzip", "Content-Encoding: gzip"),
    HostileAnswer.CHARSET: lambda: _body(b'{"error": "\xff\xfe\xfd"}'),
    HostileAnswer.DEEP: lambda: _body(b"[" * 200_000 + b"]" * 200_000),
    HostileAnswer.DEEP_OBJECT: lambda: _body(b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    HostileAnswer.NAN: lambda: _body(b'{"current": {"temperature_2m": NaN}, "pages": Infinity}'),
    HostileAnswer.LONG_NUMBER: lambda: _body(b'{"pages": ' + b"7" * 100_000 + b"}"),
    HostileAnswer.TYPES: lambda: _body(b'["pages", null, 7]'),
    HostileAnswer.CUT: lambda: OK + b'Content-Length: 500\r\n\r\n{"pages": [',
    HostileAnswer.HUGE_HEADERS: lambda: OK + b"X-Big: " + b"x" * 1_000_000 + b"\r\n\r\n{}",
    HostileAnswer.NO_HTTP: lambda: b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
}
"""The answers that are there whole."""


async def _until_gone(reader: asyncio.StreamReader) -> None:
    """Until the client closes; what else it sends is thrown away."""
    while await reader.read(ROOM):
        pass
