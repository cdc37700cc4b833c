"""BoundedMessages: hands on what a tool server sends, as long as no message has too many parts.

Invariant: what the library checks part by part, on the event loop, has a bounded number of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Self

from jarvis_voice.tools.mcp.stdio_server import BrokenServerError

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream
    from mcp.shared.message import SessionMessage

MOST_PARTS = 10_000
"""Lists and objects of one message, outside of texts: what a page of tools or a result may need."""


class BoundedMessages:
    """The messages of a stream, for the library's session.

    Args:
        read: The stream, which is closed with this.
    """

    def __init__(self, read: MemoryObjectReceiveStream[SessionMessage | Exception]) -> None:
        self._read = read
        self._too_many = asyncio.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._read.aclose()

    async def __aiter__(self) -> AsyncIterator[SessionMessage | Exception]:
        """Each message; none behind one that has too many parts, which `watch` tells."""
        async for sent in self._read:
            if not isinstance(sent, Exception):
                root = sent.message.root
                if has_more_parts(getattr(root, "result", None) or getattr(root, "params", None)):
                    self._too_many.set()
                    await asyncio.Event().wait()  # the library logs what is raised here
            yield sent

    async def watch(self) -> None:
        """Wait until a message has too many parts.

        Raises:
            BrokenServerError: One has.
        """
        await self._too_many.wait()
        raise BrokenServerError(f"a message of more than {MOST_PARTS:,} parts")


def has_more_parts(value: Any, most: int = MOST_PARTS) -> bool:
    """Whether a value of JSON holds more lists and objects than that."""
    waiting, n_parts = [value], 0
    while waiting:
        found = waiting.pop()
        n_parts += 1
        if n_parts > most:
            return True
        inner = found.values() if isinstance(found, dict) else found
        if isinstance(found, dict | list):
            waiting.extend(one for one in inner if isinstance(one, dict | list))
            if len(waiting) > most:
                return True
    return False
