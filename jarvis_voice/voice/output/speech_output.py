"""Speech output: turns sentences into sound, one reply at a time.

Invariant: only what the loudspeaker played counts as said. After `stop` no sample of an earlier
reply comes out. Without voice or loudspeaker the turn still runs to its end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import (
    ProblemReported,
    SpeakingEnded,
    SpeechSynthesised,
)
from jarvis_voice.core.ports import Clock, Earcon, Playback, Speaker, TextToSpeech
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.voice.output.self_speech_mask import SelfSpeechMask, SpeechScorer
from jarvis_voice.voice.output.sentence_queue import SentenceQueue
from jarvis_voice.voice.output.spoken_reply import SpokenReply
from jarvis_voice.voice.output.word_times import WordTimes

log = logging.getLogger(__name__)

LONG_CHARACTERS = 400
"""A longer sentence is put into words beside the loop: one full of numbers takes 30 ms."""

STOP_SECONDS = 1.0
"""How long a loudspeaker that was told to stop may take to say what was heard."""

_SILENT = Playback("", was_interrupted=False)
_CUT_OFF = Playback("", was_interrupted=True)


def _nothing() -> None:
    """Nobody wants to know that it started."""


class SpeechOutput:
    """Speaks replies through one loudspeaker.

    Args:
        tts: The voice; None leaves every reply unspoken.
        speaker: The loudspeaker.
        bus: Where events go.
        clock: Event times.
        own_speech: Finds in what is said what would wake us; None goes by the words.
        interrupted: Told the turn and the words that were heard of a reply that was not heard to
            its end; words as they were made speakable.
    """

    def __init__(
        self,
        tts: TextToSpeech | None,
        speaker: Speaker,
        bus: Bus,
        clock: Clock,
        own_speech: SpeechScorer | None = None,
        interrupted: Callable[[str, str], None] | None = None,
    ) -> None:
        self._interrupted = interrupted
        self._own_speech = own_speech
        self._airtime = WordTimes()
        self._tts = tts
        self._speaker = speaker
        self._bus = bus
        self._clock = clock
        self._floor = asyncio.Lock()  # who holds it makes the sound; given in order of asking
        self._speech: SpokenReply | None = None
        self._stops = 0

    @property
    def device(self) -> str:
        """The loudspeaker's name; empty where nothing is spoken."""
        return self._speaker.name if self._tts else ""

    @property
    def is_speaking(self) -> bool:
        """Whether a reply is being played, whoever asked for it."""
        return self._speech is not None and self._speech.is_sounding

    @property
    def is_busy(self) -> bool:
        """Whether a sound is under way, also where none is heard of it just now."""
        return self._floor.locked()

    def masks_wake_word(self, *words: str) -> bool:
        """Whether a wake word that is heard now may be our own voice.

        Where our speech was scored, only what scored masks: the rest of the sentence around our
        name can be interrupted. It goes on for as long as the sound may be on its way, also when
        the reply is over.

        Args:
            words: The wake words as they are spoken, for speech that could not be scored.
        """
        return self._airtime.masks(words, self._clock.seconds())

    async def say(
        self,
        turn_id: str,
        replies: AsyncIterator[str],
        on_started: Callable[[], None] = _nothing,
    ) -> Playback:
        """Say sentences when what was asked for before is over; see `say_answer`.

        Args:
            turn_id: The turn they belong to; empty when there is none.
            replies: Sentences as they are worded.
            on_started: Called once, when the first sample was handed to the device.

        Returns:
            What was heard.

        Raises:
            JarvisError: What `replies` raised, after what came before was said.
        """
        return await self.say_answer(SentenceQueue.of_texts(turn_id, replies), on_started)

    async def say_answer(
        self, sentences: SentenceQueue, on_started: Callable[[], None] = _nothing
    ) -> Playback:
        """Say an answer, sentence by sentence, when those asked for before are over.

        A voice or loudspeaker that fails is reported, and the sentences are read to their end: the
        turn goes on. After `stop` they are read no further, which cancels the turn.

        Args:
            sentences: Some may have been read already.
            on_started: Called once, when the first sample was handed to the device.

        Returns:
            What was heard.

        Raises:
            JarvisError: What reading raised, after what came before was said.
        """
        stops = self._stops
        async with self._floor:
            if stops != self._stops:
                return _CUT_OFF
            speech = self._speech = SpokenReply(sentences, self._bus, self._clock, on_started)
            reading = asyncio.create_task(sentences.read_out())
            try:
                playback = await self._speak(speech)
                if not speech.is_stopped:
                    await reading
                return playback
            finally:
                self._speech = None
                await _end(reading)

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Play a short sound when what plays now is over; whether it sounded."""
        async with self._floor:
            return await self._speaker.play_earcon(earcon)

    def stop(self) -> None:
        """Be silent at once: what is being said ends, what waits to be said is dropped."""
        self._stops += 1
        if self._speech:
            self._speech.stop()
            self._speech.airtime.cut(self._clock.seconds())
        self._speaker.stop()

    async def _speak(self, speech: SpokenReply) -> Playback:
        if self._tts is None:
            return _SILENT
        making = asyncio.create_task(self._synthesise(self._tts, speech))
        try:
            if await speech.has_words:
                return await self._play(speech)
            return _CUT_OFF if speech.is_stopped else _SILENT
        finally:
            await _end(making)

    async def _synthesise(self, tts: TextToSpeech, speech: SpokenReply) -> None:
        try:
            while (sentence := await speech.sentences.get()) is not None:
                if words := await _worded(sentence):
                    await self._make(tts, words, speech)
        except JarvisError as error:
            self._report(error)
        except Exception as error:
            log.exception("a sentence could not be made into speech")
            message = f"The answer could not be spoken: {type(error).__name__}. See the log."
            self._report(JarvisError("voice-broke", message))
        speech.tell_words(are_there=False)
        await speech.chunks.put(None)

    async def _make(self, tts: TextToSpeech, words: str, speech: SpokenReply) -> None:
        """Make a sentence into speech; the first one's first chunk is told to the bus."""
        is_first = not speech.has_words.done()
        began_at = self._clock.seconds()
        speech.tell_words(are_there=True)  # now the loudspeaker is opened
        async for chunk in tts.synthesize(words):
            if is_first:
                at, is_first = self._clock.seconds(), False
                self._bus.publish(SpeechSynthesised(speech.turn_id, at, at - began_at))
            await speech.chunks.put(chunk)

    async def _play(self, speech: SpokenReply) -> Playback:
        self._airtime = speech.airtime
        if self._own_speech:
            speech.mask = SelfSpeechMask(self._own_speech, speech.airtime, self._bus, self._clock)
        chunks = speech.sound()
        playing = asyncio.create_task(self._speaker.play(chunks, speech.start))
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
            self._tell_cut(speech, playback)
            if playing.done():
                await chunks.aclose()
            if speech.mask:
                await speech.mask.end(was_interrupted=playback.was_interrupted)
        return playback

    def _tell_end(self, turn_id: str, playback: Playback) -> None:
        at = self._clock.seconds()
        self._bus.publish(SpeakingEnded(turn_id, at, playback.text_heard, playback.was_interrupted))

    def _tell_cut(self, speech: SpokenReply, playback: Playback) -> None:
        if self._interrupted is None or speech.sentences.is_shown:
            return
        if speech.is_stopped and speech.turn_id:
            self._interrupted(speech.turn_id, playback.text_heard)

    def _report(self, error: JarvisError) -> None:
        self._bus.publish(ProblemReported(self._clock.seconds(), error.code, error.message))


async def _worded(sentence: str) -> str:
    """What a voice says for a sentence."""
    if len(sentence) <= LONG_CHARACTERS:
        return speakable(sentence)
    return await asyncio.to_thread(speakable, sentence)


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
