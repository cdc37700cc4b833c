"""An HTTP server on loopback that answers as its subclass says and fails as it is told.

The scripted world and the tests share it. `async with` serves on the loop that is running; `with`
serves on a thread of its own, for a test without a loop or one that its client keeps busy.

Invariant: it listens on 127.0.0.1 and nowhere else; closing it ends every connection.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qsl, urlsplit

if TYPE_CHECKING:
    import ssl

PORTAL = b"<!doctype html><html><body>Please sign in to the hotel's network</body></html>"


class HttpFault(StrEnum):
    """How an answer goes wrong: refused, broken, silent, half, a captive portal, nothing at all."""

    RATE_LIMITED = "429"
    SERVER_ERROR = "500"
    HANG = "hang"
    CUT = "cut"
    HTML = "html"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class LoopbackRequest:
    """A request of a client.

    Attributes:
        target: Path and query, as they were sent.
        headers: Their names are in small letters.
        body: The JSON that was sent, or None.
    """

    method: str
    target: str
    headers: Mapping[str, str]
    body: Any

    @property
    def host(self) -> str:
        """The host it was meant for, without a port."""
        return self.headers.get("host", "").partition(":")[0]

    @property
    def path(self) -> str:
        """The target without its query."""
        return urlsplit(self.target).path

    @property
    def query(self) -> Mapping[str, str]:
        """The parameters behind the path."""
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))


@dataclass(frozen=True, slots=True)
class BodyPart:
    """A part of a body that comes bit by bit.

    Attributes:
        seconds: How long it is waited for.
        data: Its bytes.
    """

    seconds: float
    data: bytes


@dataclass(frozen=True, slots=True)
class LoopbackResponse:
    """The answer to a request.

    Attributes:
        parts: The body bit by bit, in place of `body`; `HANG` then says nothing more behind the
            last one, and `CUT` closes the connection there.
        fault: `HANG` sends nothing, `CUT` half of the body; the others are bodies already.
        is_unsized: The length is not told; the end of the connection is the end of the body.
    """

    body: bytes
    status: int = 200
    content_type: str = "application/json; charset=UTF-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    fault: HttpFault | None = None
    is_unsized: bool = False
    parts: tuple[BodyPart, ...] = ()


def as_json(body: Any, status: int = 200) -> LoopbackResponse:
    """A JSON body."""
    return LoopbackResponse(json.dumps(body).encode(), status)


class OffScriptError(Exception):
    """A client asked something that nobody foresaw."""


class LoopbackServer:
    """Answers by `respond`, one answer for each request.

    Args:
        retry_after: What a refusal says in `Retry-After`.
        tls: With what it answers https instead of http.

    Attributes:
        requests: Every request so far, oldest first.
        off_script: What was asked that nobody foresaw.
        hanging: Set once a request gets no answer.
        fault: What goes wrong with every answer now; setting it leaves those alone that hang.
        part_times: When each part of the newest answer in parts was about to be sent, by
            `perf_counter`.
    """

    def __init__(
        self, *, retry_after: str | None = None, tls: ssl.SSLContext | None = None
    ) -> None:
        self.requests: list[LoopbackRequest] = []
        self.off_script: list[str] = []
        self.hanging = threading.Event()
        self.retry_after = retry_after
        self._tls = tls
        self.fault: HttpFault | None = None
        self.part_times: list[float] = []
        self._port = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self._hung: set[asyncio.Task[None]] = set()
        self._thread: threading.Thread | None = None
        self._leave = asyncio.Event()

    @property
    def port(self) -> int:
        """The port it listens on, or did.

        Raises:
            RuntimeError: It was never open.
        """
        if not self._port:
            raise RuntimeError("the server is not open")
        return self._port

    @property
    def address(self) -> str:
        """Where it listens: host, colon, port."""
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """Its address with the scheme."""
        return f"{'https' if self._tls else 'http'}://{self.address}"

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        """The answer to a request.

        Raises:
            OffScriptError: Nobody foresaw this request.
        """
        raise NotImplementedError

    def quota_body(self) -> Any:
        """What it says to one request too many."""
        return {"error": "too many requests"}

    def break_with(self, fault: HttpFault) -> None:
        """Answer every request with this fault until `heal`."""
        self.hanging.clear()
        self.fault = fault

    def heal(self) -> None:
        """Answer properly again; requests that hang are dropped."""
        self.fault = None
        if self._loop:
            self._loop.call_soon_threadsafe(self._drop_hung)

    def faulty(self, fault: HttpFault | None, response: LoopbackResponse) -> LoopbackResponse:
        """The response as a fault leaves it."""
        match fault:
            case HttpFault.RATE_LIMITED:
                headers = {"Retry-After": self.retry_after} if self.retry_after else {}
                return replace(as_json(self.quota_body(), 429), headers=headers)
            case HttpFault.SERVER_ERROR:
                return as_json({"error": "internal"}, 500)
            case HttpFault.HTML:
                return LoopbackResponse(PORTAL, content_type="text/html")
            case HttpFault.EMPTY:
                return LoopbackResponse(b"", content_type=response.content_type)
            case _:
                return replace(response, fault=fault)

    def verify(self) -> None:
        """Look whether all that was asked was foreseen.

        Raises:
            AssertionError: It was not.
        """
        if self.off_script:
            raise AssertionError(f"asked off script: {self.off_script}")

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._server:
            self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        self._loop = None

    def __enter__(self) -> Self:
        opened: Future[None] = Future()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._stay_open(opened)), name="loopback", daemon=True
        )
        self._thread.start()
        opened.result()
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if self._loop and self._thread:
            self._loop.call_soon_threadsafe(self._leave.set)
            self._thread.join()
        if kind is None:
            self.verify()

    async def _stay_open(self, opened: Future[None]) -> None:
        try:
            async with self:
                opened.set_result(None)
                await self._leave.wait()
        except OSError as error:
            opened.set_exception(error)

    def _drop_hung(self) -> None:
        for task in self._hung:
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None:
            return
        self._connections.add(task)
        try:
            while request := await _read(reader):
                response = self._answer(request)
                is_open = True
                if response.parts:
                    self.part_times = times = list[float]()
                    await _send_parts(writer, response, times)
                    is_open = response.fault is None
                elif response.fault is not HttpFault.HANG:
                    is_open = await _send(writer, response)
                if response.fault is HttpFault.HANG:
                    self._hung.add(task)
                    self.hanging.set()
                    await asyncio.Event().wait()
                if not is_open:
                    break
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            return  # the client has left, or the server closes
        finally:
            self._connections.discard(task)
            self._hung.discard(task)
            writer.close()
            with suppress(OSError, asyncio.CancelledError):
                await writer.wait_closed()

    def _answer(self, request: LoopbackRequest) -> LoopbackResponse:
        self.requests.append(request)
        fault, response = self.fault, LoopbackResponse(b"")
        try:
            if fault in {None, HttpFault.CUT}:
                response = self.respond(request)
        except Exception as error:  # noqa: BLE001 - a script that breaks is noted like a missing one
            self.off_script.append(str(error) if isinstance(error, OffScriptError) else repr(error))
            response = as_json({"error": f"off script: {error}"}, 500)
        return self.faulty(fault, response) if fault else response


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
    return LoopbackRequest(line[0], line[1], headers, json.loads(raw) if raw else None)


async def _send(writer: asyncio.StreamWriter, response: LoopbackResponse) -> bool:
    """Send it as its fault allows; returns whether the connection goes on."""
    lines = [
        f"HTTP/1.1 {response.status} Scripted",
        f"Content-Type: {response.content_type}",
        *(f"{name}: {value}" for name, value in response.headers.items()),
    ]
    if not response.is_unsized:
        lines.append(f"Content-Length: {len(response.body)}")
    is_cut = response.fault is HttpFault.CUT
    body = response.body[: len(response.body) // 2] if is_cut else response.body
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    await writer.drain()
    return not (is_cut or response.is_unsized)


async def _send_parts(
    writer: asyncio.StreamWriter, response: LoopbackResponse, times: list[float]
) -> None:
    """Send the parts and note when; the body ends unless a fault keeps its end back."""
    lines = [
        f"HTTP/1.1 {response.status} Scripted",
        f"Content-Type: {response.content_type}",
        *(f"{name}: {value}" for name, value in response.headers.items()),
        "Transfer-Encoding: chunked",
    ]
    head = "\r\n".join(lines).encode() + b"\r\n\r\n"
    for part in response.parts:
        if part.seconds:
            await asyncio.sleep(part.seconds)
        times.append(perf_counter())
        writer.write(head + f"{len(part.data):x}\r\n".encode() + part.data + b"\r\n")
        head = b""
        await writer.drain()
    if response.fault is None:
        writer.write(head + b"0\r\n\r\n")
        await writer.drain()
