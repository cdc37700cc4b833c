"""Plays one reply on a loudspeaker: a playback buffer, and the stream that plays it.

Opened before there is anything to say, started with the first chunk.

Invariant: blocking calls run on the given worker, in order, so `close` also ends an opening that
nobody waits for any more; once cut, nothing but silence reaches the device.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.audio.device_phrases import device_phrase
from jarvis_voice.audio.device_streams import (
    OUTPUT_LATENCY_SECONDS,
    OwnedStream,
    open_output,
    refresh_devices,
    refresh_if_idle,
    table_generation,
)
from jarvis_voice.audio.device_worker import CLOSE_SECONDS, call_on_loop, ends_within, is_closed
from jarvis_voice.audio.playback_buffer import PlaybackBuffer, Splicer
from jarvis_voice.audio.played_sound import OnPlayed, PlaybackTap
from jarvis_voice.core.errors import AudioError

if TYPE_CHECKING:
    from jarvis_voice.core.types import SpeechChunk

log = logging.getLogger(__name__)

AHEAD_SECONDS = 5.0
"""How far synthesis may run ahead of the loudspeaker."""

LOOK_SECONDS = 1.0
STILL_LOOKS = 2
"""A device whose callback did not come between so many looks is lost. One look would not do: after
a stall of the loop itself the device may have gone on all the time."""

REOPEN_PAUSES_SECONDS = (0.0, 0.5, 1.5)
"""Before each try to open a lost device again; a sound server restarts in about a second."""

LOSSES_PER_REPLY = 3

OPEN_SECONDS = 10.0
"""A sound server that is wedged never answers; a Bluetooth device may take seconds."""


class OutputStream:
    """Plays chunks one after the other without a gap.

    Args:
        parts: Parts of device names, in order; empty is the default. One that fails gives way to
            the next.
        worker: Single-threaded; opens and closes the device.
        on_started: Called once on the loop, when the device took the first sample.
        may_interrupt_microphone: When no device opens, look for a new one even though an open
            microphone has to be opened anew for that; at most once.
        on_played: Told what the device takes.
    """

    def __init__(
        self,
        parts: Sequence[str],
        worker: Executor,
        on_started: Callable[[], None],
        *,
        may_interrupt_microphone: bool = False,
        on_played: OnPlayed | None = None,
    ) -> None:
        self._on_played = on_played
        self._parts = tuple(dict.fromkeys(parts))
        self._worker = worker
        self._on_started: Callable[[], None] | None = on_started
        self._loop = asyncio.get_running_loop()
        self._tape: PlaybackBuffer | None = None
        self._stream: OwnedStream | None = None
        self._splicer: Splicer | None = None
        self._moved = asyncio.Event()
        self._opening: object = None
        self._is_lost = False
        self._is_cut = False
        self._losses = 0
        self._blocks_taken = 0
        self._blocks_before = 0  # the device that is open now was opened
        self._may_interrupt = may_interrupt_microphone
        self._does_not_close = False
        self._played: PlaybackTap | None = None

    @property
    def device_name(self) -> str:
        """The device that was opened, else what was asked for."""
        return self._stream.device_name if self._stream else self._parts[0]

    async def open(self, rate_hz: int) -> None:
        """Open the device; it starts with the first chunk, of which it then takes its fill at once.

        Args:
            rate_hz: Of the chunks that are awaited; others are resampled.

        Raises:
            AudioError: No device would open; it says why.
        """
        await self._connect((rate_hz, 0), starts=False)

    async def send(self, chunk: SpeechChunk) -> None:
        """Put a chunk behind those before it; waits while 5 s or more are to be played.

        Raises:
            AudioError: No device would play ("speaker-lost", or why it could not be started).
        """
        if self._splicer:
            tape = self._splicer.tape
            self._splicer.write(chunk)
        else:
            tape = await self._begin(chunk)
        await self._until(lambda: tape.waiting_seconds < AHEAD_SECONDS)

    async def finish(self) -> None:
        """Wait until the last sample is out, then close.

        Raises:
            AudioError: The device was lost and none would play the rest ("speaker-lost").
        """
        if self._splicer is None:
            return
        tape = self._splicer.tape
        inside = self._stream.latency_seconds if self._stream else 0.0
        # what a device still holds is lost when it closes: let that be silence
        self._splicer.end(silence_seconds=max(inside, OUTPUT_LATENCY_SECONDS))
        await self._until(lambda: tape.waiting_seconds <= 0)
        if not await ends_within(inside + CLOSE_SECONDS, self._worker, self._play_out):
            log.warning("the loudspeaker %s does not come to its end", self.device_name)

    def cut(self) -> None:
        """From the next block on, silence."""
        self._is_cut = True
        if self._tape:
            self._tape.cut()

    async def close(self) -> None:
        """Close the device at once, dropping what it holds; harmless when it is closed."""
        self.cut()
        if self._does_not_close:
            return
        if not await is_closed(self._worker, self._abort):
            self._does_not_close = True
            log.warning("the loudspeaker %s does not close", self.device_name)

    def text_heard(self, *, is_complete: bool) -> str:
        """The words that came out of the loudspeaker.

        Args:
            is_complete: All was played; else what the device still held was dropped.
        """
        if self._tape is None:
            return ""
        inside = 0.0 if is_complete or not self._stream else self._stream.latency_seconds
        return self._tape.words_before(
            self._tape.taken_samples - round(inside * self._tape.rate_hz)
        )

    async def _begin(self, chunk: SpeechChunk) -> PlaybackBuffer:
        """Start the device on its first chunk; one that does not start is opened another way."""
        tape = self._new_tape(chunk)
        is_started = False

        def start() -> None:
            nonlocal is_started
            is_started = self._stream is not None and self._stream.start()

        if not (await ends_within(OPEN_SECONDS, self._worker, start) and is_started):
            await is_closed(self._worker, self._abort)
            await self._connect((chunk.rate_hz, 0), starts=True)
            tape = self._new_tape(chunk)
        return tape

    def _new_tape(self, chunk: SpeechChunk) -> PlaybackBuffer:
        tape = PlaybackBuffer(self._stream.rate_hz if self._stream else chunk.rate_hz)
        if self._is_cut:
            tape.cut()
        self._splicer = Splicer(tape)
        self._splicer.write(chunk)
        self._tape = tape
        return tape

    async def _until(self, is_reached: Callable[[], bool]) -> None:
        still_looks, seen_blocks = 0, self._blocks_taken
        while not is_reached():
            self._moved.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._moved.wait()
            still_looks = still_looks + 1 if self._blocks_taken == seen_blocks else 0
            seen_blocks = self._blocks_taken
            if self._is_lost or still_looks == STILL_LOOKS:
                await self._reopen()
                still_looks = 0

    async def _reopen(self) -> None:
        """Go on where the device was lost, at the tape's rate."""
        self._losses += 1
        log.warning("the loudspeaker %s was lost", self.device_name)
        if self._blocks_taken == self._blocks_before:  # it opens and takes nothing: the next one
            self._parts = (*self._parts[1:], self._parts[0])
        await is_closed(self._worker, self._abort)
        for pause_seconds in REOPEN_PAUSES_SECONDS if self._losses <= LOSSES_PER_REPLY else ():
            await asyncio.sleep(pause_seconds)
            self._opening, self._is_lost = None, False
            try:
                await self._connect((self._tape.rate_hz if self._tape else 0,), starts=True)
            except AudioError as error:
                log.info("no loudspeaker yet: %s", error.code)
            else:
                return
        raise AudioError(
            "speaker-lost",
            "The loudspeaker was lost while Jarvis was speaking. See `jarvis devices`.",
            spoken="I lost the loudspeaker.",
        )

    async def _connect(self, rates_hz: Sequence[int], *, starts: bool) -> None:
        def connect() -> None:
            self._open_stream(rates_hz, starts=starts)

        if await ends_within(OPEN_SECONDS, self._worker, connect):
            return
        raise AudioError(
            "speaker-refused",
            f"The {device_phrase('output', self.device_name)} does not answer. "
            "Start the sound server again.",
            spoken="I cannot use the loudspeaker.",
        )

    def _open_stream(self, rates_hz: Sequence[int], *, starts: bool) -> None:
        """On the worker. A device that was plugged in late is seen after a refresh only."""
        generation = table_generation()
        try:
            self._stream = self._open_any(rates_hz, starts=starts)
        except AudioError:
            if not refresh_if_idle(generation):
                if not self._may_interrupt:
                    raise
                self._may_interrupt = False
                refresh_devices(generation)
            self._stream = self._open_any(rates_hz, starts=starts)

    def _open_any(self, rates_hz: Sequence[int], *, starts: bool) -> OwnedStream:
        self._opening = opening = object()
        self._played = PlaybackTap(self._on_played) if self._on_played else None

        def finished() -> None:
            call_on_loop(self._loop, lambda: self._take_loss(opening))

        self._blocks_before = self._blocks_taken
        refusal: AudioError | None = None
        for part in self._parts:
            try:
                return open_output(part, rates_hz, self._fill, finished, starts=starts)
            except AudioError as error:
                log.info('not the loudspeaker "%s": %s', part, error.code)
                refusal = refusal or error
        raise refusal or AudioError("no-speaker", "No loudspeaker is set.")

    def _play_out(self) -> None:
        if self._stream:
            self._stream.close(after_playing=True)

    def _abort(self) -> None:
        if self._stream:
            self._stream.close()

    def _fill(self, buffer: Any, channels: int, ahead_seconds: float) -> None:
        """On PortAudio's thread."""
        self._blocks_taken += 1
        out = np.frombuffer(buffer, np.int16).reshape(-1, channels)
        tape = self._tape
        samples = tape.take(len(out)) if tape else np.zeros(len(out), np.int16)
        out[:] = samples[:, np.newaxis]
        if self._played and tape:
            self._played.tell(samples, tape.rate_hz, ahead_seconds)
        call_on_loop(self._loop, self._take_progress)

    def _take_progress(self) -> None:
        if self._on_started and self._tape and self._tape.taken_samples:
            on_started, self._on_started = self._on_started, None
            on_started()
        self._moved.set()

    def _take_loss(self, opening: object) -> None:
        if opening is self._opening:  # not a stream that was closed meanwhile
            self._is_lost = True
            self._moved.set()
