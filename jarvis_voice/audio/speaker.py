"""A loudspeaker of this machine, and a silent one for a machine that has none.

Invariant: one line for each reply, opened before its first chunk and kept over its sentences;
replies play one after the other; the loop never waits for the device.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Self

from jarvis_voice.audio.device_worker import DeviceWorker, ends_within
from jarvis_voice.audio.earcons import earcon as synthesise
from jarvis_voice.audio.output_stream import OPEN_SECONDS, OutputStream
from jarvis_voice.audio.playback_lock import PlaybackLock
from jarvis_voice.audio.played_sound import OnPlayed
from jarvis_voice.audio.portaudio import choose, list_devices
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.types import SpeechChunk

log = logging.getLogger(__name__)

SPEECH_RATE_HZ = 22_050
"""What a Piper voice of medium quality speaks at: the device is opened before the first chunk."""

EARCON_RATE_HZ = 48_000
"""What nearly every loudspeaker takes without resampling."""


class DeviceSpeaker:
    """A loudspeaker of this machine, chosen by part of its name.

    Args:
        device_name: Part of the name; empty is the system's default.
        on_played: Told each block of sound that the device takes; on PortAudio's thread.
        rate_hz: Of the speech that is awaited; other speech is resampled.
        preferred: Parts of other names, in order, for when that device fails; the default is last.
        on_absent: Told why there is no loudspeaker at the start, or not the one that was chosen:
            each reply looks for one anew. Without it that is an error.
    """

    def __init__(
        self,
        device_name: str,
        on_played: OnPlayed | None = None,
        rate_hz: int = SPEECH_RATE_HZ,
        *,
        preferred: Sequence[str] = (),
        on_absent: Callable[[AudioError], None] | None = None,
    ) -> None:
        self._on_played = on_played
        self._rate_hz = rate_hz
        self._named = tuple(name for name in (device_name, *preferred) if name.strip()) or ("",)
        self._on_absent = on_absent
        self._name = self._named[0]
        self._turns = PlaybackLock()
        self._worker: DeviceWorker | None = None
        self._line: OutputStream | None = None

    @property
    def name(self) -> str:
        """The name of the device."""
        return self._name

    async def __aenter__(self) -> Self:
        """Look the device up; it is opened for each reply.

        Raises:
            AudioError: There is no PortAudio ("no-portaudio"). Unless `on_absent` is told: no
                loudspeaker ("no-speaker"), none or several of that name ("no-such-device",
                "ambiguous-device"), or no answer from the sound server ("speaker-refused").
        """
        self._worker = worker = DeviceWorker("speaker")
        try:
            await self._find(worker)
        except AudioError as error:
            if self._on_absent is None or error.code == "no-portaudio":
                worker.shutdown()
                raise
            self._on_absent(error)
        except BaseException:
            worker.shutdown()
            raise
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.stop()
        if self._line:
            await self._line.close()
        if self._worker:
            self._worker.shutdown()

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        """Play chunks gaplessly and return when the last sample is out or `stop` was called.

        The device is opened at once, while the first chunk may still be being made.

        Raises:
            AudioError: No device would play, the default included ("speaker-refused",
                "no-speaker"), or it was lost while playing ("speaker-lost").
        """
        return await self._play(chunks, on_started, self._rate_hz, may_interrupt_microphone=True)

    async def _play(
        self,
        chunks: AsyncIterator[SpeechChunk],
        on_started: Callable[[], None],
        rate_hz: int,
        *,
        may_interrupt_microphone: bool,
    ) -> Playback:
        line = OutputStream(
            (*self._named, ""),
            self._open_worker,
            on_started,
            may_interrupt_microphone=may_interrupt_microphone,
            on_played=self._on_played,
        )
        finished = await self._turns.run(self._play_on(line, chunks, rate_hz))
        return Playback(line.text_heard(is_complete=finished), was_interrupted=not finished)

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Play a short sound after what plays now; False without a device."""
        try:
            # the user may be speaking: a microphone that listens is worth more
            await self._play(
                _one_sound(earcon), lambda: None, EARCON_RATE_HZ, may_interrupt_microphone=False
            )
        except AudioError as error:
            log.warning("no earcon: %s", error.code)
            return False
        return True

    def stop(self) -> None:
        """Stop what plays now; nothing that was queued for it comes out afterwards."""
        if self._line:
            self._line.cut()
        self._turns.stop()

    async def _play_on(
        self, line: OutputStream, chunks: AsyncIterator[SpeechChunk], rate_hz: int
    ) -> None:
        self._line = line
        opening = asyncio.create_task(line.open(rate_hz))  # while the first chunk is being made
        try:
            async for chunk in chunks:
                await opening
                await line.send(chunk)
            await line.finish()
        finally:
            opening.cancel()
            await asyncio.gather(opening, return_exceptions=True)
            await line.close()
            self._name, self._line = line.device_name or self._name, None

    async def _find(self, worker: DeviceWorker) -> None:
        if not await ends_within(OPEN_SECONDS, worker, self._look_up):
            message = "The sound server does not answer. Start it again."
            raise AudioError("speaker-refused", message)

    def _look_up(self) -> None:
        """Learn the name; a first choice that is not there is told even where another one is."""
        refusal: AudioError | None = None
        for part in self._named:
            try:
                self._name = choose(list_devices(), part, "output").name
            except AudioError as error:
                refusal = refusal or error
                continue
            if refusal is None or self._on_absent is None:
                return
            break
        if refusal:
            raise refusal

    @property
    def _open_worker(self) -> DeviceWorker:
        if self._worker is None:
            raise AudioError("speaker-closed", "The loudspeaker is not open.")
        return self._worker


class NullSpeaker:
    """Takes the place of a missing loudspeaker: accepts all words and plays none."""

    def __init__(self) -> None:
        self._turns = PlaybackLock()

    @property
    def name(self) -> str:
        """What is shown for it."""
        return "no loudspeaker"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.stop()

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        """Draw all chunks, so that whoever makes them goes on; nothing starts, none is heard."""
        del on_started
        finished = await self._turns.run(_draw(chunks))
        return Playback("", was_interrupted=not finished)

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Nothing sounds."""
        del earcon
        return False

    def stop(self) -> None:
        """Draw no more chunks."""
        self._turns.stop()


async def _one_sound(earcon: Earcon) -> AsyncIterator[SpeechChunk]:
    yield SpeechChunk(synthesise(earcon, EARCON_RATE_HZ), EARCON_RATE_HZ, "")


async def _draw(chunks: AsyncIterator[SpeechChunk]) -> None:
    async for _ in chunks:
        pass
