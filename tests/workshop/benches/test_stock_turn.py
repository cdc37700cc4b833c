"""Flow: the stock way on scripted frames: what it tells, in order, and what it plays."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import Event, SpeechEnded
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.types import (
    FRAME_SAMPLES,
    FRAME_SECONDS,
    HERE,
    AudioFrame,
    Origin,
    Reply,
    Source,
    SpeechChunk,
)
from jarvis_voice.workshop.benches.stock_turn import StockModels, StockSession, StockSound

pytestmark = pytest.mark.flow


class Letters:
    """Frames as letters: "s" speech, "." silence; at the end it calls for nothing more."""

    name, dropped_frames, gaps = "script", 0, 0

    def __init__(self, letters: str) -> None:
        self._letters = letters

    async def __aenter__(self) -> "Letters":
        return self

    async def __aexit__(self, *exc: object) -> None:
        pass

    async def frames(self) -> AsyncIterator[AudioFrame]:
        for number, letter in enumerate(self._letters, 1):
            pcm = np.full(FRAME_SAMPLES, 1_000 if letter == "s" else 0, np.int16)
            yield AudioFrame(pcm, number * FRAME_SECONDS)


class LetterVad:
    """Speech where a frame is loud."""

    async def __aenter__(self) -> "LetterVad":
        return self

    async def __aexit__(self, *exc: object) -> None:
        pass

    async def probability(self, frame: AudioFrame) -> float:
        return float(frame.pcm[0] > 0)

    def reset(self) -> None:
        pass


class ScriptedModels(StockModels):
    def __init__(self, text: str) -> None:
        super().__init__(Path(), Path(), "en", 1)
        self.text = text
        self.heard_frames = 0
        self.said: list[str] = []

    def transcribe(self, pcm: NDArray[np.int16]) -> str:
        self.heard_frames = len(pcm) // FRAME_SAMPLES
        return self.text

    def synthesise(self, text: str) -> SpeechChunk:
        self.said.append(text)
        return SpeechChunk(np.full(8, 9_000, np.int16), 16_000, text)


class Answering:
    """Answers in two sentences."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
    ) -> AsyncGenerator[Reply]:
        del source, thread_id, dry_run, origin
        self.asked.append(text)
        yield Reply("t1", "It is noon.", is_final=False)
        yield Reply("t1", "Enjoy.", is_final=True)
        yield Reply("t1", "", is_final=True, outcome="done")


class Listener:
    """A loudspeaker that takes everything at once, and knows the words."""

    name = "script"

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def __aenter__(self) -> "Listener":
        return self

    async def __aexit__(self, *exc: object) -> None:
        pass

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        on_started()
        self.heard += [chunk.text async for chunk in chunks]
        return Playback(" ".join(self.heard), was_interrupted=False)

    async def play_earcon(self, earcon: Earcon) -> bool:
        raise AssertionError("the stock way has no earcons")

    def stop(self) -> None:
        pass


async def play(letters: str, text: str) -> tuple[list[Event], ScriptedModels, Answering, list[str]]:
    bus, events, answering = Bus(), list[Event](), Answering()
    bus.listen(events.append)
    models, speaker = ScriptedModels(text), Listener()
    sound = StockSound(Letters(letters), speaker, LetterVad())
    session = StockSession(sound, models, answering, bus, "hey jarvis")
    session.listen()
    async with speaker, asyncio.timeout(5):
        await session.run()
    return events, models, answering, speaker.heard


async def test_it_ends_after_07_s_of_silence_and_says_the_whole_answer_at_once() -> None:
    events, models, answering, heard = await play(".ss" + "." * 12, "Hey Jarvis, what time is it?")
    assert [event.type for event in events] == [
        "speech-ended",
        "speech-transcribed",
        "speech-synthesised",
        "speaking-started",
        "speaking-ended",
    ]
    ended = events[0]
    assert isinstance(ended, SpeechEnded)
    assert round(ended.silence_seconds, 2) == 0.72, "nine frames: eight are 0.64 s"
    assert models.heard_frames == 12
    assert answering.asked == ["what time is it?"]
    assert models.said == ["It is noon. Enjoy."]
    assert heard == ["It is noon. Enjoy."]


async def test_a_shorter_pause_is_no_end_and_silence_alone_no_command() -> None:
    assert (await play("ss" + "." * 8 + "ss", "no"))[0] == []
    assert (await play("." * 30, "no"))[0] == []


async def test_a_call_alone_is_rejected() -> None:
    events, *_ = await play("ss" + "." * 9, "Hey Jarvis.")
    assert [event.type for event in events] == ["speech-ended", "utterance-rejected"]
