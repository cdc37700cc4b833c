"""From an utterance to its answer: transcribe, judge, ask, say. Cancelling any of it is safe.

Invariant: tells the machine how it went by exactly one signal at its end, unless it was cancelled.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass
from time import perf_counter

from jarvis_voice.bus import Bus
from jarvis_voice.events import SpeechTranscribed, UtteranceRejected
from jarvis_voice.frontends.mouth import Mouth
from jarvis_voice.ports import Clock, Conversation, SpeechToText
from jarvis_voice.turn.listening import Listening, Verdict
from jarvis_voice.turn.machine import Signal
from jarvis_voice.types import Reply, Source, Utterance


@dataclass(frozen=True, slots=True)
class Answering:
    """The way from sound to answer, and who is on it.

    Attributes:
        word: The wake word, which is cut from commands.
        thread_id: The conversation; None is the default thread.
    """

    stt: SpeechToText
    conversation: Conversation
    mouth: Mouth
    bus: Bus
    clock: Clock
    word: str
    thread_id: str | None

    async def understand(self, heard: Listening, utterance: Utterance) -> Verdict:
        """What the user wants, told to the bus.

        Raises:
            ModelError: Speech to text failed.
        """
        started_at = perf_counter()  # a recording's clock stands still meanwhile
        verdict = heard.judge_sound(utterance)
        if verdict is None:
            transcript = await self.stt.transcribe(utterance)
            verdict = heard.judge(utterance, transcript, self.word)
        at, took_seconds = self.clock.seconds(), perf_counter() - started_at
        if verdict.signal is Signal.UNDERSTOOD:
            self.bus.publish(SpeechTranscribed(at, verdict.command, took_seconds))
        elif verdict.signal is not Signal.CALLED_ONLY:
            self.bus.publish(UtteranceRejected(at, verdict.reason))
        return verdict

    async def converse(self, text: str, source: Source, on_started: Callable[[], None]) -> None:
        """Run one turn and say its answer.

        Raises:
            JarvisError: The turn failed.
        """
        replies = self.conversation.ask(text, source=source, thread_id=self.thread_id)
        async with _closing(replies):
            first = await anext(replies, None)
            if first is not None:
                await self.mouth.say(first.turn_id, _texts(first, replies), on_started)

    async def apologise(self, words: str, on_started: Callable[[], None]) -> None:
        """Say what went wrong, outside of any turn."""
        await self.mouth.say("", _one(words), on_started)


@contextlib.asynccontextmanager
async def _closing(replies: AsyncIterator[Reply]) -> AsyncGenerator[None]:
    """Cancel the turn when its answer is not wanted to its end."""
    try:
        yield
    finally:
        if isinstance(replies, AsyncGenerator):
            await replies.aclose()


async def _texts(first: Reply, replies: AsyncIterator[Reply]) -> AsyncIterator[str]:
    yield first.text
    async for reply in replies:
        yield reply.text


async def _one(text: str) -> AsyncIterator[str]:
    yield text
