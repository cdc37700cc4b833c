"""A healthy machine for the examination, made of Python, that a test gives one fault at a time."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

import jarvis_voice
from jarvis_voice.audio.pcm import Resampler, level_dbfs
from jarvis_voice.audio.portaudio import Device
from jarvis_voice.core.config import Config
from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.types import (
    FRAME_SAMPLES,
    FRAME_SECONDS,
    RATE_HZ,
    AudioFrame,
    SpeechChunk,
    Transcript,
    Utterance,
)
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.platform.weights.manifest import Manifest, WeightFile
from jarvis_voice.voice.speech_input import SpeechInput
from jarvis_voice.workshop.doctor.check_result import CheckResult
from jarvis_voice.workshop.doctor.examination import CHECKS, Check, examine
from jarvis_voice.workshop.doctor.options import DiagnosticOptions
from jarvis_voice.workshop.doctor.run import DiagnosticRun
from jarvis_voice.workshop.doctor.system_probe import ProcessResult, SystemProbe

SPEECH_DBFS, NOISE_DBFS = -24.0, -62.0
SAID = "open the pod bay doors"
GROUPS = ("wake", "wake-library", "turn", "whisper-tiny.en", "voice-joe")

BY_NAME = {check.name: check for check in CHECKS}

Sound = NDArray[np.int16]


def noise(seconds: float, dbfs: float, seed: int = 1) -> Sound:
    """White noise of a level, mono int16."""
    count = round(seconds * RATE_HZ)
    made = np.random.default_rng(seed).normal(0, 32_768 * 10 ** (dbfs / 20), count)
    return np.clip(np.rint(made), -32_768, 32_767).astype(np.int16)


def spoken(speech_dbfs: float = SPEECH_DBFS, noise_dbfs: float = NOISE_DBFS) -> Sound:
    """Five seconds of a room, in which something is said twice: 0.8 s each time."""
    parts = [(1.2, noise_dbfs), (0.8, speech_dbfs), (1.2, noise_dbfs), (0.8, speech_dbfs)]
    sound = [noise(seconds, dbfs, seed) for seed, (seconds, dbfs) in enumerate(parts)]
    return np.concatenate([*sound, noise(1.2, noise_dbfs, 9)])


class Air:
    """What the loudspeaker plays and the microphone may hear."""

    def __init__(self, *, carries: bool, swallowed: int = 0) -> None:
        self.carries = carries
        self.swallowed = swallowed
        self.sound = np.zeros(0, np.int16)

    def take(self) -> Sound:
        frame, self.sound = self.sound[:FRAME_SAMPLES], self.sound[FRAME_SAMPLES:]
        return np.pad(frame, (0, FRAME_SAMPLES - len(frame)))


class FakeMicrophone:
    """Gives a sound, then a quiet room for ever, at a rate of its own."""

    name, dropped_frames, gaps = "Fake microphone", 0, 0

    def __init__(self, sound: Sound, air: Air, rate: float, n_frames: int | None = None) -> None:
        self._sound, self._air, self._rate, self._left = sound, air, rate, n_frames

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        pass

    async def frames(self) -> AsyncIterator[AudioFrame]:
        number = 0
        while self._left is None or number < self._left:
            start = number * FRAME_SAMPLES
            pcm = self._sound[start : start + FRAME_SAMPLES]
            if len(pcm) < FRAME_SAMPLES:
                pcm = noise(FRAME_SECONDS, NOISE_DBFS, number)
            if self._air.carries:
                pcm = np.clip(pcm.astype(np.int32) + self._air.take(), -32_768, 32_767)
            number += 1
            yield AudioFrame(pcm.astype(np.int16), number * FRAME_SECONDS / self._rate)
            await asyncio.sleep(0)


class FakeSpeaker:
    """Plays into the air, 20 dB quieter."""

    name = "Fake loudspeaker"

    def __init__(self, air: Air) -> None:
        self._air = air

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        pass

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        on_started()
        async for chunk in chunks:
            resampler = Resampler(chunk.rate_hz, RATE_HZ)
            pcm = np.concatenate([resampler.process(chunk.pcm), resampler.flush()])
            if self._air.swallowed:
                self._air.swallowed -= 1
                continue
            self._air.sound = np.concatenate([self._air.sound, pcm // 10]).astype(np.int16)
        return Playback("", was_interrupted=False)

    async def play_earcon(self, earcon: Earcon) -> bool:
        del earcon
        return True

    def stop(self) -> None:
        pass


class FakeModel:
    """All three models: what is loud is speech, and speech is the wake word."""

    words = ("jarvis",)

    def __init__(self, best_score: float, text: str) -> None:
        self._best_score, self._text = best_score, text

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        pass

    def reset(self) -> None:
        pass

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        return (self._best_score if level_dbfs(frame.pcm) > -35 else 0.02,)

    async def probability(self, frame: AudioFrame) -> float:
        return 0.9 if level_dbfs(frame.pcm) > -35 else 0.1

    async def windows(self, frame: AudioFrame) -> Sequence[float]:
        return [await self.probability(frame)]

    async def transcribe(self, utterance: Utterance) -> Transcript:
        return Transcript(self._text)

    async def likeness(self, utterance: Utterance, word: str) -> float:
        return 0.0

    async def fits(self, utterance: Utterance, texts: Sequence[str]) -> tuple[float, ...]:
        return tuple(0.0 for _ in texts)


def device(name: str, inputs: int, outputs: int, *, is_default: bool = True) -> Device:
    """A device of PortAudio's table."""
    return Device(
        name=name,
        host_api="ALSA",
        inputs=inputs,
        outputs=outputs,
        rate_hz=48_000,
        is_default_input=is_default and inputs > 0,
        is_default_output=is_default and outputs > 0,
        is_default_host_api=True,
        index=0,
    )


@dataclass
class Patient:
    """A machine; each field may be changed before `visit`."""

    paths: Paths
    sound: Sound = field(default_factory=spoken)
    rate: float = 1.0
    n_frames: int | None = None
    air_carries: bool = True
    swallowed_chirps: int = 0
    troubles: tuple[str, ...] = ()
    best_score: float = 0.95
    text: str = SAID
    ears_error: ModelError | None = None
    wanted: DiagnosticOptions = field(default_factory=DiagnosticOptions)
    devices: list[Device] = field(
        default_factory=lambda: [
            device("Desk mic", 1, 0),
            device("Monitor of Box", 2, 0, is_default=False),
            device("Box", 0, 2),
        ]
    )
    outside: dict[str, Any] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        assert not (self.paths.models / "whisper").exists(), "these are the user's own weights"
        self.paths.models.mkdir(parents=True, exist_ok=True, mode=0o700)
        (self.paths.models / "weights.bin").write_bytes(b"weights")

    def visit(self) -> DiagnosticRun:
        """The examination of this machine."""
        air = Air(carries=self.air_carries, swallowed=self.swallowed_chirps)

        def microphone(_: Config, on_trouble: Callable[[str, str], None]) -> FakeMicrophone:
            for code in self.troubles:
                on_trouble(code, "")
            return FakeMicrophone(self.sound, air, self.rate, self.n_frames)

        @asynccontextmanager
        async def ears(config: Config, paths: Paths) -> AsyncIterator[SpeechInput]:
            if self.ears_error:
                raise self.ears_error
            model = FakeModel(self.best_score, self.text)
            point = WakePoint("jarvis", 0.6, 0.3)
            yield SpeechInput(
                FakeMicrophone(self.sound, air, 1.0), model, (point,), model, model, model
            )

        healthy = SystemProbe(
            devices=lambda: self.devices,
            microphone=microphone,
            speaker=lambda _: FakeSpeaker(air),
            ears=ears,
            manifest=self.manifest,
            hears_loudspeaker=lambda: False,
            free_bytes=lambda _: 10_000_000_000,
            run=loads_this_code,
            which=lambda _: None,
            sound_files=self.paths.config / "no-devices",
        )
        return DiagnosticRun(
            self.paths, self.wanted, replace(healthy, **self.outside), tell=self.told.append
        )

    def manifest(self) -> Manifest:
        """Of one small file that everything needs."""
        digest = hashlib.sha256(b"weights").hexdigest()
        return Manifest((WeightFile("weights.bin", digest, 7, "none", GROUPS, ()),))


async def loads_this_code(*_: object) -> ProcessResult:
    """Another process that loads what this one has."""
    return ProcessResult(0, f"{jarvis_voice.__file__}\n")


async def look(patient: Patient, *checks: Check) -> tuple[CheckResult, ...]:
    """What some checks find."""
    async with patient.visit() as visit:
        return await examine(visit, lambda _: None, checks)


def said(finding: CheckResult) -> str:
    """All that a check says, apart from what is for the screen alone."""
    return "\n".join((finding.verdict.detail, *finding.verdict.lines))
