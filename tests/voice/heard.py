"""A voice session that hears real sound with the real VAD and speech to text; the wake is scripted.

The clock is the frames'; a recording waits while words are made out, so nothing is timed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from voice.scripted_parts import Resource, ScriptedConversation, ScriptedSpeaker

from jarvis_voice.core import events
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.ports import SpeechToText
from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, RATE_HZ, AudioFrame
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.engines.vad.silero import SileroVad
from jarvis_voice.voice.output.speech_output import SpeechOutput
from jarvis_voice.voice.session import VoiceSession
from jarvis_voice.voice.speech_input import SpeechInput, VoiceSettings

Pcm = NDArray[np.int16]


class Recorded(Resource):
    """Frames of a sound, late by some seconds of the clock."""

    name = "sound"
    dropped_frames = 0
    gaps = 0

    def __init__(self, pcm: Pcm, clock: FrameClock, late_seconds: float) -> None:
        self.pcm = pcm
        self.clock = clock
        self.late_seconds = late_seconds
        self.session: VoiceSession | None = None

    async def frames(self) -> AsyncIterator[AudioFrame]:
        for number in range(len(self.pcm) // FRAME_SAMPLES):
            if self.session:
                await self.session.gate()
            at = (number + 1) * FRAME_SECONDS
            self.clock.advance_to(at + self.late_seconds)
            start = number * FRAME_SAMPLES
            yield AudioFrame(self.pcm[start : start + FRAME_SAMPLES], at)


class WakeAt(Resource):
    """Hears the wake word at one moment."""

    words = ("jarvis",)

    def __init__(self, at: float | None) -> None:
        self.at = at

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        hit = self.at is not None and 0 <= frame.captured_at - self.at < FRAME_SECONDS
        return (0.99 if hit else 0.0,)

    def reset(self) -> None:
        pass


class Everything(Mapping[str, Sequence["str | Exception"]]):
    """Has one answer to whatever is asked."""

    def __getitem__(self, text: str) -> Sequence[str | Exception]:
        return ["Yes."]

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


async def commands(
    pcm: Pcm, wake_at: float | None, stt: SpeechToText, *, late_seconds: float = 0.0
) -> tuple[list[str], list[float]]:
    """The commands that were heard, and when each ended, in seconds of the sound."""
    bus, clock, log = Bus(), FrameClock(), list[str]()
    told: list[events.Event] = []
    bus.listen(told.append)
    microphone = Recorded(pcm, clock, late_seconds)
    async with SileroVad() as vad, SileroVad() as span_vad:
        session = VoiceSession(
            SpeechInput(
                microphone, WakeAt(wake_at), (WakePoint("jarvis", 0.5, 0.3),), vad, span_vad, stt
            ),
            SpeechOutput(None, ScriptedSpeaker(log), bus, clock),
            ScriptedConversation(Everything(), log),
            bus,
            clock,
            VoiceSettings(
                second_stage=False,
                silence_seconds=0.8,
                max_seconds=15.0,
                follow_up_seconds=6.0,
                earcons=False,
            ),
        )
        microphone.session = session
        await session.run()
    heard = [event.text for event in told if isinstance(event, events.SpeechTranscribed)]
    ended = [event.at - late_seconds for event in told if isinstance(event, events.SpeechEnded)]
    return heard, ended


def at_level(pcm: Pcm, dbfs: float) -> NDArray[np.float64]:
    """The sound with its RMS over all moved to this level."""
    samples = pcm.astype(float)
    gain = 10 ** (dbfs / 20) * 32_768 / np.sqrt(np.mean(samples**2))
    return np.asarray(samples * gain)


def quantised(samples: NDArray[np.floating[Any]]) -> Pcm:
    """Clipped to 16 bits."""
    return np.asarray(np.clip(samples, -32_768, 32_767), np.int16)


def seconds(count: float) -> Pcm:
    """Digital silence."""
    return np.zeros(round(count * RATE_HZ), np.int16)
