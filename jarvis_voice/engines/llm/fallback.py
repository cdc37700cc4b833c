"""Joins several language models into one: asks the next when one gives no usable answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.engines.llm.chat import Chat, Message, Spent

Answer = TypeVar("Answer", bound=BaseModel)


class FallbackChat:
    """Asks the models in order; the caller's time limit covers all of them together.

    Args:
        chats: Best first, at least one.
    """

    def __init__(self, chats: Sequence[Chat]) -> None:
        *self._preferred, self._last = chats

    async def load(self) -> None:
        """Load all of them; one that does not load says so when it is asked."""
        loads = [chat.load() for chat in (*self._preferred, self._last)]
        await asyncio.gather(*loads, return_exceptions=True)

    async def structured(
        self, system: str, messages: Sequence[Message], schema: type[Answer], spent: Spent
    ) -> Answer:
        """The first usable answer.

        Raises:
            PlannerError: What the last model said.
        """
        for chat in self._preferred:
            try:
                return await chat.structured(system, messages, schema, spent)
            except PlannerError:
                continue
        return await self._last.structured(system, messages, schema, spent)
