"""A microphone of this machine; when it is lost, Jarvis searches for it again.

Invariant: PortAudio's thread only copies and hands over. Opening and closing may block, so they
run on a worker of the microphone's own, one at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Self

from jarvis_voice.audio.device_worker import DeviceWorker, ends_within, is_closed
from jarvis_voice.audio.frame_queue import FrameQueue
from jarvis_voice.audio.microphone_health import MicrophoneHealth
from jarvis_voice.audio.recovery import Recovery
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import AudioFrame, BegunFrame

if TYPE_CHECKING:
    from jarvis_voice.audio.monitor_source import ServerWatch

log = logging.getLogger(__name__)

OPEN_SECONDS = 10.0
"""A sound server that is wedged never answers; a Bluetooth device may take seconds."""

NEVER_COMES = frozenset({"no-portaudio"})
"""What is wrong at the start and will be in a minute."""


class DeviceMicrophone:
    """A microphone of this machine, chosen by part of its name.

    Args:
        device_name: Part of the name; empty is the system's default.
        on_trouble: Told a code ("microphone-lost", "microphone-back", "microphone-silent",
            "microphone-slow", "microphone-other", "microphone-stuck") and a sentence for the
            screen, on the loop's thread.
        waits: Where there is no microphone at the start, say so and look for one for ever, and
            where there is none of that name take another; else that is an error.
        preferred: Parts of other names, in order, for when it is not there; the default is last.
        server: Who tells of streams that a sound server moves; None is nobody.
    """

    def __init__(
        self,
        device_name: str,
        on_trouble: Callable[[str, str], None],
        *,
        waits: bool = False,
        preferred: Sequence[str] = (),
        server: ServerWatch | None = None,
    ) -> None:
        self._named = tuple(name for name in (device_name, *preferred) if name.strip()) or ("",)
        self._waits = waits
        self._server = server
        self._inbox = FrameQueue()
        self._worker = DeviceWorker("microphone")
        self._recovery = Recovery((*self._named, ""), self._inbox, self._worker, on_trouble, server)
        self._line = self._recovery.line
        self._watch: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The name of the device that is open or was last, else what was asked for."""
        return self._line.last_name or self._named[0]

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

    @property
    def health(self) -> MicrophoneHealth:
        """How it is now."""
        recovery = self._recovery
        ailment = recovery.blocks.ailment if recovery.state == "open" else None
        is_flat = ailment in {"zeros", "stuck"}
        return MicrophoneHealth(
            device_name=self.name,
            state="silent" if is_flat else recovery.state,
            frame_age_seconds=recovery.frame_age_seconds,
            dropped_frames=self.dropped_frames,
            level_dbfs=recovery.blocks.level_dbfs,
            ailment=ailment or "",
            sees_server=recovery.sees_server,
        )

    async def __aenter__(self) -> Self:
        """Open the device; not if `rest` was asked for before.

        Raises:
            AudioError: There is no PortAudio ("no-portaudio"). Unless it waits also: no such
                device ("no-such-device", "ambiguous-device", "monitor-source"), none at all
                ("no-microphone"), it refuses ("microphone-refused") or PortAudio fails
                ("portaudio-failed").
        """
        absence: AudioError | None = None
        self._recovery.begin()
        try:
            if self._recovery.state != "muted":
                await self._open_first()
        except AudioError as error:
            absence = error
        except BaseException:
            self._abandon()
            raise
        if absence and (not self._waits or absence.code in NEVER_COMES):
            self._abandon()
            raise absence
        if self._server:
            self._server.begin(self._recovery.take_view_on_thread)
        self._watch = asyncio.create_task(self._recovery.run(absence), name="microphone")
        self._watch.add_done_callback(self._end_with_watch)
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._server:
            self._server.end()
        if self._watch:
            self._watch.cancel()
            await asyncio.wait({self._watch})
        try:
            if not await is_closed(self._worker, self._line.close):
                log.warning("the microphone %s does not close", self.name)
        finally:
            self._worker.shutdown()
            self._recovery.end()
            self._inbox.end(None)

    def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames in order while the microphone is open; `gaps` grows where it was lost meanwhile.

        Raises:
            AudioError: It is not looked for any more because of a mistake of ours
                ("microphone-lost").
        """
        return self._inbox.frames()

    def sound(self) -> AsyncIterator[AudioFrame | BegunFrame]:
        """As `frames`; where somebody is in a `hurry`, with the next frame as far as it is there.

        Raises:
            AudioError: As `frames`.
        """
        return self._inbox.sound()

    def hurry(self, *, is_wanted: bool) -> None:
        """Show frames that have begun, when half of them is there."""
        self._recovery.hurry(is_wanted=is_wanted)

    async def rest(self) -> bool:
        """Close the stream until `wake`; from this moment on no sound is taken.

        Returns:
            Whether the stream is closed for certain: not where the sound server hangs.
        """
        return await self._recovery.rest()

    async def wake(self) -> bool:
        """Open it again after `rest`; a device that is gone by now is looked for.

        Returns:
            Whether it is open.
        """
        return await self._recovery.wake()

    def _abandon(self) -> None:
        self._worker.submit(self._line.close)  # what is being opened still
        self._worker.shutdown()

    async def _open_first(self) -> None:
        parts = (*self._named, "") if self._waits else self._named
        if await ends_within(OPEN_SECONDS, self._worker, lambda: self._line.open(parts)):
            return
        message = "The sound server does not answer, so there is no microphone. Start it again."
        raise AudioError("microphone-refused", message, spoken="I cannot use the microphone.")

    def _end_with_watch(self, watch: asyncio.Task[None]) -> None:
        """Nobody looks any more: the reader must not wait for ever."""
        if watch.cancelled():
            return
        log.error("the microphone is watched no more: %s", type(watch.exception()).__name__)
        message = "The microphone was lost and is not looked for any more. Start Jarvis again."
        self._inbox.end(AudioError("microphone-lost", message, spoken="I lost the microphone."))
