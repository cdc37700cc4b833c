"""One connection of HTTP/1.1, whose requests must come in time."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""How long a client may take for the first lines of a request, from connecting or from the first
byte on: whoever only holds a place is dropped."""


class HttpConnection(H11Protocol):
    """Drops a client that sends no whole request head."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Some bytes came."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        if self._late:
            self._late.cancel()
        super().connection_lost(exc)

    def _watch(self) -> None:
        is_between = self.cycle is None or self.cycle.response_complete
        if is_between and self.conn.their_state is h11.IDLE:
            if self._late is None:
                self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)
        elif self._late:
            self._late.cancel()
            self._late = None
