"""Runs routines: each one's words become a turn like any other, and its answer is spoken.

Invariant: one routine of a user at a time; a turn that asks "Shall I?" finds nobody who could say
yes at this door, so of what needs a yes a routine does only what was granted ahead
(`Tool.is_granted_ahead`).
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Protocol

from jarvis_voice.core.ports import Conversation, Playback
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import Reply
from jarvis_voice.voice.output.sentence_queue import spoken_texts


class RoutineVoice(Protocol):
    """Speaks the answers of routines."""

    async def say(self, turn_id: str, replies: AsyncIterator[str]) -> Playback:
        """Say a reply, sentence by sentence."""
        ...


class Routines:
    """Runs the words of routines as turns.

    Args:
        conversation: Answers.
        mouth: Gives the voice of a routine; None where there is none, and the answer is only
            shown.
    """

    def __init__(
        self, conversation: Conversation, mouth: Callable[[Entry], RoutineVoice | None]
    ) -> None:
        self._conversation = conversation
        self._mouth = mouth
        self._floors: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def run(self, entry: Entry) -> None:
        """Run one; errors become sentences in its turn."""
        async with self._floors[entry.user_id]:
            thread = entry.thread_id or None
            replies = self._conversation.ask(
                entry.words, source="schedule", thread_id=thread, origin=entry.origin
            )
            async with aclosing(replies):
                if mouth := self._mouth(entry):
                    first = await anext(replies, None)
                    if first is not None:
                        await mouth.say(first.turn_id, spoken_texts(_all(first, replies)))
                async for _ in replies:
                    continue


async def _all(first: Reply, rest: AsyncIterator[Reply]) -> AsyncIterator[Reply]:
    yield first
    async for reply in rest:
        yield reply
