"""Plays a recording in place of a microphone, and writes a WAV file in place of a loudspeaker.

Invariant: time is counted in frames; a recording is streamed, never loaded whole; a WAV is written
beside its place and moved there when it is complete.
"""

from __future__ import annotations

import asyncio
import errno
import os
import wave
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Self

from jarvis_voice.audio.device_worker import DeviceWorker
from jarvis_voice.audio.earcons import earcon as synthesise
from jarvis_voice.audio.pcm import Resampler
from jarvis_voice.audio.playback_lock import PlaybackLock
from jarvis_voice.audio.sound_file import frame_blocks, numbered, open_recording
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.types import FRAME_SECONDS, AudioFrame, SpeechChunk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


BUFFERED_SECONDS = 0.4
"""So late a block may be and is heard in its time, as a device has some more of them ahead."""


class RecordingMicrophone:
    """Gives the frames of a recording as if a microphone heard them now.

    Args:
        path: WAV (or FLAC, OGG, AIFF) of any rate, sample format and number of channels.
        clock: Moved on by every frame.
        realtime: One frame each 80 ms; else as fast as the reader asks, and long stretches of
            zeros are left out, with the time that they took.
        gate: Awaited before every frame when not in real time; it holds the recording.
    """

    def __init__(
        self,
        path: Path,
        *,
        clock: FrameClock,
        realtime: bool,
        gate: Callable[[], Awaitable[None]] | None,
    ) -> None:
        self._path = path
        self._clock = clock
        self._realtime = realtime
        self._gate = gate
        self._worker: DeviceWorker | None = None
        self._file: Any = None
        self._seconds_read = 0.0

    @property
    def seconds(self) -> float:
        """How long the recording is; it must be open."""
        return float(self._file.frames / self._file.samplerate)

    @property
    def seconds_read(self) -> float:
        """How far it was read."""
        return self._seconds_read

    @property
    def name(self) -> str:
        """The file's name."""
        return self._path.name

    @property
    def dropped_frames(self) -> int:
        """Always 0: a recording waits for its reader."""
        return 0

    @property
    def gaps(self) -> int:
        """Always 0: every frame follows on the last."""
        return 0

    async def __aenter__(self) -> Self:
        """Open the recording.

        Raises:
            AudioError: It is missing ("recording-missing"), cannot be read or is no recording
                ("recording-unreadable"), is empty ("recording-empty") or ends too early
                ("recording-truncated").
        """
        self._worker = DeviceWorker("recording")
        try:
            self._file = await self._run(open_recording, self._path)
        except BaseException:
            self._worker.shutdown()
            raise
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._run(self._file.close)
        if self._worker:
            self._worker.shutdown()

    async def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames in order to the end of the recording, the last one filled up with zeros.

        It is read a second at a time, so the length of it takes no memory.

        Raises:
            AudioError: The file ends before its own length ("recording-truncated").
        """
        read = self._followed(frame_blocks(self._file, self._path))
        blocks = numbered(read, skips=not self._realtime)
        started_at = asyncio.get_running_loop().time()
        while (block := await self._run(next, blocks, None)) is not None:
            for count, pcm in block:
                await self._wait_turn(started_at + count * FRAME_SECONDS)
                self._clock.advance_to(count * FRAME_SECONDS)
                if self._realtime:
                    self._seconds_read = count * FRAME_SECONDS
                yield AudioFrame(pcm, captured_at=count * FRAME_SECONDS)

    def _followed(
        self, blocks: Iterable[list[NDArray[np.int16]]]
    ) -> Iterator[list[NDArray[np.int16]]]:
        """The same blocks, with how far they come; some formats cannot be asked for it (GSM)."""
        count = 0
        for block in blocks:
            count += len(block)
            self._seconds_read = min(count * FRAME_SECONDS, self.seconds)
            yield block

    async def _wait_turn(self, due: float) -> None:
        if self._realtime:
            await asyncio.sleep(max(due - asyncio.get_running_loop().time(), 0))
        elif self._gate:
            await self._gate()

    async def _run(self, call: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._worker, call, *args)


class RecordingSpeaker:
    """Writes all speech and earcons into one 16-bit mono WAV instead of playing them.

    Args:
        path: The file, replaced when complete and left alone where there is nothing to put in its
            place; None discards the sound.
        rate_hz: The file's rate; everything is resampled to it.
        realtime: Speech takes as long as it would be heard, so that it can be broken into.
    """

    def __init__(self, path: Path | None, rate_hz: int, *, realtime: bool = False) -> None:
        self._path = Path(os.path.realpath(path)) if path else None
        self._rate_hz = rate_hz
        self._realtime = realtime
        self._over_at = 0.0
        self._turns = PlaybackLock()
        self._worker: DeviceWorker | None = None
        self._file: BinaryIO | None = None
        self._wav: wave.Wave_write | None = None

    @property
    def name(self) -> str:
        """The file's name."""
        return self._path.name if self._path else "nowhere"

    async def __aenter__(self) -> Self:
        """Start the file beside its place.

        Raises:
            AudioError: It cannot be written ("recording-unwritable").
        """
        self._worker = DeviceWorker("recording")
        try:
            await self._run(self._start_file)
        except BaseException:
            self._worker.shutdown()
            raise
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Complete the file and move it to its place, also after an error: it is what was said."""
        try:
            await self._run(partial(self._land_file, is_broken_off=any(exc)))
        finally:
            if self._worker:
                self._worker.shutdown()

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        """Write the chunks; returns after the last, where it is not in real time at once.

        Raises:
            AudioError: The file cannot be written ("recording-unwritable").
        """
        heard: list[str] = []
        finished = await self._turns.run(self._write_chunks(chunks, on_started, heard))
        return Playback(" ".join(heard), was_interrupted=not finished)

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Write a short sound; whether it was written to its end."""
        return await self._turns.run(self._write(synthesise(earcon, self._rate_hz)))

    def stop(self) -> None:
        """Write nothing more of what is being written."""
        self._turns.stop()

    async def _write_chunks(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None], heard: list[str]
    ) -> None:
        resampler, rate_hz = None, 0
        async for chunk in chunks:
            if resampler is None or chunk.rate_hz != rate_hz:
                if resampler:
                    await self._write(resampler.flush())
                resampler, rate_hz = Resampler(chunk.rate_hz, self._rate_hz), chunk.rate_hz
            if not heard:
                on_started()
            words = chunk.text.split()
            heard.append("")
            async for share in self._heard(resampler.process(chunk.pcm)):
                heard[-1] = " ".join(words[: int(share * len(words))])
            heard[-1] = chunk.text
        if resampler:
            await self._write(resampler.flush())

    async def _heard(self, pcm: NDArray[np.int16]) -> AsyncIterator[float]:
        """Write speech as it is heard; how much of it was, from 0 to 1."""
        if not self._realtime:
            await self._write(pcm)
            return
        now, step = asyncio.get_running_loop().time, round(FRAME_SECONDS * self._rate_hz)
        for start in range(0, len(pcm), step):
            block = pcm[start : start + step]
            await self._write(block)
            if now() > self._over_at + BUFFERED_SECONDS:
                self._over_at = now()
            self._over_at += len(block) / self._rate_hz
            await asyncio.sleep(self._over_at - now())
            yield (start + len(block)) / len(pcm)

    async def _write(self, pcm: NDArray[np.int16]) -> None:
        if self._wav and len(pcm):
            await self._run(self._wav.writeframesraw, pcm.astype("<i2").tobytes())

    @property
    def _unfinished(self) -> Path | None:
        return (
            self._path.with_name(f".{self._path.name}.{os.getpid()}.part") if self._path else None
        )

    def _start_file(self) -> None:
        if self._path and self._path.exists() and not self._path.is_file():
            raise OSError(errno.EINVAL, "it is no file that can be replaced")
        if self._unfinished:
            self._file = self._unfinished.open("wb")
            self._wav = wave.open(self._file, "wb")  # noqa: SIM115 - closed in _land_file
            self._wav.setnchannels(1)
            self._wav.setsampwidth(2)
            self._wav.setframerate(self._rate_hz)

    def _land_file(self, *, is_broken_off: bool) -> None:
        if not (self._wav and self._file and self._unfinished and self._path):
            return
        try:
            with self._file:
                is_empty = self._wav.tell() == 0
                self._wav.close()  # fills in the length
            if not (is_empty and (is_broken_off or self._path.exists())):
                self._unfinished.replace(self._path)
        finally:
            self._unfinished.unlink(missing_ok=True)

    async def _run(self, call: Callable[..., Any], *args: Any) -> Any:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._worker, call, *args)
        except OSError as error:
            message = f"Cannot write {self._path}: {error.strerror or error}."
            raise AudioError("recording-unwritable", message) from error
