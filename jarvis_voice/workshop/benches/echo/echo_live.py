"""Says a few sentences and measures how much of them this machine's microphone still hears.

Invariant: it is measured from outside, on the frames that go into the canceller and those that come
out, never on what the canceller says of itself: one that does nothing is found out.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from jarvis_voice.audio.echo.microphone import EchoCancellingMicrophone
from jarvis_voice.audio.pcm import level_dbfs
from jarvis_voice.core.types import FRAME_SECONDS, AudioFrame, SpeechChunk

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from jarvis_voice.audio.echo.reference import PlayedSound
    from jarvis_voice.core.ports import Microphone, Speaker

SENTENCES = (
    "I am going to say a few sentences now, and to listen to myself meanwhile.",
    "From the first one I learn how this room sounds.",
    "While I say the last one, I measure how much of my own voice is left.",
)

QUIET_FRAMES = 12
"""Heard before anything is said: about a second."""

TAIL_FRAMES = 6
MEASURED_SECONDS = 3.0
"""The end of what is said: by then the room is learnt."""

ABOVE_ROOM_DB = 6.0
"""A frame that is so much louder than the room has our voice in it."""

LEAST_SHARE = 0.2
"""Of the measured frames that must have it: speech has pauses."""

ENOUGH_DB = 10.0
"""Over an echo that is so much quieter, four of five calls as loud as our voice are heard."""


@dataclass(frozen=True, slots=True)
class EchoMeasured:
    """How loud the echo of our own voice was, and how much of it was cancelled.

    Attributes:
        room_dbfs: How loud it was before.
        echo_dbfs: How loud our voice was heard; that of the room where it was not.
        cancelled_db: How much quieter the canceller made it; 0 where nothing came back.
        delay_seconds: How late it was heard; None where it was not found.
        was_heard: Whether anything came back.
    """

    room_dbfs: float
    echo_dbfs: float
    cancelled_db: float
    delay_seconds: float | None
    was_heard: bool

    @property
    def cancels(self) -> bool:
        """Whether a user can talk over us."""
        return self.was_heard and self.cancelled_db >= ENOUGH_DB

    @property
    def verdict(self) -> str:
        """The same for people, in one sentence or two."""
        if not self.was_heard:
            return (
                "Nothing of my voice came back: headphones, or a loudspeaker that is off? "
                "With headphones you can talk over me at any time."
            )
        if self.cancels:
            return f"Cancels {self.cancelled_db:.0f} dB: you can talk over me."
        where = "" if self.delay_seconds is None else f" {self.delay_seconds * 1e3:.0f} ms late"
        return (
            f"My voice comes back{where}, and only {self.cancelled_db:.0f} dB of it are cancelled: "
            "talking over me will not work well. Turn the loudspeaker down, move it away from the "
            "microphone, or use headphones."
        )


class _Tap:
    """A microphone whose newest frame can be looked at; implements `ports.Microphone`."""

    def __init__(self, microphone: Microphone) -> None:
        self._microphone = microphone
        self.newest: AudioFrame | None = None

    @property
    def name(self) -> str:
        return self._microphone.name

    @property
    def dropped_frames(self) -> int:
        return self._microphone.dropped_frames

    @property
    def gaps(self) -> int:
        return self._microphone.gaps

    async def __aenter__(self) -> Self:
        await self._microphone.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._microphone.__aexit__(*exc)

    async def frames(self) -> AsyncIterator[AudioFrame]:
        async for frame in self._microphone.frames():
            self.newest = frame
            yield frame


async def measure_echo(
    microphone: Microphone,
    speaker: Speaker,
    played: PlayedSound,
    speech: Sequence[SpeechChunk],
    on_trouble: Callable[[str, str], None],
) -> EchoMeasured:
    """Say something and listen to it.

    Args:
        microphone: Not open yet; it is opened and closed here.
        speaker: Open, and telling `played` what it plays.
        played: What it plays.
        speech: What is said, some seconds of it.
        on_trouble: As `EchoCancellingMicrophone` has it.

    Raises:
        AudioError: A device cannot be used.
    """
    tap = _Tap(microphone)
    cancelling = EchoCancellingMicrophone(tap, played, on_trouble)
    heard: list[tuple[NDArray[np.int16], NDArray[np.int16]]] = []
    came = asyncio.Event()

    async def listen() -> None:
        async for frame in cancelling.frames():
            if tap.newest:
                heard.append((tap.newest.pcm, frame.pcm))
            came.set()

    async with cancelling:
        listening = asyncio.create_task(listen())
        try:
            await _until(came, lambda: len(heard) >= QUIET_FRAMES)
            begins = len(heard)
            await speaker.play(_each(speech), lambda: None)
            ends = len(heard)
            await _until(came, lambda: len(heard) >= ends + TAIL_FRAMES)
        finally:
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening
    spoken = heard[max(begins, ends - round(MEASURED_SECONDS / FRAME_SECONDS)) : ends]
    return _measure(heard[:begins], spoken, cancelling.figures.delay_seconds)


def _measure(
    quiet: Sequence[tuple[NDArray[np.int16], NDArray[np.int16]]],
    spoken: Sequence[tuple[NDArray[np.int16], NDArray[np.int16]]],
    delay_seconds: float | None,
) -> EchoMeasured:
    room_dbfs = float(np.median([level_dbfs(before) for before, _ in quiet]))
    loud = [pair for pair in spoken if level_dbfs(pair[0]) > room_dbfs + ABOVE_ROOM_DB]
    if len(loud) < LEAST_SHARE * len(spoken) or not loud:
        return EchoMeasured(room_dbfs, room_dbfs, 0.0, None, was_heard=False)
    before, after = (sum(_energy(pair[side]) for pair in loud) for side in (0, 1))
    cancelled_db = 10 * math.log10(before / max(after, 1.0))
    echo_dbfs = float(np.median([level_dbfs(raw) for raw, _ in loud]))
    return EchoMeasured(room_dbfs, echo_dbfs, cancelled_db, delay_seconds, was_heard=True)


def _energy(pcm: NDArray[np.int16]) -> float:
    return float(np.square(pcm, dtype=np.float64).sum())


async def _until(came: asyncio.Event, is_so: Callable[[], bool]) -> None:
    while not is_so():
        came.clear()
        await came.wait()


async def _each(speech: Sequence[SpeechChunk]) -> AsyncIterator[SpeechChunk]:
    for chunk in speech:
        yield chunk
