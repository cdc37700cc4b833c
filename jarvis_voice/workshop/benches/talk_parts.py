"""Stand-ins of the talk bench: models that tell one story, and a queue and a voice with clocks."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from time import perf_counter
from typing import Self

from jarvis_voice.assistant.reply_stream import WORKING
from jarvis_voice.core.ports import TextToSpeech
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.voice.output.sentence_queue import SentenceQueue
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer
from jarvis_voice.workshop.worlds.loopback import LoopbackRequest
from jarvis_voice.workshop.worlds.model_script import ModelScript
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

FIRST = "Once there was a fox who lived in an old letter box."
ANSWER = f"{FIRST} One day a letter came for her, and she read it aloud. So she went to the sea."
TOKENS = tuple(re.findall(r"\s*\S+", ANSWER))
"""A word with the blank before it."""

SHOWN_BY = len(FIRST.split())
"""Which token shows that the first sentence has ended: the first one behind it."""


class StoryOpenAi(OpenAiServer):
    """Tells one story; an answer that is asked for whole takes as long as its stream.

    Attributes:
        story: What it tells, at a speed.
    """

    story = ModelScript(TOKENS)

    def next_answer(self, request: LoopbackRequest) -> ModelScript:
        """The story, whatever is asked."""
        if request.body.get("stream"):
            return self.story
        n_more = len(self.story.said) - 1
        seconds = self.story.first_seconds + n_more * self.story.piece_seconds
        return replace(self.story, first_seconds=seconds)


class StoryGemini(GeminiServer):
    """Tells one story.

    Attributes:
        story: What it tells, at a speed.
    """

    story = ModelScript(TOKENS)

    def next_answer(self, request: LoopbackRequest) -> ModelScript:
        """The story, whatever is asked."""
        del request
        return self.story


class NotedVoice:
    """Notes when the first sample of an answer was there.

    Args:
        inner: The voice.

    Attributes:
        first_at: When, by `perf_counter`; "One moment." is no part of an answer.
    """

    def __init__(self, inner: TextToSpeech) -> None:
        self._inner = inner
        self.first_at: float | None = None

    async def __aenter__(self) -> Self:
        await self._inner.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._inner.__aexit__(None, None, None)

    def forget(self) -> None:
        """The next sample is the first of a new answer."""
        self.first_at = None

    async def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        """As the voice does."""
        is_answer = text != speakable(WORKING)
        async for chunk in self._inner.synthesize(text):
            if is_answer and self.first_at is None and len(chunk.pcm):
                self.first_at = perf_counter()
            yield chunk


class NotedQueue(SentenceQueue):
    """Notes when the first sentence of an answer was in it, by `perf_counter`."""

    first_at: float | None = None

    async def read(self) -> bool:
        """As its base."""
        has_more = await super().read()
        if has_more and self.first_at is None and self.newest != speakable(WORKING):
            self.first_at = perf_counter()
        return has_more
