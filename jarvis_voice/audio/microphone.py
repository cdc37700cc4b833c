"""A microphone of this machine, that is looked for again when it is lost.

Invariant: PortAudio's thread only copies and hands over. Opening and closing may block, so they
run on a worker of the microphone's own, one at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, repeat
from typing import Any, Self

from jarvis_voice.audio.inbox import FrameInbox
from jarvis_voice.audio.streams import (
    OwnedStream,
    open_input,
    refresh_devices,
    refresh_if_idle,
    table_generation,
)
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

RECOVERY_SECONDS = 60.0
"""How long a lost microphone is looked for before the frames end."""

CLOSE_SECONDS = 2.0


class DeviceMicrophone:
    """A microphone, chosen by part of its name.

    Args:
        device_name: Part of the name; empty is the system's default.
        on_trouble: Told a code ("microphone-lost", "microphone-back", "microphone-silent") and
            a sentence for the screen, on the loop's thread.
    """

    def __init__(self, device_name: str, on_trouble: Callable[[str, str], None]) -> None:
        self._device_part = device_name
        self._on_trouble = on_trouble
        self._inbox = FrameInbox()
        self._lost = asyncio.Event()
        self._worker: ThreadPoolExecutor | None = None
        self._watch: asyncio.Task[None] | None = None
        self._stream: OwnedStream | None = None
        self._generation: int | None = None
        self._opening: object = None
        self._opened_at = 0.0
        self._last_block_at = 0.0
        self._said_silent = False

    @property
    def name(self) -> str:
        """The name of the device that is open, else what was asked for."""
        return self._stream.device_name if self._stream else self._device_part

    @property
    def dropped_frames(self) -> int:
        """Frames lost because the reader was more than 10 s late; the oldest went first."""
        return self._inbox.dropped_frames

    async def __aenter__(self) -> Self:
        """Open the device.

        Raises:
            AudioError: There is no PortAudio, no such device, or it refuses.
        """
        self._loop = asyncio.get_running_loop()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="microphone")
        try:
            await self._run(self._open, self._device_part)
        except BaseException:
            self._worker.shutdown(wait=False)
            raise
        self._watch = asyncio.create_task(self._watch_stream())
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._watch:
            self._watch.cancel()
            await asyncio.wait({self._watch})
        with contextlib.suppress(TimeoutError):  # a wedged device may block for minutes
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._run(self._close)
        if self._worker:
            self._worker.shutdown(wait=False)
        self._inbox.end(None)

    def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames in order while the microphone is open; a gap where it was lost for a while.

        Raises:
            AudioError: The device was lost and did not come back ("microphone-lost").
        """
        return self._inbox.frames()

    async def _watch_stream(self) -> None:
        while True:
            await self._until_lost()
            log.warning("the microphone %s was lost", self.name)
            self._on_trouble("microphone-lost", f'The microphone "{self.name}" was lost.')
            self._inbox.forget_rest()
            if not await self._recover():
                break
            log.info("the microphone %s is back", self.name)
            self._on_trouble("microphone-back", f'Listening again, on "{self.name}".')
        self._inbox.end(
            AudioError(
                "microphone-lost",
                "The microphone was lost and did not come back. Plug it in and start Jarvis again.",
                spoken="I lost the microphone.",
            )
        )

    async def _until_lost(self) -> None:
        late_polls = 0
        while late_polls < 2:  # noqa: PLR2004 - a second look: after a stall of our own, a block is due at once
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._lost.wait()
                    return
            self._warn_if_silent()
            late_polls = late_polls + 1 if self._is_late() else 0

    def _is_late(self) -> bool:
        now = self._loop.time()
        if self._last_block_at < self._opened_at:
            return now - self._opened_at > FIRST_BLOCK_SECONDS
        return now - self._last_block_at > STALL_SECONDS

    def _warn_if_silent(self) -> None:
        if self._inbox.zero_seconds >= SILENT_SECONDS and not self._said_silent:
            self._said_silent = True
            self._on_trouble(
                "microphone-silent",
                f'The microphone "{self.name}" gives only zeros: it is muted or not connected. '
                "Unmute it, or choose another (`jarvis devices`).",
            )

    async def _recover(self) -> bool:
        give_up_at = self._loop.time() + RECOVERY_SECONDS
        for pause_seconds in _back_off():
            await asyncio.sleep(pause_seconds)
            if self._loop.time() >= give_up_at:
                return False
            self._opening = None
            self._lost.clear()
            try:
                await self._run(self._reopen)
            except AudioError as error:
                log.info("not back yet: %s", error.code)
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

    async def _run(self, call: Callable[..., Any], *args: Any) -> Any:
        return await self._loop.run_in_executor(self._worker, call, *args)


def _back_off() -> Iterator[float]:
    """Seconds to wait before each try."""
    return chain((0.0, 0.5, 1.0, 2.0, 4.0), repeat(5.0))
