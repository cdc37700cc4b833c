"""Listens to the microphone, or reads a recording instead, and keeps the sound.

Invariant: nothing is written anywhere; a recording is read for a minute at the most.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.errors import AudioError, JarvisError
from jarvis_voice.core.ports import Microphone
from jarvis_voice.core.types import FRAME_SECONDS, AudioFrame
from jarvis_voice.workshop.doctor.system_probe import apart

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.voice.speech_input import SpeechInput
    from jarvis_voice.workshop.doctor.options import DiagnosticOptions
    from jarvis_voice.workshop.doctor.system_probe import SystemProbe

Score = Callable[[NDArray[np.int16]], Awaitable[None]]

TRIES = 5
MOST_SECONDS = 60.0
FIRST_FRAME_SECONDS = 6.0
"""A stream may take 3 s to its first block, and is opened anew then."""


class CaptureRun(Protocol):
    """What listening needs from the run of the doctor."""

    paths: Paths
    wanted: DiagnosticOptions
    outside: SystemProbe
    tell: Callable[[str], None]

    @property
    def config(self) -> Config:
        """The settings."""
        ...

    async def open_ears(self) -> SpeechInput:
        """The models that hear, loaded once.

        Raises:
            JarvisError: They cannot be had.
        """
        ...


@dataclass(frozen=True, slots=True)
class CapturedSound:
    """The sound that came from the microphone or the recording.

    Attributes:
        name: Of the device, or of the file.
        is_live: Whether it was a device.
        frames: Mono int16, each of shape (1280,), 16 000 Hz, at least one.
        captured_at: When each was captured, monotonic seconds.
        tries: What was said where the wake word was asked for: mono int16, 16 000 Hz.
        was_asked: Whether the wake word was asked for.
        gaps: How often sound was lost.
        troubles: What the microphone reported.
        hears_loudspeaker: Whether the sound server led it to a loudspeaker; None is unknown.
    """

    name: str
    is_live: bool
    frames: tuple[NDArray[np.int16], ...]
    captured_at: tuple[float, ...]
    tries: tuple[NDArray[np.int16], ...] = ()
    was_asked: bool = False
    gaps: int = 0
    troubles: tuple[str, ...] = ()
    hears_loudspeaker: bool | None = None

    @property
    def pcm(self) -> NDArray[np.int16]:
        """All of it, mono int16, shape (n_samples,), 16 000 Hz."""
        return np.concatenate(self.frames)


class _Kept:
    """A microphone that is listened to by somebody else, and kept here; open already."""

    def __init__(self, microphone: Microphone) -> None:
        self._microphone = microphone
        self.frames_kept: list[AudioFrame] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        """It is closed by whoever opened it."""

    @property
    def name(self) -> str:
        return self._microphone.name

    @property
    def dropped_frames(self) -> int:
        return self._microphone.dropped_frames

    @property
    def gaps(self) -> int:
        return self._microphone.gaps

    async def frames(self) -> AsyncGenerator[AudioFrame]:
        """Each frame, kept; ends where none comes for `FIRST_FRAME_SECONDS`."""
        frames = aiter(self._microphone.frames())
        while True:
            try:
                async with asyncio.timeout(FIRST_FRAME_SECONDS):
                    frame = await anext(frames)
            except (StopAsyncIteration, TimeoutError):
                return
            self.frames_kept.append(frame)
            yield frame


async def listen(visit: CaptureRun) -> CapturedSound:
    """Listen as it was asked for.

    Raises:
        AudioError: The device or the recording cannot be used, or gave nothing ("microphone-mute").
    """
    troubles: list[str] = []
    source = _source(visit, lambda code, _: troubles.append(code))
    asks = visit.wanted.is_attended and not visit.wanted.quick and not visit.wanted.recording
    score = await _scorer(visit) if asks else _no_score  # it loads: nobody would read frames
    tries: list[NDArray[np.int16]] = []
    is_led_away: bool | None = None
    async with source:
        kept = _Kept(source)
        if asks:
            tries = await _ask_to_speak(visit, kept, score)
        else:
            if not visit.wanted.recording:
                visit.tell(f"Listening for {visit.wanted.seconds:.0f} s ...")
            await _take(kept, MOST_SECONDS if visit.wanted.recording else visit.wanted.seconds)
        if not visit.wanted.recording:
            is_led_away = await apart(visit.outside.hears_loudspeaker)
    if not kept.frames_kept:
        raise AudioError(
            "microphone-mute",
            f'The microphone "{source.name}" was opened and gave no sound at all. '
            "Start the sound server again, or choose another microphone (`jarvis devices`).",
        )
    return CapturedSound(
        name=source.name,
        is_live=visit.wanted.recording is None,
        frames=tuple(frame.pcm for frame in kept.frames_kept),
        captured_at=tuple(frame.captured_at for frame in kept.frames_kept),
        tries=tuple(tries),
        was_asked=asks,
        gaps=source.gaps,
        troubles=tuple(troubles),
        hears_loudspeaker=is_led_away,
    )


def _source(visit: CaptureRun, on_trouble: Callable[[str, str], None]) -> Microphone:
    if visit.wanted.recording is None:
        return visit.outside.microphone(visit.config, on_trouble)
    from jarvis_voice.audio.recording import RecordingMicrophone
    from jarvis_voice.core.clock import FrameClock

    file, clock = visit.wanted.recording, FrameClock()
    return RecordingMicrophone(file, clock=clock, realtime=False, gate=None)


async def _take(kept: _Kept, seconds: float) -> None:
    wanted = max(round(seconds / FRAME_SECONDS), 1)
    async with aclosing(kept.frames()) as frames:
        async for _ in frames:
            if len(kept.frames_kept) >= wanted:
                return


async def _ask_to_speak(visit: CaptureRun, kept: _Kept, score: Score) -> list[NDArray[np.int16]]:
    """Ask for the wake word, and show how each try scored where the models can be had."""
    from jarvis_voice.store.process_lock import holder_of
    from jarvis_voice.voice.wake.take_recorder import record_takes

    holder = holder_of(visit.paths)
    if holder and holder[1] == "run":
        visit.tell("The Jarvis that runs hears you, too. `jarvis mute` keeps it from answering.")
    word = next(iter(visit.config.wake.words))
    tries: list[NDArray[np.int16]] = []
    try:
        async for pcm in record_takes(kept, TRIES, f'Say "{word}"', visit.tell):
            tries.append(pcm)
            await score(pcm)
    except AudioError as error:
        visit.tell(error.message)  # the levels of what came say why
    return tries


async def _scorer(visit: CaptureRun) -> Score:
    from jarvis_voice.workshop.doctor.wake_scores import highest_score

    try:
        ears = await visit.open_ears()
    except JarvisError:
        return _no_score  # the check of the ears says why

    async def score(pcm: NDArray[np.int16]) -> None:
        best, point = await highest_score(ears, pcm)
        visit.tell(f"    score {best:.2f} (heard from {point.threshold:.2f} on)")

    return score


async def _no_score(_: NDArray[np.int16]) -> None:
    """Without models a try has no score."""
