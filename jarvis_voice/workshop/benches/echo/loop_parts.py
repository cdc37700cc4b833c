"""Parts of an acoustic loop: models that are opened once, and a scripted brain.

Invariant: whoever opened the models closes them; the voice says the same words the same way each
time, and makes them once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.types import HERE, Origin, Reply, Source, SpeechChunk
from jarvis_voice.workshop.benches.echo.acoustic_loop import LoopMicrophone
from jarvis_voice.workshop.worlds.air import AirSetup

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.core.ports import TextToSpeech
    from jarvis_voice.voice.output.self_speech_mask import SpeechScorer
    from jarvis_voice.voice.output.word_times import Stretch
    from jarvis_voice.voice.speech_input import SpeechInput, VoiceSettings


@dataclass
class Answers:
    """A brain that gives the answer it was set to; implements `ports.Conversation`.

    Attributes:
        reply: Its next answer.
        asked: What it was asked.
    """

    reply: str = "All right."
    asked: list[str] = field(default_factory=list)

    async def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
    ) -> AsyncGenerator[Reply]:
        """Answer with what was told."""
        del source, thread_id, dry_run, origin
        self.asked.append(text)
        turn_id = f"turn-{len(self.asked)}"
        yield Reply(turn_id, self.reply, is_final=False)
        yield Reply(turn_id, "", is_final=True, outcome="done")


class SaidOnce:
    """A voice that caches its speech; implements `synthesize` of `ports.TextToSpeech`."""

    def __init__(self, voice: TextToSpeech) -> None:
        self._voice = voice
        self._made: dict[str, list[SpeechChunk]] = {}

    async def __aenter__(self) -> Self:
        await self._voice.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._voice.__aexit__(*exc)

    async def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        """Speech for a text, the same each time."""
        if text not in self._made:
            self._made[text] = [chunk async for chunk in self._voice.synthesize(text)]
        for chunk in self._made[text]:
            yield chunk


class Unscored:
    """A scorer that never finds our wake word in our own speech; implements `SpeechScorer`."""

    async def stretches(self, chunk: SpeechChunk, *, begins: bool) -> tuple[Stretch, ...]:
        """None."""
        del chunk, begins
        return ()


class AwaitedScorer:
    """A scorer whose work can be waited for; implements `SpeechScorer`.

    The program plays while it scores, since real sound is slow. The time of a loop is not: on a
    busy machine our own name would be heard before its score is known.

    Args:
        scorer: Who does the work.
    """

    def __init__(self, scorer: SpeechScorer) -> None:
        self._scorer = scorer
        self._under_way = 0
        self._is_done = asyncio.Event()

    async def stretches(self, chunk: SpeechChunk, *, begins: bool) -> tuple[Stretch, ...]:
        """Where a wake word may be heard, in seconds from the chunk's beginning."""
        self._under_way += 1
        self._is_done.clear()
        try:
            return await self._scorer.stretches(chunk, begins=begins)
        finally:
            self._under_way -= 1
            self._is_done.set()

    async def settle(self) -> None:
        """Wait until all that was handed in is scored."""
        while self._under_way:
            await self._is_done.wait()


@dataclass(frozen=True, slots=True)
class LoopParts:
    """The models and settings of an acoustic loop.

    Attributes:
        ears: The models; their microphone is put aside.
        tts: The voice.
        own_speech: Scores what it says.
        settings: How the session listens.
        knows_itself: Whether the echo is cancelled, what we say is scored, and our own words are
            known when they are heard; else the session hears us as anybody.
    """

    ears: SpeechInput
    tts: TextToSpeech
    own_speech: SpeechScorer
    settings: VoiceSettings
    knows_itself: bool = True


def silent_microphone() -> LoopMicrophone:
    """One that stands in for a device where models are opened that need none."""

    async def gate() -> None:
        """Nobody waits."""

    return LoopMicrophone(AirSetup(), FrameClock(), gate)


@asynccontextmanager
async def open_parts(config: Config, paths: Paths) -> AsyncIterator[LoopParts]:
    """All models, as configured but for the canceller, which is on.

    Raises:
        JarvisError: A model is missing or damaged.
    """
    from jarvis_voice.app.voice_factory import MELSPECTROGRAM, open_ears, voice_settings
    from jarvis_voice.core.prosody import Prosody
    from jarvis_voice.engines.tts.piper import PiperTts
    from jarvis_voice.engines.wake.heads import find_heads
    from jarvis_voice.engines.wake.self_speech_scorer import SelfSpeechScorer

    heads = find_heads(config.wake.words, paths.wake_heads, paths.models)
    voice = PiperTts(paths.models / "piper" / "en_US-joe-medium.onnx", Prosody())
    settings = voice_settings(config, earcons=False)
    async with AsyncExitStack() as stack:
        yield LoopParts(
            await stack.enter_async_context(open_ears(config, paths, silent_microphone())),
            await stack.enter_async_context(SaidOnce(voice)),
            await stack.enter_async_context(
                SelfSpeechScorer(paths.models / MELSPECTROGRAM, tuple(heads))
            ),
            replace(settings, hears_while_speaking=True),
        )
