"""From a device's blocks to the reader's frames, through a bounded queue.

Invariant: lives on the loop's thread alone; a reader that is too slow loses the oldest frames,
and they are counted.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator

import numpy as np

from jarvis_voice.audio.pcm import FrameCutter, Resampler, to_mono
from jarvis_voice.errors import AudioError
from jarvis_voice.types import FRAME_SAMPLES, RATE_HZ, AudioFrame

QUEUE_FRAMES = 125
"""10 s: the loop may stall for seconds (a model that loads) without losing a word."""


class FrameInbox:
    """Takes interleaved blocks of any rate and channels, gives frames of 80 ms."""

    def __init__(self) -> None:
        self._frames: deque[AudioFrame] = deque()
        self._news = asyncio.Event()
        self._format: tuple[int, int] | None = None
        self._resampler = Resampler(RATE_HZ, RATE_HZ)
        self._cutter = FrameCutter()
        self._has_ended = False
        self._error: AudioError | None = None
        self.dropped_frames = 0
        self.zero_seconds = 0.0

    def put(self, data: bytes, rate_hz: int, channels: int, at: float) -> None:
        """Take a block.

        Args:
            data: Interleaved native-endian int16.
            rate_hz: Its rate.
            channels: Its channels.
            at: When it was handed over, monotonic seconds.
        """
        if (rate_hz, channels) != self._format:
            self._begin(rate_hz, channels)
        samples = np.frombuffer(data, np.int16).reshape(-1, channels)
        self.zero_seconds = 0.0 if samples.any() else self.zero_seconds + len(samples) / rate_hz
        frames = self._cutter.push(self._resampler.process(to_mono(samples)))
        later_samples = self._cutter.rest_samples + FRAME_SAMPLES * (len(frames) - 1)
        for frame in frames:
            self._keep(AudioFrame(frame, at - later_samples / RATE_HZ))
            later_samples -= FRAME_SAMPLES
        self._news.set()

    def forget_rest(self) -> None:
        """Drop the begun frame: what comes next does not follow on it."""
        self._format = None
        self.zero_seconds = 0.0

    def end(self, error: AudioError | None) -> None:
        """End the frames after those that wait, with an error if one is given."""
        if not self._has_ended:
            self._has_ended, self._error = True, error
            self._news.set()

    async def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames in order until `end`.

        Raises:
            AudioError: What `end` was given.
        """
        while True:
            while self._frames:
                yield self._frames.popleft()
            if self._has_ended:
                break
            self._news.clear()
            await self._news.wait()
        if self._error:
            raise self._error

    def _begin(self, rate_hz: int, channels: int) -> None:
        self._format = rate_hz, channels
        self._resampler = Resampler(rate_hz, RATE_HZ)
        self._cutter = FrameCutter()

    def _keep(self, frame: AudioFrame) -> None:
        if len(self._frames) == QUEUE_FRAMES:
            self._frames.popleft()
            self.dropped_frames += 1
        self._frames.append(frame)
