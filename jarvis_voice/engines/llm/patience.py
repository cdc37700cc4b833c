"""How long an answer is waited for: until it begins, and between its pieces."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Generic, TypeVar

from jarvis_voice.engines.llm.chat_failures import Kind

T = TypeVar("T")


class LateAnswerError(TimeoutError):
    """An answer did not begin, or stopped.

    Attributes:
        kind: Which of the two.
        why: In words, behind the model's name.
    """

    def __init__(self, kind: Kind, why: str) -> None:
        super().__init__(why)
        self.kind: Kind = kind
        self.why = why


class AnswerPatience(Generic[T]):
    """Waits for the pieces of one answer; only waiting takes from its time.

    Args:
        first_seconds: Until the first piece that shows that the model works.
        stall_seconds: From each such piece to the next.
        shows_work: Whether a piece does; a server may send empty ones to keep a connection open.
    """

    def __init__(
        self, first_seconds: float, stall_seconds: float, shows_work: Callable[[T], bool]
    ) -> None:
        self._limit = self._left = first_seconds
        self._stall_seconds = stall_seconds
        self._shows_work = shows_work
        self._has_begun = False

    async def next_piece(self, pieces: AsyncGenerator[T]) -> T | None:
        """The next piece; None is the end.

        Raises:
            LateAnswerError: It did not come in time.
        """
        await asyncio.sleep(0)  # a server that is quick leaves others no turn on the loop
        loop = asyncio.get_running_loop()
        since = loop.time()
        limit = asyncio.timeout(max(0.0, self._left))
        try:
            async with limit:
                piece = await anext(pieces, None)
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise self._late() from error
        self._left -= loop.time() - since
        if piece is not None and self._shows_work(piece):
            self._has_begun = True
            self._limit = self._left = self._stall_seconds
        return piece

    def _late(self) -> LateAnswerError:
        seconds = f"{self._limit:g} second{'' if self._limit == 1 else 's'}"
        if self._has_begun:
            return LateAnswerError("stalled", f"stopped in the middle of its answer for {seconds}")
        return LateAnswerError("timeout", f"did not begin to answer within {seconds}")
