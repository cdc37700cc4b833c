"""Runs a turn the stock way: fixed silence, stock Whisper, whole answer, then its sound.

Invariant: it hears the same recordings, asks an equal assistant and plays on an equal loudspeaker
as our way, and tells the same events; what it does between them is what the libraries' own examples
do.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import (
    SpeakingEnded,
    SpeakingStarted,
    SpeechEnded,
    SpeechSynthesised,
    SpeechTranscribed,
    UtteranceRejected,
)
from jarvis_voice.core.ports import Conversation, Microphone, Speaker, Vad
from jarvis_voice.core.types import FRAME_SECONDS, RATE_HZ, AudioFrame, SpeechChunk
from jarvis_voice.engines.vad.silero import SileroVad
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.language.en.wake_phrase import strip_wake_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

SILENCE_SECONDS = 0.7
"""The usual fixed silence; from 0.3 s, which cuts people off, to 3 s are in use."""

SPEECH_PROBABILITY = 0.5
"""Silero's own default."""

IN_WORDS = (
    "0.7 s of silence by Silero VAD, WhisperModel.transcribe() with its defaults on the same model "
    "and threads, the same planner, the whole answer synthesised by PiperVoice with its default "
    "session, then played"
)


class StockModels:
    """Whisper and Piper, opened as their libraries open them; every call blocks.

    Args:
        whisper: A CTranslate2 folder.
        voice: A Piper voice.
        language: Told to Whisper, so that it need not guess.
        threads: Of Whisper; as many as ours has.
    """

    def __init__(self, whisper: Path, voice: Path, language: str, threads: int) -> None:
        self._paths = whisper, voice
        self._language = language
        self._threads = threads
        self._whisper: Any = None
        self._voice: Any = None

    def load(self) -> None:
        """Load both."""
        from faster_whisper import WhisperModel
        from piper import PiperVoice

        whisper, voice = self._paths
        self._whisper = WhisperModel(
            str(whisper), device="cpu", compute_type="int8", cpu_threads=self._threads,
            local_files_only=True,
        )  # fmt: skip
        self._voice = PiperVoice.load(voice)

    def transcribe(self, pcm: NDArray[np.int16]) -> str:
        """The words of mono int16, shape (n_samples,), 16 000 Hz."""
        sound = pcm.astype(np.float32) / 32_768
        segments, _ = self._whisper.transcribe(sound, language=self._language)
        return " ".join(segment.text.strip() for segment in segments)

    def synthesise(self, text: str) -> SpeechChunk:
        """All of a text in one piece."""
        parts = [chunk.audio_int16_array for chunk in self._voice.synthesize(text)]
        pcm = np.concatenate([np.zeros(0, np.int16), *parts])
        return SpeechChunk(pcm, int(self._voice.config.sample_rate), text)


@dataclass(frozen=True, slots=True)
class StockSound:
    """The microphone, the loudspeaker and the VAD of a stock session.

    Attributes:
        microphone: Where frames come from.
        speaker: Where the answer is played.
        vad: Tells speech from silence.
    """

    microphone: Microphone
    speaker: Speaker
    vad: Vad = field(default_factory=SileroVad)


class StockSession:
    """Listens when the bench tells it to, in place of a wake word, and answers.

    Args:
        sound: What it hears and speaks with.
        models: Loaded.
        conversation: Answers.
        bus: Where events go.
        word: Cut from the beginning of what was heard.
    """

    def __init__(
        self,
        sound: StockSound,
        models: StockModels,
        conversation: Conversation,
        bus: Bus,
        word: str,
    ) -> None:
        self._microphone = sound.microphone
        self._models = models
        self._conversation = conversation
        self._speaker = sound.speaker
        self._bus = bus
        self._word = word
        self._vad = sound.vad
        self._frames: list[NDArray[np.int16]] | None = None
        self._has_spoken = False
        self._silent_seconds = 0.0

    def listen(self) -> None:
        """Hear the next command."""
        self._vad.reset()
        self._frames, self._has_spoken, self._silent_seconds = [], False, 0.0

    async def run(self) -> None:
        """Take frames until cancelled."""
        async with self._vad:
            async for frame in self._microphone.frames():
                if self._frames is not None and await self._has_ended(frame):
                    pcm, self._frames = np.concatenate(self._frames), None
                    await self._answer(pcm)

    async def _has_ended(self, frame: AudioFrame) -> bool:
        if self._frames is not None:
            self._frames.append(frame.pcm)
        is_speech = await self._vad.probability(frame) >= SPEECH_PROBABILITY
        self._has_spoken |= is_speech
        self._silent_seconds = 0.0 if is_speech else self._silent_seconds + FRAME_SECONDS
        return self._has_spoken and self._silent_seconds >= SILENCE_SECONDS

    async def _answer(self, pcm: NDArray[np.int16]) -> None:
        seconds, silence = len(pcm) / RATE_HZ, self._silent_seconds
        self._bus.publish(SpeechEnded(perf_counter(), "silence", seconds, silence))
        heard = await asyncio.to_thread(self._models.transcribe, pcm)
        text = strip_wake_word(heard, self._word, is_heard=True)
        if not text:
            self._bus.publish(UtteranceRejected(perf_counter(), "empty"))
            return
        self._bus.publish(SpeechTranscribed(perf_counter(), text, 0.0))
        turn_id, sentences = "", list[str]()
        async with aclosing(self._conversation.ask(text, source="voice")) as replies:
            async for reply in replies:
                turn_id = reply.turn_id
                sentences += [speakable(reply.text)] if reply.text else []
        chunk = await asyncio.to_thread(self._models.synthesise, " ".join(sentences))
        self._bus.publish(SpeechSynthesised(turn_id, perf_counter(), 0.0))

        def started() -> None:
            self._bus.publish(SpeakingStarted(turn_id, perf_counter()))

        playback = await self._speaker.play(_one(chunk), started)
        at = perf_counter()
        self._bus.publish(SpeakingEnded(turn_id, at, playback.text_heard, was_interrupted=False))


async def _one(chunk: SpeechChunk) -> AsyncIterator[SpeechChunk]:
    yield chunk
