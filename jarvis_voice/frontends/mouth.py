"""The mouth: sentences in, sound out, one reply at a time.

Invariant: only what the loudspeaker played counts as said. After `stop` no sample of an earlier
reply comes out. Without voice or loudspeaker the turn still runs to its end.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass, field, replace

from jarvis_voice.bus import Bus
from jarvis_voice.errors import JarvisError
from jarvis_voice.events import ProblemReported, SpeakingEnded, SpeakingStarted
from jarvis_voice.ports import Clock, Earcon, Playback, Speaker, TextToSpeech
from jarvis_voice.turn.airtime import Airtime
from jarvis_voice.turn.speakable import speakable
from jarvis_voice.types import SpeechChunk

log = logging.getLogger(__name__)

CHUNKS_AHEAD = 2
"""Synthesised sentences that wait while one plays."""

STOP_SECONDS = 1.0
"""How long a loudspeaker that was told to stop may take to say what was heard."""

_SILENT = Playback("", was_interrupted=False)
_CUT_OFF = Playback("", was_interrupted=True)


def _nothing() -> None:
    """Nobody wants to know that it started."""


@dataclass(slots=True)
class _Speech:
    """One reply on its way to the loudspeaker.

    Attributes:
        sentences: What was replied so far, ended by None; bounded by the turn's length.
        chunks: What was synthesised, ended by None.
        airtime: When its sentences sound.
    """

    turn_id: str
    on_started: Callable[[], None]
    sentences: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    chunks: asyncio.Queue[SpeechChunk | None] = field(
        default_factory=lambda: asyncio.Queue(CHUNKS_AHEAD)
    )
    airtime: Airtime = field(default_factory=Airtime)
    is_started: bool = False
    is_stopped: bool = False

    @property
    def is_sounding(self) -> bool:
        """Whether it began to be heard and was not told to stop."""
        return self.is_started and not self.is_stopped

    def stop(self) -> None:
        """Let no further chunk out, and wake whoever waits for one."""
        self.is_stopped = True
        with contextlib.suppress(asyncio.QueueFull):  # nobody waits at a full queue
            self.chunks.put_nowait(None)

    async def rest(self, first: SpeechChunk, clock: Clock) -> AsyncGenerator[SpeechChunk]:
        """The chunks in order, from the first on."""
        chunk: SpeechChunk | None = first
        while chunk is not None and not self.is_stopped:
            self.airtime.add(chunk.text, len(chunk.pcm) / chunk.rate_hz, clock.seconds())
            yield chunk
            chunk = await self.chunks.get()


class Mouth:
    """Says replies through one loudspeaker.

    Args:
        tts: The voice; None leaves every reply unspoken.
        speaker: The loudspeaker.
        bus: Where events go.
        clock: Event times.
    """

    def __init__(self, tts: TextToSpeech | None, speaker: Speaker, bus: Bus, clock: Clock) -> None:
        self._tts = tts
        self._speaker = speaker
        self._bus = bus
        self._clock = clock
        self._floor = asyncio.Lock()  # who holds it makes the sound; given in order of asking
        self._speech: _Speech | None = None
        self._stops = 0

    @property
    def is_speaking(self) -> bool:
        """Whether a reply is being played, whoever asked for it."""
        return self._speech is not None and self._speech.is_sounding

    def says(self, word: str) -> bool:
        """Whether the sentence that is being played holds this word."""
        if self._speech is None or not self._speech.is_sounding:
            return False
        return self._speech.airtime.says(word, self._clock.seconds())

    async def say(
        self,
        turn_id: str,
        replies: AsyncIterator[str],
        on_started: Callable[[], None] = _nothing,
    ) -> Playback:
        """Say a reply, sentence by sentence, when those asked for before are over.

        A voice or loudspeaker that fails is reported, and the replies are read to their end: the
        turn goes on. After `stop` they are read no further, which cancels the turn.

        Args:
            turn_id: The turn the reply belongs to; empty when there is none.
            replies: Sentences as they are worded.
            on_started: Called once, when the first sample was handed to the device.

        Returns:
            What was heard.

        Raises:
            JarvisError: What `replies` raised, after what came before was said.
        """
        stops = self._stops
        async with self._floor:
            if stops != self._stops:
                return _CUT_OFF
            speech = self._speech = _Speech(turn_id, on_started)
            reading = asyncio.create_task(_read(replies, speech.sentences))
            try:
                playback = await self._speak(speech)
                if not speech.is_stopped:
                    await reading
                return playback
            finally:
                self._speech = None
                await _end(reading)

    async def play_earcon(self, earcon: Earcon) -> None:
        """Play a short sound when what plays now is over."""
        async with self._floor:
            await self._speaker.play_earcon(earcon)

    def stop(self) -> None:
        """Be silent at once: what is being said ends, what waits to be said is dropped."""
        self._stops += 1
        if self._speech:
            self._speech.stop()
        self._speaker.stop()

    async def _speak(self, speech: _Speech) -> Playback:
        if self._tts is None:
            return _SILENT
        making = asyncio.create_task(self._synthesise(self._tts, speech))
        try:
            first = await speech.chunks.get()
            if speech.is_stopped:
                return _CUT_OFF
            return await self._play(speech, first) if first else _SILENT
        finally:
            await _end(making)

    async def _synthesise(self, tts: TextToSpeech, speech: _Speech) -> None:
        try:
            while (sentence := await speech.sentences.get()) is not None:
                if words := speakable(sentence):
                    async for chunk in tts.synthesize(words):
                        await speech.chunks.put(chunk)
        except JarvisError as error:
            self._report(error)
        except Exception as error:
            log.exception("a sentence could not be made into speech")
            message = f"The answer could not be spoken: {type(error).__name__}. See the log."
            self._report(JarvisError("voice-broke", message))
        await speech.chunks.put(None)

    async def _play(self, speech: _Speech, first: SpeechChunk) -> Playback:
        def started() -> None:
            speech.is_started = True
            speech.airtime.start(self._clock.seconds())
            self._bus.publish(SpeakingStarted(speech.turn_id, self._clock.seconds()))
            speech.on_started()

        chunks = speech.rest(first, self._clock)
        playing = asyncio.create_task(self._speaker.play(chunks, started))
        playback = _CUT_OFF
        try:
            playback = await asyncio.shield(playing)
            if speech.is_stopped:  # also when it was stopped before the loudspeaker began
                playback = replace(playback, was_interrupted=True)
        except JarvisError as error:
            self._report(error)
        except asyncio.CancelledError:
            if not speech.is_stopped:
                speech.stop()
                self._speaker.stop()
            playback = await _last_words(playing)
            raise
        finally:
            if speech.is_started:
                self._tell_end(speech.turn_id, playback)
            if playing.done():
                await chunks.aclose()
        return playback

    def _tell_end(self, turn_id: str, playback: Playback) -> None:
        at = self._clock.seconds()
        self._bus.publish(SpeakingEnded(turn_id, at, playback.text_heard, playback.was_interrupted))

    def _report(self, error: JarvisError) -> None:
        self._bus.publish(ProblemReported(self._clock.seconds(), error.code, error.message))


async def _read(replies: AsyncIterator[str], sentences: asyncio.Queue[str | None]) -> None:
    try:
        async for reply in replies:
            sentences.put_nowait(reply)
    finally:
        sentences.put_nowait(None)


async def _last_words(playing: asyncio.Task[Playback]) -> Playback:
    """What was heard, from a loudspeaker that was told to stop."""
    done, _ = await asyncio.wait({playing}, timeout=STOP_SECONDS)
    if not done:
        playing.cancel()
        return _CUT_OFF
    failed = playing.cancelled() or playing.exception()
    return _CUT_OFF if failed else playing.result()


async def _end(task: asyncio.Task[None]) -> None:
    """End a task that is not needed any more; its error, if any, was dealt with or is moot."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
