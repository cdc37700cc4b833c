"""One connection of HTTP/1.1: its requests must come in time, and its answers must be read.

Invariant: a body that is cut into thousands of chunks holds nobody else up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import h11
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.h11_impl import H11Protocol

from jarvis_voice.doors.http.body_rules import JSON_TYPE
from jarvis_voice.doors.http.caller_pace import Callers
from jarvis_voice.doors.http.measured_steps import MeasuredSteps
from jarvis_voice.doors.http.paced_reader import PacedReader
from jarvis_voice.doors.http.request_error import RequestError, error_bytes
from jarvis_voice.doors.http.socket_connection import IS_KNOWN
from jarvis_voice.doors.http.tls_reads import tls_read
from jarvis_voice.doors.satellite.message_pace import MessagePace

HEAD_SECONDS = 10.0
"""How long a client may take for the first lines of a request, from connecting or from the first
byte on: a client that sends nothing is dropped."""

READ_SECONDS = 20.0
"""In this time a client must read something of what waits for it: a slow one does, and one that
only holds its place does not."""

CHUNKS_PER_SECOND = 1_000
MOST_CHUNKS_AT_ONCE = 1_000
"""Of a body in chunks. A recording that is sent while it is made has a hundred a second."""

CHUNK_FRAME_BYTES = 5
"""Around the bytes of a chunk there are as many at least; a line within them is no chunk."""

MOST_HEAD_LINES = 1_000
"""Before a request begins. A browser sends twenty; each costs as much as a small request."""

MOST_STEP_SECONDS = 0.05
"""So much is counted of one step at most: the first request of all has to load what it needs."""

SOCKET_VERSION = b"13"
"""Of WebSocket, as its standard says."""


class HttpConnection(H11Protocol):
    """Drops a client that sends no whole request head, or reads nothing of an answer."""

    _late: asyncio.TimerHandle | None = None
    _next_look: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, callers: Callers | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pace = MessagePace(self.loop.time, CHUNKS_PER_SECOND, MOST_CHUNKS_AT_ONCE)
        self._reader = PacedReader(self.loop, pace, self)
        self._callers = callers or Callers(self.loop.time)
        self._head_lines = 0

    @property
    def is_asking(self) -> bool:
        """Whether somebody who is known waits for an answer: others make room for who comes later.

        Between two requests nobody waits, and who shows no token could hold each place for ever.
        """
        return not self._is_between and self._is_known

    @property
    def _is_between(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    @property
    def _is_known(self) -> bool:
        return self.cycle is not None and bool(self.cycle.scope["state"].get(IS_KNOWN))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        count = partial(self._callers.wait_for, self.client)
        self.app = partial(_measured, self.app, self.loop.time, count)
        self._watch()
        self._look_after(0)

    def data_received(self, data: bytes) -> None:
        """Some bytes came; what it took to decipher them is counted with what they ask for."""
        came = tls_read(self.transport)
        self.wait_for(min(came.seconds, MOST_STEP_SECONDS))
        self._reader.add(data, self.transport, self.flow, more_waits=came.is_cut)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over; a timer that waits would keep all that came by it."""
        self._reader.end()
        for timer in (self._late, self._next_look):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """An answer is whole. Who is not known sends nothing ahead, and no body behind it."""
        if self.client and self._is_known:
            self._callers.known.add(self.client[0])
        elif not self.transport.is_closing() and (
            self.conn.their_state is not h11.DONE or self.conn.trailing_data[0]
        ):
            self.transport.close()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; in the form that every refusal has."""
        del msg
        body = error_bytes(RequestError(400, "no-request", "This is no request of HTTP."), "")
        headers = [
            (b"content-type", JSON_TYPE.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        head = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (head, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _should_upgrade(self) -> bool:
        """Whether it becomes a WebSocket: only a whole handshake does; HTTP answers all else."""
        return super()._should_upgrade() and is_handshake(self.scope["method"], self.headers)

    def _unsupported_upgrade_warning(self) -> None:
        """Nobody is told: who asks for another protocol is answered in this one."""

    def _look_after(self, waited: int) -> None:
        """Look once more whether something of the bytes that waited was read.

        A transport that was closed waits for its reader as well, however long, and it stays the
        same one when the connection becomes a WebSocket.
        """
        self._next_look = self.loop.call_later(READ_SECONDS, self._look, waited)

    def _look(self, waited: int) -> None:
        waits = self.transport.get_write_buffer_size()
        if waits and waits == waited:
            self.transport.abort()
        elif waits or not self.transport.is_closing():
            self._look_after(waits)

    def take(self, piece: bytes) -> int:
        """Take a piece; returns how many chunks of a body it had."""
        cycle, before = self.cycle, self._body_bytes()
        was_body = self.conn.their_state is h11.SEND_BODY
        super().data_received(piece)
        if was_body or self.cycle is not cycle:
            self._head_lines = 0
        else:
            self._head_lines += piece.count(b"\n")
            if self._head_lines > MOST_HEAD_LINES:
                self._refuse_head()
                return 0
        if self.transport.get_protocol() is not self:  # it is a WebSocket now
            self._reader.end()
            self._in_time()
            return 0
        self._watch()
        if not any(name == b"transfer-encoding" for name, _ in self.headers or ()):
            return 0
        taken = self._body_bytes() - (before if self.cycle is cycle else 0)
        return min(piece.count(b"\n") // 2, (len(piece) - taken) // CHUNK_FRAME_BYTES)

    def is_full(self) -> bool:
        """Whether more of a body waits than the application takes at once."""
        return self._body_bytes() > HIGH_WATER_LIMIT

    def wait_for(self, spent_seconds: float) -> float:
        """How long to wait for what a piece took of the loop; 0 for who is known."""
        return 0.0 if self.is_asking else self._callers.wait_for(self.client, spent_seconds)

    def end(self) -> None:
        """End it at once: another needs its place."""
        self.transport.abort()

    def _refuse_head(self) -> None:
        if self._is_between and self.conn.our_state is h11.IDLE:
            self.send_400_response("")
        else:
            self.transport.close()

    def _body_bytes(self) -> int:
        return len(self.cycle.body) if self.cycle else 0

    def _watch(self) -> None:
        if self._is_between and self.conn.their_state is h11.IDLE:
            if self._late is None:
                self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)
        else:
            self._in_time()

    def _in_time(self) -> None:
        """A whole head has come: nobody is late."""
        if self._late:
            self._late.cancel()
            self._late = None


async def _measured(
    application: ASGIApp,
    seconds: Callable[[], float],
    count: Callable[[float], float],
    scope: Scope,
    receive: Receive,
    send: Send,
) -> None:
    """An answer; what it takes of the loop is counted, of who is not known."""

    def count_step(spent: float) -> None:
        if not scope["state"].get(IS_KNOWN):
            count(min(spent, MOST_STEP_SECONDS))

    await MeasuredSteps(application(scope, receive, send), seconds, count_step)


def is_handshake(method: str, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request, whose header names are small, has all that opens a WebSocket."""
    sent = dict(headers)
    is_known = sent.get(b"sec-websocket-version") == SOCKET_VERSION
    return method == "GET" and is_known and b"sec-websocket-key" in sent
