"""Outbox: what waits to be sent to one satellite, in order and bounded."""

from __future__ import annotations

import asyncio
from typing import Any

from jarvis_voice.core.visible_text import json_line

MOST_WAITING = 500
"""A satellite that takes so many messages no more is too slow to be talked with."""


class Outbox:
    """Takes messages without waiting.

    Attributes:
        is_full: A message was lost; the satellite should go.
    """

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[str | bytes] = asyncio.Queue(MOST_WAITING)
        self.is_full = asyncio.Event()

    def put(self, body: dict[str, Any] | bytes) -> None:
        """Send a message when those before it are out."""
        try:
            self._waiting.put_nowait(body if isinstance(body, bytes) else json_line(body))
        except asyncio.QueueFull:
            self.is_full.set()

    async def take(self) -> str | bytes:
        """The next message."""
        return await self._waiting.get()
