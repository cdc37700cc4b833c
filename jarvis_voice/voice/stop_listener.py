"""Hears "stop" while Jarvis thinks, or while it speaks and its echo is cancelled.

Invariant: only a whole short utterance that asks to stop does anything, and once; all else that is
said meanwhile is forgotten. What it heard is told to nobody but that it was a "stop".
"""

from __future__ import annotations

import asyncio
import logging

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.ports import SpeechToText
from jarvis_voice.core.types import RATE_HZ, AudioFrame, Utterance
from jarvis_voice.language.en.stop_words import is_stop
from jarvis_voice.voice.endpointing.short_utterance import ShortUtterance
from jarvis_voice.voice.sound_check import UtteranceSound, measure_level_dbfs, why_rejected

log = logging.getLogger(__name__)

DOUBTS = (None, "no-speech")
"""Speech to text may doubt that there was speech: VAD heard it, and the word is one of a few. Of
251 short clips of real speech without a stop word, none was taken for one by this."""


class StopListener:
    """Listens for a "stop" and for nothing else.

    Args:
        stt: Makes out the words, and none where they are our own
            (`voice.output.self_speech_filter`).
        news: Set when the user asked to stop.
    """

    def __init__(self, stt: SpeechToText, news: asyncio.Event) -> None:
        self._stt = stt
        self._news = news
        self._is_asked = False
        self._speech = ShortUtterance()
        self._working: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()  # with those cancelled, until they are over

    @property
    def tasks(self) -> frozenset[asyncio.Task[None]]:
        """What is under way."""
        return frozenset(self._tasks)

    def clear(self) -> None:
        """Begin anew: what was heard so far does nothing any more."""
        self._speech.clear()
        if self._working:
            self._working.cancel()
        self._working = None
        self._is_asked = False

    def take_stop(self) -> bool:
        """Whether the user has asked to stop; true once."""
        is_asked, self._is_asked = self._is_asked, False
        return is_asked

    def take(self, frame: AudioFrame, *, is_speech: bool, silent_tail_seconds: float = 0.0) -> None:
        """Hear one more frame that VAD has judged."""
        pcm = self._speech.add(frame, is_speech=is_speech, silent_tail_seconds=silent_tail_seconds)
        if pcm is None:
            return
        if self._working and not self._working.done():
            self._working.cancel()  # the newest word counts; a call that waits its turn is dropped
        utterance = Utterance(pcm, None, "silence")
        self._working = asyncio.create_task(self._make_out(utterance), name="stop word")
        self._tasks.add(self._working)
        self._working.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Wait for what is being made out; holds a recording meanwhile."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _make_out(self, utterance: Utterance) -> None:
        try:
            transcript = await self._stt.transcribe(utterance)
        except JarvisError as error:
            log.warning("a word that may have been a stop was not made out: %s", error.code)
            return
        sound = UtteranceSound(measure_level_dbfs(utterance.pcm), len(utterance.pcm) / RATE_HZ)
        if why_rejected(sound, transcript) not in DOUBTS or not is_stop(transcript.text):
            return
        if self._working is asyncio.current_task():
            self._is_asked = True
            self._news.set()
