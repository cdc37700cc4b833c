"""What lies outside a voice session, scripted: frames as letters, models and the brain behind them.

What they are told to do is noted in one log; nothing here knows the session.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.hypotheses import BestHypothesis, Completeness
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.types import (
    FRAME_SAMPLES,
    FRAME_SECONDS,
    HERE,
    RATE_HZ,
    AudioFrame,
    BegunFrame,
    Origin,
    Outcome,
    Reply,
    Source,
    SpeechChunk,
    Transcript,
    Utterance,
)

Part = str | Callable[[], Any]
Answers = Mapping[str, Sequence["str | Exception"]]
NOT_DONE = ("I did not understand that.", "I can open websites.")
"""The answer to a turn that came to nothing; every other answer is that of a turn that is done."""
QUESTION = ("Shall I open example.org?",)
"""Nothing was done, but something is asked."""
WINDOWS = {".": (0.05,) * 3, "1": (0.95, 0.95, 0.05), "2": (0.95, 0.05, 0.05)}
"""What VAD says of a letter; all others are speech to their end."""
SCORES = {"W": 0.9, "w": 0.6, "g": 0.4}
LOUDNESS = 1_000
"""Of speech; added to a frame's number it is a frame's first sample, so that each can be told."""
FAINT = 5
"""Of a quiet room."""


async def settle() -> None:
    """Let every task go as far as it can without a further frame."""
    for _ in range(25):
        await asyncio.sleep(0)


class Resource:
    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        pass


class Latch:
    """Something slow: open unless it is held."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()

    def hold(self) -> None:
        self._open.clear()

    def let_go(self) -> None:
        self._open.set()

    async def wait(self) -> None:
        await self._open.wait()


class ScriptedMicrophone(Resource):
    """Frames as letters: "." silence, "s" speech, "1" and "2" speech with 32 and 64 ms of silence
    behind it; "W" the end of the wake word,
    "w" and "g" the same with a score little above and little below the threshold; "e" our own
    voice, which VAD takes for speech."""

    name = "script"
    dropped_frames = 0
    gaps = 0

    def __init__(self, clock: FrameClock, lost: JarvisError | None) -> None:
        self.clock = clock
        self.lost = lost
        self.script: Sequence[Part] = ()
        self.letters = ""
        self.is_hurried = False

    @property
    def is_echo(self) -> bool:
        return self.letters.endswith("e")

    async def frames(self) -> AsyncIterator[AudioFrame]:
        async for one in self._sound():
            if isinstance(one, AudioFrame):
                yield one

    async def _sound(self) -> AsyncIterator[AudioFrame | BegunFrame]:
        for part in self.script:
            if not isinstance(part, str):
                called = part()
                if inspect.isawaitable(called):
                    await called
                await settle()
                continue
            for letter in part.replace(" ", ""):
                number = len(self.letters)
                self.letters += letter
                pcm = np.full(FRAME_SAMPLES, FAINT if letter == "." else LOUDNESS, np.int16)
                pcm[0] = LOUDNESS + number
                for samples in (512, 1_024):
                    if self.is_hurried:
                        at = number * FRAME_SECONDS + samples / RATE_HZ
                        self.clock.advance_to(at)
                        yield BegunFrame(pcm[:samples], at)
                        await settle()
                at = (number + 1) * FRAME_SECONDS
                self.clock.advance_to(at)
                yield AudioFrame(pcm, at)
                await settle()
        if self.lost:
            raise self.lost


class EarlyMicrophone(ScriptedMicrophone):
    """The same, which shows the first 32 and 64 ms of a frame to whoever hurries."""

    def sound(self) -> AsyncIterator[AudioFrame | BegunFrame]:
        return self._sound()

    def hurry(self, *, is_wanted: bool) -> None:
        self.is_hurried = is_wanted


class ScriptedWake(Resource):
    words = ("hey jarvis",)

    def __init__(self, microphone: ScriptedMicrophone) -> None:
        self.microphone = microphone
        self.seen: list[int] = []
        self.resets = 0
        self.error: JarvisError | None = None

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        await asyncio.sleep(0)
        self.seen.append(int(frame.pcm[0]) - LOUDNESS)
        if self.error:
            raise self.error
        return (SCORES.get(self.microphone.letters[self.seen[-1]], 0.01),)

    def reset(self) -> None:
        assert self.microphone.gaps, "the wake model forgets where sound was lost, and only there"
        self.resets += 1


class ScriptedVad(Resource):
    def __init__(self, microphone: ScriptedMicrophone) -> None:
        self.microphone = microphone
        self.error: JarvisError | None = None
        self.first: Callable[[], Awaitable[None]] | None = None  # what happens before it answers
        self.seen: list[int] = []

    async def probability(self, frame: AudioFrame) -> float:
        return max(await self.windows(frame))

    async def windows(self, frame: AudioFrame) -> tuple[float, ...]:
        await asyncio.sleep(0)
        first, self.first = self.first, None
        if first:
            await first()
        if self.error:
            raise self.error
        number, end = divmod(round(frame.captured_at * RATE_HZ) - 1, FRAME_SAMPLES)
        begin, end = end + 1 - len(frame.pcm), end + 1
        if end == FRAME_SAMPLES:
            self.seen.append(number)
        windows = WINDOWS.get(self.microphone.letters[number], (0.95,) * 3)
        ends = (512, 1_024, FRAME_SAMPLES)
        return tuple(window for window, at in zip(windows, ends, strict=True) if begin < at <= end)

    def reset(self) -> None:
        pass


class ScriptedStt(Resource):
    """Hears what it is told to, in order; fails when asked once too often.

    "a / b" is "a", or nearly as likely "b".
    """

    def __init__(self, texts: Sequence[str | JarvisError], log: list[str]) -> None:
        self.texts = list(texts)
        self.log = log
        self.latch = Latch()
        self.probability = -0.2
        self.utterances: list[Utterance] = []
        self.fitting: Mapping[str, float] = {}

    async def transcribe(self, utterance: Utterance) -> Transcript:
        self.utterances.append(utterance)
        numbers = [int(n) - LOUDNESS for n in utterance.pcm[::FRAME_SAMPLES]]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), "frames were lost"
        self.log.append(f"stt {numbers[0]}-{numbers[-1]} {utterance.wake_word}")
        await self.latch.wait()
        text = self.texts.pop(0) if self.texts else AssertionError("off script")
        if isinstance(text, Exception):
            raise text
        best, *others = text.split(" / ")
        return Transcript(best, 0.05, self.probability, tuple(others))

    async def likeness(self, utterance: Utterance, word: str) -> float:
        await self.latch.wait()
        return -0.1

    async def fits(self, utterance: Utterance, texts: Sequence[str]) -> tuple[float, ...]:
        self.log.append(f"stt fits {' | '.join(texts)}")
        return tuple(self.fitting.get(text, -30.0) for text in texts)


class ScriptedJudge:
    """Knows some commands, and takes the first hearing that it knows."""

    def __init__(self, knows: Mapping[str, Completeness]) -> None:
        self.knows = knows
        self.latch = Latch()

    async def choose(self, texts: Sequence[str]) -> BestHypothesis:
        await self.latch.wait()
        text = next((text for text in texts if text in self.knows), texts[0])
        return BestHypothesis(text, self.knows.get(text, Completeness.UNKNOWN))


class ScriptedTurnModel(Resource):
    def __init__(self, probability: float) -> None:
        self.probability = probability

    async def finished(self, pcm: np.ndarray) -> float:
        await asyncio.sleep(0)
        return self.probability


class ScriptedConversation:
    """Answers the commands it knows; an unknown one fails the test."""

    def __init__(self, answers: Answers, log: list[str]) -> None:
        self.answers = answers
        self.log = log
        self.latch = Latch()
        self.turns = 0
        self.origins: list[Origin] = []

    async def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
    ) -> AsyncGenerator[Reply]:
        self.turns += 1
        turn_id = f"t{self.turns}"
        self.origins.append(origin)
        self.log.append(f"ask {source} {text}")
        try:
            for answer in self.answers[text]:
                await self.latch.wait()
                if isinstance(answer, Exception):
                    raise answer
                yield Reply(turn_id, answer, is_final=False)
            outcome: Outcome = "not_done" if self.answers[text] in (NOT_DONE, QUESTION) else "done"
            yield Reply(turn_id, "", is_final=True, outcome=outcome)
        except (GeneratorExit, asyncio.CancelledError):
            self.log.append(f"cancelled {text}")
            raise


class ScriptedTts(Resource):
    def __init__(self) -> None:
        self.error: Exception | None = None
        self.said: list[str] = []
        self.seconds = 0.01

    async def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        await asyncio.sleep(0)
        if self.error:
            raise self.error
        self.said.append(text)
        yield SpeechChunk(np.zeros(round(16_000 * self.seconds), np.int16), 16_000, text)


class ScriptedSpeaker(Resource):
    """Plays at once, or holds each chunk until it is let go or stopped."""

    name = "script"

    def __init__(self, log: list[str]) -> None:
        self.log = log
        self.latch = Latch()
        self.error: JarvisError | None = None
        self.played: list[str] = []
        self.plays = 0
        self._stop: asyncio.Event | None = None

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        self.plays += 1
        assert self._stop is None, "two replies at once"
        stop = self._stop = asyncio.Event()
        heard: list[str] = []
        try:
            async for chunk in chunks:
                if self.error:
                    raise self.error
                if not heard:
                    on_started()
                heard.append(chunk.text)
                self.played.append(chunk.text)
                ends = {asyncio.create_task(w) for w in (self.latch.wait(), stop.wait())}
                _, rest = await asyncio.wait(ends, return_when="FIRST_COMPLETED")
                for task in rest:
                    task.cancel()
                if stop.is_set():
                    return Playback(" ".join(heard), was_interrupted=True)
            return Playback(" ".join(heard), was_interrupted=stop.is_set())
        finally:
            self._stop = None

    async def play_earcon(self, earcon: Earcon) -> bool:
        self.log.append(f"earcon {earcon}")
        return True

    def stop(self) -> None:
        if self._stop:
            self.log.append("hush")
            self._stop.set()
