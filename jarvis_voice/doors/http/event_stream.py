"""EventStream: a response that sends server-sent events until they end or the client leaves.

Invariant: the source of the events is closed before the response is over, also where the client
leaves or something breaks. An idle stream says so every few seconds.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.http.request_error import RequestError, error_body
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)

IDLE_SECONDS = 15.0
"""After so long without an event a comment is sent: clients and proxies give up silent streams."""

_HEADERS = {"cache-control": "no-cache", "x-accel-buffering": "no"}


def server_sent(data: str, event: str = "", number: str = "") -> str:
    """One event in the form of the wire; each line of its data is a line of its own."""
    lines = [f"event: {event}"] if event else []
    lines += [f"data: {line}" for line in data.splitlines() or [""]]
    if number:
        lines.append(f"id: {number}")
    return "\n".join(lines) + "\n\n"


class EventStream(Response):
    """Sends texts as they come.

    Args:
        texts: Made by `server_sent`; closed at the end.
        closing: Set when it has to end.
        on_end: Each is called once, when the response is over.
    """

    media_type = "text/event-stream"

    def __init__(
        self,
        texts: AsyncGenerator[str],
        closing: asyncio.Event,
        *on_end: Callable[[], None],
    ) -> None:
        super().__init__(headers=_HEADERS)
        del self.headers["content-length"]
        self._texts = texts
        self._closing = closing
        self._on_end = on_end
        self._has_begun = False
        self._has_ended = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events."""
        sending = asyncio.create_task(self._send_all(scope["path"], send))
        try:
            await first_of(sending, until_gone(receive), self._closing.wait())
            was_cut = not sending.done()
            sending.cancel()
            await asyncio.wait({sending})
            if was_cut and self._has_begun and self._closing.is_set():
                await self._finish(send)
        finally:
            sending.cancel()
            await asyncio.wait({sending})
            for end in self._on_end:
                end()

    async def _send_all(self, path: str, send: Send) -> None:
        async with aclosing(self._texts) as texts:
            start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(start)
            self._has_begun = True
            try:
                async with aclosing(_with_comments(texts)) as parts:
                    async for part in parts:
                        if self._closing.is_set():  # what comes now is no longer for this client
                            break
                        body = part.encode()
                        await send({"type": "http.response.body", "body": body, "more_body": True})
            except JarvisError as error:
                await _send_failure(error, path, send)
            except Exception as error:  # noqa: BLE001 - logged without its words
                log_broken(log, "a stream", error)
                await _send_failure(broken(error), path, send)
        await self._finish(send)

    async def _finish(self, send: Send) -> None:
        if not self._has_ended:
            self._has_ended = True
            await send({"type": "http.response.body", "body": b""})


def broken(error: Exception) -> RequestError:
    """The refusal that a client reads when an unexpected error happened."""
    return RequestError(500, "request-broke", f"It broke: {type(error).__name__}. See the log.")


async def _send_failure(error: JarvisError, path: str, send: Send) -> None:
    told = error_body(RequestError(500, error.code, error.message), path)
    body = server_sent(json.dumps(told), "" if "error" in told else "error")
    await send({"type": "http.response.body", "body": body.encode(), "more_body": True})


async def _with_comments(texts: AsyncGenerator[str]) -> AsyncGenerator[str]:
    """The texts, with a comment in each pause; what is waited for is not cut off by it."""
    following: asyncio.Future[str] | None = None
    try:
        while True:
            following = following or asyncio.ensure_future(anext(texts))
            done, _ = await asyncio.wait({following}, timeout=IDLE_SECONDS)
            if not done:
                yield ": still here\n\n"
                continue
            try:
                text = following.result()
            except StopAsyncIteration:
                return
            following = None
            yield text
    finally:
        if following is not None and not following.done():
            following.cancel()
            await asyncio.wait({following})


async def until_gone(receive: Receive) -> None:
    """Wait until the client has left."""
    while (await receive())["type"] != "http.disconnect":
        continue


async def first_of(kept: asyncio.Task[None], *others: Awaitable[object]) -> None:
    """Wait for the first of several; all but the kept one are over then."""
    tasks = {asyncio.ensure_future(one) for one in others}
    try:
        await asyncio.wait({kept, *tasks}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
