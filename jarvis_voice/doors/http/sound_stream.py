"""SoundStream: a response that sends a sound while it is made.

Invariant: the source of the sound is closed before the response is over, also where the client
leaves or something breaks. A sound that breaks off is not ended as if it were whole.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from jarvis_voice.audio.sound_encoder import SoundEncoder
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.doors.http.event_stream import first_of, until_gone
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)


class SoundStream(Response):
    """Sends the parts of a sound.

    Args:
        first: The first part: what fails at once was told before the response began.
        parts: Those behind it; closed at the end.
        media_type: Of the sound.
        closing: Set when the port shuts.
        on_end: Called once, when the response is over.
    """

    def __init__(
        self,
        first: bytes,
        parts: AsyncGenerator[bytes],
        media_type: str,
        closing: asyncio.Event,
        on_end: Callable[[], None],
    ) -> None:
        super().__init__(media_type=media_type, headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self._first = first
        self._parts = parts
        self._closing = closing
        self._on_end = on_end

    async def __call__(self, _: Scope, receive: Receive, send: Send) -> None:
        """Send the sound."""
        sending = asyncio.create_task(self._send_all(send))
        try:
            await first_of(sending, until_gone(receive), self._closing.wait())
        finally:
            sending.cancel()
            await asyncio.wait({sending})
            self._on_end()

    async def _send_all(self, send: Send) -> None:
        async with aclosing(self._parts) as parts:
            start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(start)
            await send({"type": "http.response.body", "body": self._first, "more_body": True})
            try:
                async for part in parts:
                    await send({"type": "http.response.body", "body": part, "more_body": True})
            except Exception as error:  # noqa: BLE001 - logged without its words
                log_broken(log, "a spoken text", error)
                return
        await send({"type": "http.response.body", "body": b""})


async def packed(
    chunks: AsyncGenerator[SpeechChunk], make: Callable[[], SoundEncoder]
) -> AsyncGenerator[bytes]:
    """Speech in the form that a client wants, as it is made.

    Args:
        chunks: Closed at the end.
        make: Makes the encoder.

    Raises:
        JarvisError: The voice failed.
    """
    encoder = await asyncio.to_thread(make)
    async with aclosing(chunks):
        async for chunk in chunks:
            if part := await asyncio.to_thread(encoder.add, chunk.pcm, chunk.rate_hz):
                yield part
    if part := await asyncio.to_thread(encoder.end):
        yield part
