"""Bounds the form of an answer before a client's library reads it.

The libraries build several objects for each one of the answer, and some copy all that came before:
a hostile megabyte would hold the loop for minutes. What a model says is one long text; it never has
thousands of parts.

Invariant: no event of a stream and no answer without one is larger, or has more parts, than bound;
no answer has more lines.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, AsyncIterator
from typing import cast

import httpx

from jarvis_voice.platform.outbound.transport import TooLargeError

EVENT_BYTES = 300_000
"""8,192 tokens in the longest spelling that JSON has have half of it."""

MOST_OBJECTS = 500
MOST_ITEMS = 8_000
"""Of lists, and empty objects; those in a text are counted, too: 8,192 tokens are some 4,000."""

MOST_LINES = 200_000
"""Of a whole answer: a streamed one has three for each token."""

# a quote that belongs to a text has a backslash before it, and so is none of these
_OBJECTS = re.compile(rb'\{\s*"')
_ITEMS = re.compile(rb'"\s*,\s*"|\{\s*\}|[,\[]\s*(?:[-\d\[\]]|true|false|null)')
_EVENT_END = re.compile(rb"\r?\n\r?\n")
_LONGEST_END = 3
"""Bytes of an event's end that may have come with the part before."""


class BoundedAnswers(httpx.AsyncBaseTransport):
    """A transport whose answers are bound in their form.

    Args:
        inner: What sends the requests.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; its answer is looked at as it is read."""
        response = await self._inner.handle_async_request(request)
        response.stream = _BoundedEvents(cast("httpx.AsyncByteStream", response.stream))
        return response

    async def aclose(self) -> None:
        """Close all connections."""
        await self._inner.aclose()

    def close(self) -> None:
        """Nothing: a library may hand this to a client without a loop, which it never uses."""


class _BoundedEvents(httpx.AsyncByteStream):
    """A body of which each event is bound.

    Raises:
        TooLargeError: One is too large.
    """

    def __init__(self, stream: httpx.AsyncByteStream) -> None:
        self._stream = stream
        self._event = EventSize()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in cast("AsyncIterable[bytes]", self._stream):
            if not self._event.fits(part):
                await self.aclose()
                raise TooLargeError("it is too large")
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


class EventSize:
    """How large the event is that is being read; linear in its length."""

    def __init__(self) -> None:
        self._n_bytes = self._n_objects = self._n_items = self._n_lines = 0
        self._tail = b""

    def fits(self, part: bytes) -> bool:
        """Take the next part; returns whether it and every event of it is within its bounds."""
        self._n_lines += part.count(b"\n")
        if self._n_lines > MOST_LINES:
            return False
        text = self._tail + part
        first, *others = _EVENT_END.split(text)
        if not self._add(first):
            return False
        for event in others:
            self._n_bytes = self._n_objects = self._n_items = 0
            if not self._add(event):
                return False
        ends = text[len(text.rstrip(b"\r\n")) :]
        self._tail = ends[-_LONGEST_END:]
        return True

    def _add(self, part: bytes) -> bool:
        self._n_bytes += len(part)
        self._n_objects += sum(1 for _ in _OBJECTS.finditer(part))
        self._n_items += sum(1 for _ in _ITEMS.finditer(part))
        return (
            self._n_bytes <= EVENT_BYTES
            and self._n_objects <= MOST_OBJECTS
            and self._n_items <= MOST_ITEMS
        )
