"""Queues the sentences of one answer between its turn and the voice that speaks them.

Invariant: this is the one place where they wait; they keep their order, and each is given out once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Self

from jarvis_voice.core.types import Outcome, Reply
from jarvis_voice.language.en.spoken_units import UnitVoice


class SentenceQueue:
    """The sentences that a voice says of one answer so far; bounded by the turn's length.

    Args:
        replies: The turn's; read only when that is asked for.
        turn_id: The turn, where it is known before the first of them.
        is_shown: The user also reads them, so what is not spoken to its end was told.

    Attributes:
        is_shown: As above.
        turn_id: The turn, once something was read; empty where it belongs to none.
        outcome: What became of the turn, once all was read.
        newest: The sentence that was read last; empty before the first.
    """

    def __init__(
        self, replies: AsyncIterator[Reply], turn_id: str = "", *, is_shown: bool = False
    ) -> None:
        self._replies = replies
        self.is_shown = is_shown
        self._voice = UnitVoice()
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self.turn_id = turn_id
        self.outcome: Outcome | None = None
        self.newest = ""

    @classmethod
    def of_texts(cls, turn_id: str, texts: AsyncIterator[str]) -> Self:
        """Sentences of whose turn no more than the id is known."""
        return cls(_replies(turn_id, texts), turn_id)

    @classmethod
    def of_text(cls, text: str) -> Self:
        """One sentence outside of any turn."""
        return cls.of_texts("", _one(text))

    async def read(self) -> bool:
        """Read the next sentence; whether there was one."""
        async for reply in self._replies:
            self.turn_id = reply.turn_id
            self.outcome = reply.outcome or self.outcome
            if words := self._voice.words(reply.text, reply.kind):
                self.newest = words
                self._waiting.put_nowait(words)
                return True
        return False

    async def read_all(self) -> None:
        """Read as they come, to the last one."""
        while await self.read():
            pass

    async def read_out(self) -> None:
        """Read to the last one, and let `get` know that none follows, whatever happens."""
        try:
            await self.read_all()
        finally:
            self._waiting.put_nowait(None)

    async def get(self) -> str | None:
        """The next sentence; None when none follows."""
        return await self._waiting.get()


async def spoken_texts(replies: AsyncIterator[Reply]) -> AsyncIterator[str]:
    """What a voice says of an answer, part by part."""
    voice = UnitVoice()
    async for reply in replies:
        if words := voice.words(reply.text, reply.kind):
            yield words


async def _replies(turn_id: str, texts: AsyncIterator[str]) -> AsyncIterator[Reply]:
    async for text in texts:
        yield Reply(turn_id, text, is_final=False)


async def _one(text: str) -> AsyncIterator[str]:
    yield text
