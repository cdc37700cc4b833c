"""A microphone that does not hear what our own loudspeaker plays.

Invariant: the same frames come out that went in, in order and with their times; while nothing was
played they are passed on untouched, and cost nothing. One that fails lets the sound through.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Self

from jarvis_voice.audio.device_worker import DeviceWorker
from jarvis_voice.audio.echo.canceller import EchoCanceller
from jarvis_voice.core.types import FRAME_SECONDS, AudioFrame

if TYPE_CHECKING:
    from jarvis_voice.audio.echo.canceller import EchoFigures
    from jarvis_voice.audio.echo.reference import PlayedSound
    from jarvis_voice.core.ports import Microphone

log = logging.getLogger(__name__)

ECHO_SECONDS = 1.5
"""How long our own voice may be heard after it was played: the longest delay and a room's tail."""

ECHO_SHARE = 0.06
"""A frame of which less is left was echo: somebody 12 dB below our own voice leaves more."""


class EchoCancellingMicrophone:
    """Removes our own echo from another microphone's frames; implements `ports.Microphone`.

    Args:
        microphone: Opened and closed with this one.
        played: Told by the loudspeaker what it plays (`DeviceSpeaker(on_played=played.put)`).
        on_trouble: Told a code ("echo-canceller-failed") and a sentence for the screen, once.
    """

    def __init__(
        self,
        microphone: Microphone,
        played: PlayedSound,
        on_trouble: Callable[[str, str], None],
    ) -> None:
        self._microphone = microphone
        self._played = played
        self._on_trouble = on_trouble
        self._canceller = EchoCanceller(played)
        self._worker = DeviceWorker("echo")
        self._stack = AsyncExitStack()
        self._has_failed = False
        self._gaps = microphone.gaps

    @property
    def name(self) -> str:
        """The name of the microphone."""
        return self._microphone.name

    @property
    def dropped_frames(self) -> int:
        """Frames that the microphone lost."""
        return self._microphone.dropped_frames

    @property
    def gaps(self) -> int:
        """How often sound was lost before the newest frame."""
        return self._gaps

    @property
    def is_echo(self) -> bool:
        """Whether the newest frame held little but our own voice.

        What is left of that still sounds like speech to a VAD: who looks for speech while we speak
        must pass it over.
        """
        return self._canceller.left_share < ECHO_SHARE

    @property
    def figures(self) -> EchoFigures:
        """What was cancelled so far."""
        return self._canceller.figures

    async def __aenter__(self) -> Self:
        """Open the microphone.

        Raises:
            AudioError: It cannot be opened.
        """
        await self._stack.enter_async_context(self._microphone)
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._stack.aclose()
        self._worker.shutdown()

    async def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames in order until the microphone ends.

        Raises:
            AudioError: The device was lost.
        """
        async for frame in self._microphone.frames():
            gaps = self._microphone.gaps
            cancelled = await self._cancel(frame, has_gap=gaps != self._gaps)
            self._gaps = gaps  # told with the frame it stands before, not while that is worked on
            yield cancelled

    async def _cancel(self, frame: AudioFrame, *, has_gap: bool) -> AudioFrame:
        if has_gap:
            self._canceller.lose_sound()
        if self._has_failed:
            return frame
        begins_at = frame.captured_at - FRAME_SECONDS
        if not self._played.sounded_since(begins_at - ECHO_SECONDS):
            self._canceller.take(frame)
            return frame
        loop = asyncio.get_running_loop()
        try:
            pcm = await loop.run_in_executor(self._worker, self._canceller.process, frame)
        except Exception as error:
            self._has_failed = True
            log.exception("the echo canceller failed")
            message = f"The echo canceller failed ({type(error).__name__}) and is off. See the log."
            self._on_trouble("echo-canceller-failed", message)
            return frame
        return AudioFrame(pcm, frame.captured_at)
