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


UNFINISHED_BYTES = 64
"""Of a match that the next part may finish. Wider white space hides a match, but an event has room
for fewer of those than it may have items."""


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


class _Matches:
    """How often a pattern stands in a text that comes in parts, wherever they are cut.

    Args:
        pattern: It begins and ends with signs, and has only white space between them.
    """

    def __init__(self, pattern: re.Pattern[bytes]) -> None:
        self._pattern = pattern
        self._unfinished = b""
        self.n = 0

    def add(self, part: bytes) -> None:
        """Take the next part of the text."""
        text, end = self._unfinished + part, 0
        for match in self._pattern.finditer(text):
            self.n, end = self.n + 1, match.end()
        self._unfinished = text[max(end, len(text) - UNFINISHED_BYTES) :]


class EventSize:
    """How large the event is that is being read; linear in its length."""

    def __init__(self) -> None:
        self._n_lines = 0
        self._tail = b""
        self._begin()

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
            self._begin()
            if not self._add(event):
                return False
        ends = text[len(text.rstrip(b"\r\n")) :]
        self._tail = ends[-_LONGEST_END:]
        return True

    def _begin(self) -> None:
        """Another event begins."""
        self._n_bytes = 0
        self._objects, self._items = _Matches(_OBJECTS), _Matches(_ITEMS)

    def _add(self, part: bytes) -> bool:
        self._n_bytes += len(part)
        self._objects.add(part)
        self._items.add(part)
        return (
            self._n_bytes <= EVENT_BYTES
            and self._objects.n <= MOST_OBJECTS
            and self._items.n <= MOST_ITEMS
        )
