"""One WebSocket: a flood of frames waits, and a text message that is no text ends it."""

from __future__ import annotations

import logging
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from jarvis_voice.doors.http.caller_pace import Callers
from jarvis_voice.doors.http.paced_reader import PacedReader
from jarvis_voice.doors.http.tls_reads import tls_read
from jarvis_voice.doors.satellite.message_pace import MessagePace

log = logging.getLogger(__name__)

IS_KNOWN: Final = "is_known"
"""Whether who asks may do anything here: in the state of a request, once that was looked up."""

NO_TEXT: Final = 1007
"""The code of WebSocket for it."""

FRAMES_PER_SECOND: Final = 200
MOST_FRAMES_AT_ONCE: Final = 1_000
"""A message may have several frames, and a ping is no message: more than messages are taken."""


class SocketConnection(WebSocketsSansIOProtocol):
    """Looks at frames before uvicorn does, which would take all of a read at once."""

    def __init__(self, *args: Any, callers: Callers | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pace = MessagePace(self.loop.time, FRAMES_PER_SECOND, MOST_FRAMES_AT_ONCE)
        self._reader = PacedReader(self.loop, pace, self)
        self._callers = callers or Callers(self.loop.time)
        self._frames = 0

    @property
    def is_asking(self) -> bool:
        """Whether somebody who is known was let in; others make room for who comes later."""
        is_open = self.handshake_complete and not self.close_sent
        return is_open and bool(self.scope["state"].get(IS_KNOWN))

    def data_received(self, data: bytes) -> None:
        """Some bytes came; they are taken as far as their frames are not too many."""
        came = tls_read(self.transport)
        self.wait_for(came.seconds)
        self._reader.add(data, self.transport, self, more_waits=came.is_cut)

    def handle_events(self) -> None:
        """Some frames are whole."""
        self._frames += len(self.conn.events)
        super().handle_events()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        self._reader.end()
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(self.frames):
            log.info("a text message at a WebSocket is no UTF-8")
            self.frames = []
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def take(self, piece: bytes) -> int:
        """Take a piece; returns how many frames became whole."""
        self._frames = 0
        super().data_received(piece)
        return self._frames

    def is_full(self) -> bool:
        """Whether a message waits for the application."""
        return not self.queue.empty()

    def wait_for(self, spent_seconds: float) -> float:
        """How long to wait for what a piece took of the loop; 0 for who is known."""
        return 0.0 if self.is_asking else self._callers.wait_for(self.client, spent_seconds)

    def end(self) -> None:
        """End it at once: another needs its place."""
        self.transport.abort()


def _is_text(frames: list[bytes]) -> bool:
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True
