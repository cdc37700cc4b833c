"""PacedReader: takes what a client sends in pieces, and what costs too much by the second.

Invariant: the loop is held for one piece and a burst of parts at the most, however small a client
cuts what it sends, and strangers take their share of it together; beyond that their own system
holds back the rest.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from jarvis_voice.doors.satellite.message_pace import MessagePace

PIECE_BYTES = 2_048
"""Taken at once. A part may have six bytes, so that one read may bring forty thousand."""


class ReadState(Protocol):
    """What uvicorn keeps of whether it has stopped reading; only then it goes on by itself."""

    read_paused: bool


class Taker(Protocol):
    """What takes the pieces."""

    def take(self, piece: bytes) -> int:
        """Take a piece; returns how many parts it had."""

    def is_full(self) -> bool:
        """Whether the application has yet to take what it was given before."""

    def wait_for(self, spent_seconds: float) -> float:
        """How long to wait for what a piece took of the loop; 0 for who is known."""


class PacedReader:
    """What came over one connection and waits to be taken.

    Args:
        loop: For the time.
        pace: How many parts are taken.
        taker: Takes the pieces.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, pace: MessagePace, taker: Taker) -> None:
        self._loop = loop
        self._pace = pace
        self._taker = taker
        self._came = bytearray()
        self._held: asyncio.TimerHandle | None = None

    def add(
        self,
        data: bytes,
        transport: asyncio.Transport,
        state: ReadState,
        *,
        more_waits: bool = False,
    ) -> None:
        """Some bytes came: take them, as far as their parts are not too many.

        Args:
            data: The bytes.
            transport: Where they came from.
            state: Of uvicorn.
            more_waits: Whether the transport has more of them, which it hands on when it is told
                to resume.
        """
        self._came += data
        if self._held is None:
            self._take_all(transport, state)
        if more_waits and not (self._held or state.read_paused or transport.is_closing()):
            transport.pause_reading()  # it resumes only what was paused
            transport.resume_reading()

    def end(self) -> None:
        """The connection is over, or another protocol has it: what waits is nothing any more."""
        self._came.clear()
        if self._held:
            self._held.cancel()

    def _take_all(self, transport: asyncio.Transport, state: ReadState) -> None:
        while self._came and not transport.is_closing():
            seconds = self._taker.wait_for(0.0) or self._take_piece()
            if seconds:
                transport.pause_reading()
                state.read_paused = False  # or uvicorn would go on meanwhile
                self._held = self._loop.call_later(seconds, self._go_on, transport, state)
                return

    def _take_piece(self) -> float:
        """Take the next piece; how long to wait behind it."""
        piece = bytes(self._came[:PIECE_BYTES])
        del self._came[:PIECE_BYTES]
        began_at = self._loop.time()
        paced = self._pace.wait_seconds(self._taker.take(piece))
        return max(paced, self._taker.wait_for(self._loop.time() - began_at))

    def _go_on(self, transport: asyncio.Transport, state: ReadState) -> None:
        self._held = None
        self._take_all(transport, state)
        if self._held is None and not state.read_paused:
            state.read_paused = self._taker.is_full()
            if not state.read_paused:
                transport.resume_reading()
