"""A microphone of this machine, that is looked for again when it is lost.

Invariant: PortAudio's thread only copies and hands over. Opening and closing may block, so they
run on a worker of the microphone's own, one at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import chain, repeat
from typing import Self

from jarvis_voice.audio.inbox import FrameInbox
from jarvis_voice.audio.streams import (
    OwnedStream,
    open_input,
    refresh_devices,
    refresh_if_idle,
    table_generation,
)
from jarvis_voice.audio.worker import DeviceWorker, ends_within, is_closed
from jarvis_voice.errors import AudioError
from jarvis_voice.types import AudioFrame

log = logging.getLogger(__name__)

POLL_SECONDS = 0.25

STALL_SECONDS = 1.0
"""How long a running stream may give no block before it counts as lost."""

FIRST_BLOCK_SECONDS = 3.0
"""How long a stream may take to its first block."""

SILENT_SECONDS = 5.0
"""All-zero samples for so long come from a muted or unrouted device: a live one has noise."""

REOPEN_AFTER_SILENT_SECONDS = 10.0
"""A device that was live and gives only zeros may have been unrouted: opening it anew helps."""

DROPS_LOGGED_EVERY_SECONDS = 60.0

OPEN_SECONDS = 10.0
"""A sound server that is wedged never answers; a Bluetooth device may take seconds."""

MAY_COME_LATER = {"no-microphone", "microphone-refused", "portaudio-failed"}
"""What is wrong at the start and may be right in a minute; a wrong name stays wrong."""


class DeviceMicrophone:
    """A microphone, chosen by part of its name.

    Args:
        device_name: Part of the name; empty is the system's default.
        on_trouble: Told a code ("microphone-lost", "microphone-back", "microphone-silent") and
            a sentence for the screen, on the loop's thread.
        waits: Where there is no microphone at the start, say so and look for one for ever;
            else that is an error.
    """

    def __init__(
        self, device_name: str, on_trouble: Callable[[str, str], None], *, waits: bool = False
    ) -> None:
        self._device_part = device_name
        self._on_trouble = on_trouble
        self._waits = waits
        self._inbox = FrameInbox()
        self._lost = asyncio.Event()
        self._worker: DeviceWorker | None = None
        self._watch: asyncio.Task[None] | None = None
        self._stream: OwnedStream | None = None
        self._generation: int | None = None
        self._opening: object = None
        self._opened_at = 0.0
        self._last_block_at = 0.0
        self._said_silent = False
        self._was_live = False
        self._logged_drops = 0
        self._drops_logged_at = -DROPS_LOGGED_EVERY_SECONDS

    @property
    def name(self) -> str:
        """The name of the device that is open, else what was asked for."""
        return self._stream.device_name if self._stream else self._device_part

    @property
    def dropped_frames(self) -> int:
        """Frames lost because the reader was more than 10 s late; the oldest went first."""
        return self._inbox.dropped_frames

    @property
    def gaps(self) -> int:
        """How often a frame that was read did not follow on the one before it.

        The device was lost or opened anew between them, or the reader was too late.
        """
        return self._inbox.gaps

    async def __aenter__(self) -> Self:
        """Open the device.

        Raises:
            AudioError: There is no PortAudio ("no-portaudio"), no such device
                ("no-such-device", "ambiguous-device", "monitor-source"); and unless it waits,
                none at all ("no-microphone"), it refuses ("microphone-refused") or PortAudio
                fails ("portaudio-failed").
        """
        self._loop = asyncio.get_running_loop()
        self._worker = DeviceWorker("microphone")
        absence: AudioError | None = None
        try:
            await self._open_first()
        except BaseException as error:
            if not (self._waits and isinstance(error, AudioError) and error.code in MAY_COME_LATER):
                self._worker.submit(self._close)  # what is being opened still
                self._worker.shutdown()
                raise
            absence = error
        self._watch = asyncio.create_task(self._watch_stream(absence))
        self._watch.add_done_callback(self._end_with_watch)
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._watch:
            self._watch.cancel()
            await asyncio.wait({self._watch})
        try:
            if not await is_closed(self._worker, self._close):
                log.warning("the microphone %s does not close", self.name)
        finally:
            if self._worker:
                self._worker.shutdown()
            self._inbox.end(None)

    def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames in order while the microphone is open; `gaps` grows where it was lost meanwhile.

        Raises:
            AudioError: It is not looked for any more because of a mistake of ours
                ("microphone-lost").
        """
        return self._inbox.frames()

    async def _open_first(self) -> None:
        if await ends_within(OPEN_SECONDS, self._worker, lambda: self._open(self._device_part)):
            return
        message = "The sound server does not answer, so there is no microphone. Start it again."
        raise AudioError("microphone-refused", message, spoken="I cannot use the microphone.")

    async def _watch_stream(self, absence: AudioError | None) -> None:
        if absence:
            log.warning("no microphone at the start: %s", absence.code)
            self._on_trouble("microphone-lost", f"{absence.message} I go on looking for one.")
            await self._recover()
        while True:
            is_ours = await self._until_lost()
            self._inbox.forget_rest()
            if is_ours and await self._is_reopened():
                log.info("the microphone %s was opened anew", self.name)
                continue
            log.warning("the microphone %s was lost", self.name)
            self._on_trouble("microphone-lost", f'The microphone "{self.name}" was lost.')
            await self._recover()

    def _end_with_watch(self, watch: asyncio.Task[None]) -> None:
        """Nobody looks any more: the reader must not wait for ever."""
        if watch.cancelled():
            return
        log.error("the microphone is watched no more: %s", type(watch.exception()).__name__)
        message = "The microphone was lost and is not looked for any more. Start Jarvis again."
        self._inbox.end(AudioError("microphone-lost", message, spoken="I lost the microphone."))

    async def _until_lost(self) -> bool:
        """Whether it is a loss of our own making, that need not be told."""
        late_polls = 0
        while late_polls < 2:  # noqa: PLR2004 - a second look: after a stall of our own, a block is due at once
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._lost.wait()
                    return bool(self._stream and self._stream.gave_way)
            self._log_drops()
            if self._is_unrouted():
                log.info("the microphone %s went silent", self.name)
                self._generation = None
                return True
            late_polls = late_polls + 1 if self._is_late() else 0
        return False

    def _is_late(self) -> bool:
        now = self._loop.time()
        if self._last_block_at < self._opened_at:
            return now - self._opened_at > FIRST_BLOCK_SECONDS
        return now - self._last_block_at > STALL_SECONDS

    def _is_unrouted(self) -> bool:
        """Whether to open the device anew because it went silent; tells of the silence, too."""
        if self._inbox.take_sound():
            self._said_silent, self._was_live = False, True
        if self._inbox.zero_seconds >= SILENT_SECONDS and not self._said_silent:
            self._said_silent = True
            self._on_trouble(
                "microphone-silent",
                f'The microphone "{self.name}" gives only zeros: it is muted or not connected. '
                "Unmute it, or choose another (`jarvis devices`).",
            )
        if self._inbox.zero_seconds < REOPEN_AFTER_SILENT_SECONDS or not self._was_live:
            return False
        self._was_live = False
        return True

    def _log_drops(self) -> None:
        now, dropped = self._loop.time(), self.dropped_frames
        if dropped > self._logged_drops and now >= self._drops_logged_at + (
            DROPS_LOGGED_EVERY_SECONDS
        ):
            log.warning("%d frames dropped: their reader is late", dropped - self._logged_drops)
            self._logged_drops, self._drops_logged_at = dropped, now

    async def _recover(self) -> None:
        for pause_seconds in _back_off():
            await asyncio.sleep(pause_seconds)
            if await self._is_reopened():
                break
        log.info("the microphone %s is back", self.name)
        self._on_trouble("microphone-back", f'Listening again, on "{self.name}".')

    async def _is_reopened(self) -> bool:
        self._opening = None
        self._lost.clear()
        try:
            await self._loop.run_in_executor(self._worker, self._reopen)
        except AudioError as error:
            log.info("not back yet: %s", error.code)
        except Exception as error:  # noqa: BLE001 - whatever a driver throws, it is tried again
            log.warning("not back yet: %s", type(error).__name__)
        else:
            return True
        return False

    def _reopen(self) -> None:
        self._close()
        if self._generation is None:  # later tries: let a reply that plays come to its end
            refresh_if_idle(table_generation())
        else:
            refresh_devices(self._generation)
            self._generation = None
        try:
            self._open(self._device_part)
        except AudioError:
            if not self._device_part:
                raise
            self._open("")

    def _open(self, device_part: str) -> None:
        self._opened_at = self._loop.time()
        self._opening = opening = object()
        self._stream = open_input(device_part, self._take_block, lambda: self._take_end(opening))
        self._generation = self._stream.generation

    def _close(self) -> None:
        if self._stream:
            self._stream.close()

    def _take_block(self, data: bytes, rate_hz: int, channels: int) -> None:
        """On PortAudio's thread."""
        at = self._last_block_at = self._loop.time()
        with contextlib.suppress(RuntimeError):  # the loop was closed before the device
            self._loop.call_soon_threadsafe(self._inbox.put, data, rate_hz, channels, at)

    def _take_end(self, opening: object) -> None:
        """On PortAudio's thread."""
        with contextlib.suppress(RuntimeError):  # the loop was closed before the device
            self._loop.call_soon_threadsafe(self._take_loss, opening)

    def _take_loss(self, opening: object) -> None:
        if opening is self._opening:  # not a stream that was closed meanwhile
            self._lost.set()


def _back_off() -> Iterator[float]:
    """Seconds to wait before each try, for ever."""
    return chain((0.0, 0.5, 1.0, 2.0, 4.0), repeat(5.0, 10), (10.0, 20.0), repeat(30.0))
