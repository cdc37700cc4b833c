"""A loop whose clock moves when it is told to, and a client's end of a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import uvicorn
from uvicorn.server import ServerState

T = TypeVar("T", bound=asyncio.Protocol)


class Loop:
    """A loop whose clock moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0
        self.due: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, call: Callable[..., None], *given: Any) -> Any:
        self.due.append((self.now + seconds, lambda: call(*given)))
        return self

    def cancel(self) -> None:
        self.due.clear()

    def create_task(self, work: Coroutine[Any, Any, None], **_: Any) -> Any:
        work.close()
        return self

    def add_done_callback(self, call: Callable[[Any], None]) -> None:
        """The application never ends."""

    def go_on(self, seconds: float) -> None:
        """Let so much time pass, and carry out what becomes due."""
        until = self.now + seconds
        while self.due and self.due[0][0] <= until:
            self.now, call = self.due.pop(0)
            call()
        self.now = until


class Transport(asyncio.Transport):
    """A client that reads all at once."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = True
        self.is_closed = False
        self.protocol: Any = None

    def get_protocol(self) -> Any:
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return self.is_closed

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """It is gone."""

    def close(self) -> None:
        self.is_closed = True


async def _application(scope: Any, receive: Any, send: Any) -> None:
    """Nobody asks it."""


def connected(
    kind: type[T], loop: Loop, *, application: Any = _application, **given: Any
) -> tuple[T, Transport]:
    """A connection of this kind that is just made, and the transport of its client."""
    config = uvicorn.Config(application, log_config=None, ws_ping_interval=None)
    config.load()
    made: Any = kind
    protocol, transport = made(config, ServerState(), {}, loop, **given), Transport()
    transport.protocol = protocol
    protocol.connection_made(transport)
    return protocol, transport
