"""A simulated loudspeaker and a microphone that hears it; their time is counted in frames.

Invariant: one frame of 80 ms is played and heard at a time; time stands still while a model works
on what somebody waits for, so a slow machine hears and says the same as a fast one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Self

import numpy as np

from jarvis_voice.audio.echo.reference import PlayedSound
from jarvis_voice.audio.pcm import Resampler
from jarvis_voice.audio.playback_buffer import PlaybackBuffer
from jarvis_voice.audio.playback_lock import PlaybackLock
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, RATE_HZ, AudioFrame, SpeechChunk
from jarvis_voice.workshop.worlds.air import Air, AirSetup

if TYPE_CHECKING:
    from numpy.typing import NDArray

AHEAD_SECONDS = 5.0
"""How far synthesis may run ahead of the loudspeaker, as in `audio.output_stream`."""

JITTER_SECONDS = 0.015
"""By how much the estimate of the loudspeaker's time is wrong, anew each time it is opened."""


class LoopSpeaker:
    """A loudspeaker that plays frame by frame; implements `ports.Speaker`."""

    def __init__(self, played: PlayedSound, rate_hz: int, seed: int) -> None:
        self._played = played
        self._rate_hz = rate_hz
        self._random = np.random.default_rng(seed)
        self._turns = PlaybackLock()
        self._tape: PlaybackBuffer | None = None
        self._on_started: Callable[[], None] | None = None
        self._error_seconds = 0.0
        self._is_waited_for = False
        self._moved = asyncio.Event()
        self._fed = asyncio.Event()

    @property
    def name(self) -> str:
        """What stands for a device."""
        return "loop"

    @property
    def is_open(self) -> bool:
        """Whether it plays, or will as soon as there is sound."""
        return self._tape is not None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.stop()

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        """Play chunks gaplessly and return when the last sample is out or `stop` was called."""
        tape = PlaybackBuffer(self._rate_hz)
        finished = await self._turns.run(self._play_on(tape, chunks, on_started))
        heard = tape.words_before(tape.taken_samples)
        return Playback(heard, was_interrupted=not finished)

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Play none: earcons are no speech."""
        del earcon
        return False

    def stop(self) -> None:
        """Stop what plays now."""
        if self._tape:
            self._tape.cut()
        self._turns.stop()

    async def ready(self) -> None:
        """Wait while speech that is being played is still being made."""
        while self._is_waited_for and self._tape and self._tape.waiting_seconds < FRAME_SECONDS:
            self._fed.clear()
            await self._fed.wait()

    def take(self, at: float) -> NDArray[np.int16]:
        """What leaves the loudspeaker in the 80 ms from a moment on, at its rate."""
        count = round(self._rate_hz * FRAME_SECONDS)
        tape = self._tape
        if tape is None:
            return np.zeros(count, np.int16)
        samples = tape.take(count)
        self._played.put(samples, self._rate_hz, at + self._error_seconds)
        if self._on_started and tape.taken_samples:
            on_started, self._on_started = self._on_started, None
            on_started()
        self._moved.set()
        return samples

    async def _play_on(
        self,
        tape: PlaybackBuffer,
        chunks: AsyncIterator[SpeechChunk],
        on_started: Callable[[], None],
    ) -> None:
        self._tape, self._on_started, self._is_waited_for = tape, on_started, True
        self._error_seconds = float(self._random.uniform(-JITTER_SECONDS, JITTER_SECONDS))
        try:
            async for chunk in chunks:
                resampler = Resampler(chunk.rate_hz, self._rate_hz)
                tape.write(resampler.process(chunk.pcm), chunk.text)
                tape.write(resampler.flush())
                self._fed.set()
                await self._until(lambda: tape.waiting_seconds < AHEAD_SECONDS)
            self._is_waited_for = False
            self._fed.set()
            await self._until(lambda: tape.waiting_seconds <= 0)
        finally:
            self._tape, self._is_waited_for = None, False
            self._fed.set()

    async def _until(self, is_reached: Callable[[], bool]) -> None:
        while not is_reached():
            self._moved.clear()
            await self._moved.wait()


class LoopMicrophone:
    """Hears the loudspeaker and other voices through the air; implements `ports.Microphone`.

    Args:
        setup: The air between them.
        clock: Moved on by every frame.
        gate: Awaited before every frame.
    """

    def __init__(
        self, setup: AirSetup, clock: FrameClock, gate: Callable[[], Awaitable[None]]
    ) -> None:
        self.played = PlayedSound()
        self.speaker = LoopSpeaker(self.played, setup.rate_hz, setup.seed)
        self._air = Air(setup)
        self._clock = clock
        self._gate = gate
        self._near: dict[int, NDArray[np.float32]] = {}
        self._frames = 0
        self._is_over = False

    @property
    def name(self) -> str:
        """What stands for a device."""
        return "loop"

    @property
    def dropped_frames(self) -> int:
        """None is ever dropped."""
        return 0

    @property
    def gaps(self) -> int:
        """Every frame follows on the last."""
        return 0

    @property
    def now(self) -> float:
        """Seconds heard so far."""
        return self._frames * FRAME_SECONDS

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._is_over = True

    def speak_up(self, sound: NDArray[np.float32], in_seconds: float = 0.0) -> float:
        """Let somebody say something near the microphone; when that will be over, in seconds.

        Args:
            sound: Shape (n_samples,), in [-1, 1], 16 000 Hz.
            in_seconds: From now.
        """
        first = self._frames + round(in_seconds / FRAME_SECONDS)
        padded = np.pad(sound, (0, -len(sound) % FRAME_SAMPLES))
        for number, part in enumerate(padded.reshape(-1, FRAME_SAMPLES), first):
            self._near[number] = self._near.get(number, np.zeros(1, np.float32)) + part
        return first * FRAME_SECONDS + len(sound) / RATE_HZ

    def end(self) -> None:
        """Let no frame come any more."""
        self._is_over = True

    async def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames in order until `end`."""
        while not self._is_over:
            await asyncio.sleep(0)  # whoever waits for a moment must see it pass
            await self._gate()
            await self.speaker.ready()
            samples = self.speaker.take(self.now)
            heard = self._air.carry(samples, self._near.pop(self._frames, None))
            self._frames += 1
            self._clock.advance_to(self.now)
            yield AudioFrame(heard.pcm, self.now)
