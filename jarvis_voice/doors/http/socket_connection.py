"""One WebSocket: a flood of frames waits, and a text message that is no text ends it.

Invariant: whatever is sent, and however it is cut into frames, the loop is held for `PIECE_BYTES`
and a burst of frames at the most; beyond that the sender's system holds back the rest.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from jarvis_voice.doors.satellite.message_pace import MessagePace

log = logging.getLogger(__name__)

NO_TEXT: Final = 1007
"""The code of WebSocket for it."""

PIECE_BYTES: Final = 2_048
"""Taken at once. A frame may have six bytes, so that one read may bring forty thousand."""

FRAMES_PER_SECOND: Final = 200
MOST_FRAMES_AT_ONCE: Final = 1_000
"""A message may have several frames, and a ping is no message: more than messages are taken."""


class SocketConnection(WebSocketsSansIOProtocol):
    """Looks at frames before uvicorn does, which would take all of a read at once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pace = MessagePace(self.loop.time, FRAMES_PER_SECOND, MOST_FRAMES_AT_ONCE)
        self._came = bytearray()
        self._frames = 0
        self._held: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Some bytes came; they are taken as far as their frames are not too many."""
        self._came += data
        if self._held is None:
            self._take()

    def handle_events(self) -> None:
        """Some frames are whole."""
        self._frames += len(self.conn.events)
        super().handle_events()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over, and with it what waits."""
        self._came.clear()
        if self._held:
            self._held.cancel()
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

    def _take(self) -> None:
        """Take what came in pieces, until nothing is left or its frames are too many."""
        while self._came and not self.transport.is_closing():
            piece = bytes(self._came[:PIECE_BYTES])
            del self._came[:PIECE_BYTES]
            self._frames = 0
            super().data_received(piece)
            if wait_seconds := self._pace.wait_seconds(self._frames):
                self._hold(wait_seconds)
                return

    def _hold(self, seconds: float) -> None:
        """Read nothing for a while; uvicorn, which also stops reading, must not go on meanwhile."""
        self.transport.pause_reading()
        self.read_paused = False
        self._held = self.loop.call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        self._held = None
        self._take()
        if self._held is None and not self.read_paused:
            self.read_paused = not self.queue.empty()  # uvicorn goes on when that was taken
            if not self.read_paused:
                self.transport.resume_reading()


def _is_text(frames: list[bytes]) -> bool:
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True
