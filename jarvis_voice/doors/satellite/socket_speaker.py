"""SocketSpeaker: sends speech to a satellite, and learns from it what was heard there.

Invariant: only what the satellite says it has played counts as heard. It is never more than
`AHEAD_SECONDS` of sound ahead, and what was not played when it is stopped is dropped there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Self

from jarvis_voice.audio.earcons import earcon as synthesise
from jarvis_voice.audio.playback_buffer import PlaybackBuffer, Splicer
from jarvis_voice.audio.playback_lock import PlaybackLock
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.doors.satellite.messages import SPEECH_NUMBERS, sound_block

RATE_HZ = 22_050
"""What the voice that ships speaks at."""

BLOCK_SAMPLES = RATE_HZ // 10
AHEAD_SECONDS = 2.0
SLACK_SECONDS = 2.0
"""How long nothing may be played before it is given up that the rest will be."""

LAG_SECONDS = 10.0
"""How much longer than it lasts a speech may take to be played, from when it was sent."""

NEARLY_SECONDS = 0.06


def _nothing() -> None:
    """Nobody waits for sound."""


class SocketSpeaker:
    """Implements `ports.Speaker`.

    Args:
        name: What the satellite is called.
        send: Takes a message for it; returns at once.
    """

    def __init__(self, name: str, send: Callable[[dict[str, Any] | bytes], None]) -> None:
        self._name = name
        self._send = send
        self._turns = PlaybackLock()
        self._speech = 0
        self._played_seconds = 0.0
        self._patience_seconds = LAG_SECONDS
        self._plays_sound = True
        self._on_started: Callable[[], None] = _nothing
        self._progress = asyncio.Event()

    @property
    def name(self) -> str:
        """What the satellite is called."""
        return self._name

    @property
    def plays_sound(self) -> bool:
        """Whether what was sent last was played there, as far as is known."""
        return self._plays_sound

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.stop()

    def note_played(self, speech: int, seconds: float) -> None:
        """So much of a speech was played there; with the first of it, it begins."""
        if speech == self._speech and seconds > self._played_seconds:
            if not self._played_seconds:
                self._on_started()
            self._played_seconds = seconds
            self._plays_sound = True
            self._progress.set()

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        """Send chunks, and return when they were played or `stop` was called."""
        tape = PlaybackBuffer(RATE_HZ)
        finished = await self._turns.run(self._play_on(tape, chunks, on_started))
        heard = min(self._played_seconds + NEARLY_SECONDS, tape.taken_samples / RATE_HZ)
        words = tape.words_before(round(heard * RATE_HZ)) if self._played_seconds else ""
        return Playback(words, was_interrupted=not finished)

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Let the satellite play a short sound, and wait for as long as it takes."""

        async def sound() -> None:
            self._send({"type": "earcon", "name": earcon})
            await asyncio.sleep(len(synthesise(earcon, RATE_HZ)) / RATE_HZ)

        return await self._turns.run(sound()) and self._plays_sound

    def stop(self) -> None:
        """Stop what plays now; nothing that was queued for it comes out afterwards."""
        self._turns.stop()

    async def _play_on(
        self,
        tape: PlaybackBuffer,
        chunks: AsyncIterator[SpeechChunk],
        on_started: Callable[[], None],
    ) -> None:
        self._speech = number = (self._speech + 1) % SPEECH_NUMBERS
        self._played_seconds = 0.0
        self._patience_seconds = LAG_SECONDS
        self._on_started = on_started
        splicer = Splicer(tape)
        is_begun = False
        try:
            async for chunk in chunks:
                splicer.write(chunk)
                if not is_begun:
                    is_begun = True
                    self._send({"type": "speech-begin", "speech": number, "rate": RATE_HZ})
                await self._send_blocks(tape, number, least=BLOCK_SAMPLES)
            splicer.end(0.0)
            await self._send_blocks(tape, number, least=1)
            if is_begun:
                self._send({"type": "speech-end", "speech": number})
                await self._is_played(tape.taken_samples / RATE_HZ - NEARLY_SECONDS)
        except asyncio.CancelledError:
            self._send({"type": "speech-stop"})
            raise

    async def _send_blocks(self, tape: PlaybackBuffer, number: int, least: int) -> None:
        """Send what is on the tape, not too far ahead.

        Raises:
            AudioError: Nothing is played there.
        """
        while (waiting := round(tape.waiting_seconds * RATE_HZ)) >= least:
            if not await self._is_played(tape.taken_samples / RATE_HZ - AHEAD_SECONDS):
                self._send({"type": "speech-stop"})
                raise AudioError("speaker-lost", f"{self._name} plays nothing.")
            block = tape.take(min(BLOCK_SAMPLES, waiting))
            self._send(sound_block(number, block.astype("<i2").tobytes()))

    async def _is_played(self, seconds: float) -> bool:
        """Wait until so much was played; False where it does not get on."""
        now = asyncio.get_running_loop().time
        began_at, before = now(), self._played_seconds
        try:
            while self._played_seconds < seconds:
                self._progress.clear()
                most_at = began_at + self._played_seconds - before + self._patience_seconds
                async with asyncio.timeout_at(min(now() + SLACK_SECONDS, most_at)):
                    await self._progress.wait()
        except TimeoutError:
            self._plays_sound = self._played_seconds > 0
            return False
        self._patience_seconds -= now() - began_at - (self._played_seconds - before)
        return True
