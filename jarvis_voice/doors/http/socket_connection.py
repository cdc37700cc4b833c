"""One WebSocket: a text message that is no text ends it, with the code that says so."""

from __future__ import annotations

import logging
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

log = logging.getLogger(__name__)

NO_TEXT: Final = 1007
"""The code of WebSocket for it."""


class SocketConnection(WebSocketsSansIOProtocol):
    """Looks at a message before the application gets it; uvicorn would log a traceback."""

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(self.frames):
            log.info("a text message at a WebSocket is no UTF-8")
            self.frames = []
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()


def _is_text(frames: list[bytes]) -> bool:
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True
