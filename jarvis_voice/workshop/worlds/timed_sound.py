"""A simulated room and loudspeaker that run in real time, on one clock.

Invariant: frames come when their last sample would have been captured, whatever the reader does; a
sample sounds the device's latency after it was handed over, or behind the one before it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Self

import numpy as np

from jarvis_voice.audio.device_streams import BLOCK_SECONDS
from jarvis_voice.audio.earcons import earcon as synthesise
from jarvis_voice.audio.playback_lock import PlaybackLock
from jarvis_voice.audio.speaker import DeviceSpeaker
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.types import (
    FRAME_SAMPLES,
    FRAME_SECONDS,
    RATE_HZ,
    AudioFrame,
    BegunFrame,
    SpeechChunk,
)
from jarvis_voice.workshop.worlds.labelled_commands import LabelledCommand

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOISE_DBFS = -50.0
DEVICE_SECONDS = 0.02
"""From a reply's first chunk to its sound. A loudspeaker that is opened beforehand and started with
the chunk plays it at once, whatever it holds of what follows: 1 to 7 ms later on a sound server,
as heard at its other end."""

AHEAD_SECONDS = 5.0
"""How far synthesis may run ahead of the loudspeaker, as with a device."""

EARCON_RATE_HZ = 48_000
ONSET_DB = -40.0
"""Relative to the loudest 5 ms: below a word's quietest beginning, above a voice's own noise."""

ONSET_SECONDS = 0.005

BLOCK_SAMPLES = round(BLOCK_SECONDS * RATE_HZ)


class QuietRoom:
    """A microphone in a quiet room, where a bench can say commands.

    Implements `ports.Microphone`, and shows frames that have begun, in blocks as a device's. Its
    own latency is none: a real one adds the same to both ways.

    Args:
        seed: Of the noise, and of where in a frame commands begin.
    """

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._waiting: tuple[NDArray[np.int16], asyncio.Future[float], int] | None = None
        self._sound = np.zeros(0, np.int16)
        self._is_hurried = False

    @property
    def name(self) -> str:
        """What is shown for it."""
        return "a room of the bench"

    @property
    def dropped_frames(self) -> int:
        """Always 0: every frame is kept until it is read."""
        return 0

    @property
    def gaps(self) -> int:
        """Always 0."""
        return 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Nothing is open."""

    async def say(self, command: LabelledCommand) -> float:
        """Begin to say a command with the next frame.

        Returns:
            When its last sample of speech is captured, in `perf_counter` seconds.
        """
        lead = int(self._random.integers(FRAME_SAMPLES))
        pcm = np.concatenate([np.zeros(lead, np.int16), command.pcm])
        begun: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting = (pcm, begun, lead + command.end_sample)
        return await begun

    def hurry(self, *, is_wanted: bool) -> None:
        """Show frames that have begun, or not."""
        self._is_hurried = is_wanted

    async def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames without end, one each 80 ms."""
        async for one in self.sound():
            if isinstance(one, AudioFrame):
                yield one

    async def sound(self) -> AsyncIterator[AudioFrame | BegunFrame]:
        """The same, each when a block of the device ends; where wanted, what has begun, too."""
        count, started_at = 0, perf_counter()
        while True:
            begins_at = started_at + count * FRAME_SECONDS
            count += 1
            pcm = self._next(begins_at)
            for samples in range(BLOCK_SAMPLES, FRAME_SAMPLES, BLOCK_SAMPLES):
                shown_at = begins_at + samples / RATE_HZ
                await _until(shown_at)
                if self._is_hurried:
                    yield BegunFrame(pcm[:samples], shown_at)
            await _until(begins_at + FRAME_SECONDS)
            yield AudioFrame(pcm, captured_at=begins_at + FRAME_SECONDS)

    def _next(self, begins_at: float) -> NDArray[np.int16]:
        is_now = begins_at > perf_counter() - FRAME_SECONDS  # not while a late reader catches up
        if self._waiting and is_now:
            (self._sound, begun, end), self._waiting = self._waiting, None
            if not begun.done():
                begun.set_result(begins_at + end / RATE_HZ)
        speech, self._sound = self._sound[:FRAME_SAMPLES], self._sound[FRAME_SAMPLES:]
        frame = self._random.normal(0.0, 32_768 * 10 ** (NOISE_DBFS / 20), FRAME_SAMPLES)
        frame[: len(speech)] += speech
        return np.clip(np.rint(frame), -32_768, 32_767).astype(np.int16)


@dataclass(frozen=True, slots=True)
class PlayedPiece:
    """A piece of sound that the loudspeaker played.

    Attributes:
        pcm: Mono int16, shape (n_samples,).
        rate_hz: Its rate.
        sounds_at: When its first sample is heard, in `perf_counter` seconds.
        text: The words in it; "" where they are not known.
    """

    pcm: NDArray[np.int16]
    rate_hz: int
    sounds_at: float
    text: str = ""


def content_onset(
    played: Sequence[PlayedPiece], since: float, fillers: Sequence[str]
) -> float | None:
    """When the first word of an answer is heard; None where there is none.

    Args:
        played: What came out of the loudspeaker, in order.
        since: What sounds before this is no part of the answer (an earcon, another answer).
        fillers: What was said to tell that work goes on, in order.
    """
    pieces = _without(fillers, [one for one in played if one.sounds_at >= since])
    levels = [(_levels(one), one.sounds_at) for one in pieces]
    loudest = max((float(level.max(initial=0.0)) for level, _ in levels), default=0.0)
    for level, sounds_at in levels:
        loud = np.flatnonzero(level > loudest * 10 ** (ONSET_DB / 20))
        if len(loud):
            return sounds_at + int(loud[0]) * ONSET_SECONDS
    return None


def _without(fillers: Sequence[str], pieces: Sequence[PlayedPiece]) -> list[PlayedPiece]:
    """The pieces whose words are not the next of the fillers."""
    left = [word for filler in fillers for word in filler.split()]
    kept: list[PlayedPiece] = []
    for piece in pieces:
        words = piece.text.split()
        if words and left[: len(words)] == words:
            left = left[len(words) :]
        else:
            kept.append(piece)
    return kept


def _levels(piece: PlayedPiece) -> NDArray[np.float64]:
    """RMS of each 5 ms."""
    size = round(piece.rate_hz * ONSET_SECONDS)
    whole = piece.pcm[: len(piece.pcm) // size * size].astype(np.float64).reshape(-1, size)
    return np.asarray(np.sqrt(np.mean(np.square(whole), axis=1)))


class TimedSpeaker:
    """Plays like a device and notes when each piece sounds; implements `ports.Speaker`.

    Attributes:
        played: Every piece that was played, earcons too.
        chunk_at: When the first chunk of the newest reply was handed over.
    """

    def __init__(self) -> None:
        self._turns = PlaybackLock()
        self.played: list[PlayedPiece] = []
        self.chunk_at = 0.0

    @property
    def name(self) -> str:
        """What is shown for it."""
        return "a loudspeaker of the bench"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.stop()

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        """Play chunks gaplessly; returns when the last sample is out or `stop` was called."""
        heard: list[str] = []
        finished = await self._turns.run(self._play(chunks, on_started, heard))
        return Playback(" ".join(heard), was_interrupted=not finished)

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Play a short sound; whether it was played to its end."""
        pcm = synthesise(earcon, EARCON_RATE_HZ)
        sound = _one(SpeechChunk(pcm, EARCON_RATE_HZ, ""))
        return await self._turns.run(self._play(sound, lambda: None, []))

    def stop(self) -> None:
        """Play nothing more of what is being played."""
        self._turns.stop()

    async def _play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None], heard: list[str]
    ) -> None:
        ends_at = 0.0
        async for chunk in chunks:
            now = perf_counter()
            sounds_at = max(now + DEVICE_SECONDS, ends_at)
            self.played.append(PlayedPiece(chunk.pcm, chunk.rate_hz, sounds_at, chunk.text))
            if not ends_at:
                self.chunk_at = now
                on_started()
            ends_at = sounds_at + len(chunk.pcm) / chunk.rate_hz
            heard.append(chunk.text)
            await asyncio.sleep(max(ends_at - AHEAD_SECONDS - perf_counter(), 0))
        await asyncio.sleep(max(ends_at - perf_counter(), 0))


class ListenedDevice(DeviceSpeaker):
    """A loudspeaker of this machine that also notes what it plays and when.

    Args:
        device_name: Part of the name; empty is the system's default.

    Attributes:
        played: Block by block, as the device computes; the words in them are not known.
    """

    def __init__(self, device_name: str) -> None:
        super().__init__(device_name, self._hear)
        self.played: list[PlayedPiece] = []

    @property
    def chunk_at(self) -> float:
        """When the first block was handed over: as near as this can tell."""
        return self.played[0].sounds_at if self.played else 0.0

    def _hear(self, pcm: NDArray[np.int16], rate_hz: int, leaves_at: float) -> None:
        """On PortAudio's thread."""
        sounds_at = leaves_at - monotonic() + perf_counter()
        self.played.append(PlayedPiece(pcm.copy(), rate_hz, sounds_at))


async def _until(moment: float) -> None:
    """Wait for a moment, in `perf_counter` seconds."""
    await asyncio.sleep(max(moment - perf_counter(), 0))


async def _one(chunk: SpeechChunk) -> AsyncIterator[SpeechChunk]:
    yield chunk
