"""Turns a device's blocks into frames for the reader, through a bounded queue.

Invariant: lives on the loop's thread alone; a reader that is too slow loses the oldest frames,
and they are counted. A frame that has begun is shown in its place behind all that are full, or not
at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator

import numpy as np

from jarvis_voice.audio.downmix import Downmix
from jarvis_voice.audio.pcm import FrameCutter, Resampler
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import FRAME_SAMPLES, RATE_HZ, AudioFrame, BegunFrame

log = logging.getLogger(__name__)

QUEUE_FRAMES = 125
"""10 s: the loop may stall for seconds (a model that loads) without losing a word."""

DROPS_LOGGED_EVERY_SECONDS = 60.0


class FrameQueue:
    """Takes interleaved blocks of any rate and channel count, and gives frames of 80 ms.

    Attributes:
        shows_begun: Whether `sound` shows a frame as far as it is there, too.
        dropped_frames: Frames that a late reader lost.
        gaps: How often a frame did not follow on the one before it.
    """

    def __init__(self) -> None:
        self._begun: BegunFrame | None = None
        self.shows_begun = False
        self._frames: deque[tuple[AudioFrame, bool]] = deque()  # whether it follows on the last
        self._news = asyncio.Event()
        self._format: tuple[int, int] | None = None
        self._resampler = Resampler(RATE_HZ, RATE_HZ)
        self._cutter = FrameCutter()
        self._downmix = Downmix()
        self._next_follows = True
        self._dropped_since_read = False
        self._has_ended = False
        self._error: AudioError | None = None
        self._logged_drops = 0
        self._logged_at = -DROPS_LOGGED_EVERY_SECONDS
        self.dropped_frames = 0
        self.gaps = 0

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
        frames = self._cutter.push(self._resampler.process(self._downmix.process(samples)))
        later_samples = len(self._cutter.rest) + FRAME_SAMPLES * (len(frames) - 1)
        for frame in frames:
            self._keep(AudioFrame(frame, at - later_samples / RATE_HZ))
            later_samples -= FRAME_SAMPLES
        rest, self._begun = self._cutter.rest, None
        if self.shows_begun and self._next_follows and len(rest):
            self._begun = BegunFrame(rest, at)
        self._news.set()

    def forget_rest(self) -> None:
        """Drop the begun frame: what comes next does not follow on it."""
        self._format = self._begun = None
        self._next_follows = False

    def forget_all(self) -> None:
        """Drop what waits to be read, too: nobody may hear it any more."""
        self._frames.clear()
        self.forget_rest()

    def log_drops(self, now: float) -> None:
        """Note frames that were dropped, once a minute at the most; monotonic seconds."""
        new = self.dropped_frames - self._logged_drops
        if new and now >= self._logged_at + DROPS_LOGGED_EVERY_SECONDS:
            log.warning("%d frames dropped: their reader is late", new)
            self._logged_drops, self._logged_at = self.dropped_frames, now

    def end(self, error: AudioError | None) -> None:
        """End the frames after those that wait, with an error if one is given."""
        if not self._has_ended:
            self._has_ended, self._error = True, error
            self._news.set()

    async def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames in order until `end`; `gaps` has grown when one does not follow on the last.

        Raises:
            AudioError: What `end` was given.
        """
        async for one in self.sound():
            if isinstance(one, AudioFrame):
                yield one

    async def sound(self) -> AsyncIterator[AudioFrame | BegunFrame]:
        """As `frames`; where it `shows_begun`, with the next frame as far as it is there.

        Raises:
            AudioError: What `end` was given.
        """
        while True:
            while self._frames:
                frame, follows = self._frames.popleft()
                if self._dropped_since_read or not follows:
                    self.gaps += 1
                self._dropped_since_read = False
                yield frame
            begun, self._begun = self._begun, None
            if begun:
                yield begun
                continue
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
        self._downmix = Downmix()

    def _keep(self, frame: AudioFrame) -> None:
        if len(self._frames) == QUEUE_FRAMES:
            self._frames.popleft()
            self.dropped_frames += 1
            self._dropped_since_read = True
        self._frames.append((frame, self._next_follows))
        self._next_follows = True
