"""Prevents Jarvis from answering itself: notes its spoken words, and drops them when heard.

Invariant: stands around the loudspeaker and around speech to text, so whoever listens, in whatever
state, is served alike; whoever called by wake word or holds the key is never doubted.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Self

from jarvis_voice.core.ports import Clock, Earcon, Playback, Speaker, SpeechToText
from jarvis_voice.core.types import FRAME_SAMPLES, RATE_HZ, SpeechChunk, Transcript, Utterance
from jarvis_voice.language.en.self_speech_words import SelfSpeechWords

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

log = logging.getLogger(__name__)

QUIET_DB = 25.0
"""How far below its loudest frame the silence behind an utterance is."""

NOTHING = Transcript("", no_speech_probability=1.0, mean_log_probability=-10.0)
"""What an echo is transcribed to: no command is found in it."""


class SelfSpeechRecorder:
    """A loudspeaker that notes words while they sound; implements `ports.Speaker`.

    Args:
        speaker: Opened and closed with this one.
        words: Where they are noted.
        clock: When.
    """

    def __init__(self, speaker: Speaker, words: SelfSpeechWords, clock: Clock) -> None:
        self._speaker = speaker
        self._words = words
        self._clock = clock

    @property
    def name(self) -> str:
        """The loudspeaker's name."""
        return self._speaker.name

    async def __aenter__(self) -> Self:
        """Open the loudspeaker.

        Raises:
            AudioError: It cannot be opened.
        """
        await self._speaker.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._speaker.__aexit__(*exc)

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        """Play, and note every chunk at the time at which it sounds.

        Raises:
            AudioError: No device would play.
        """
        noted = _Noted(self._words, self._clock)

        def started() -> None:
            noted.start()
            on_started()

        try:
            return await self._speaker.play(noted.follow(chunks), started)
        finally:
            self._words.cut(self._clock.seconds())

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Play a short sound; whether it sounded."""
        return await self._speaker.play_earcon(earcon)

    def stop(self) -> None:
        """Stop what plays now."""
        self._speaker.stop()


class _Noted:
    """The words of one reply: those handed over before it sounds wait until it does."""

    def __init__(self, words: SelfSpeechWords, clock: Clock) -> None:
        self._words = words
        self._clock = clock
        self._waiting: list[tuple[str, float]] = []
        self._ends: float | None = None

    async def follow(self, chunks: AsyncIterator[SpeechChunk]) -> AsyncIterator[SpeechChunk]:
        async for chunk in chunks:
            self._waiting.append((chunk.text, len(chunk.pcm) / chunk.rate_hz))
            if self._ends is not None:
                self._note(self._ends)
            yield chunk

    def start(self) -> None:
        self._note(self._clock.seconds())

    def _note(self, begins: float) -> None:
        for text, seconds in self._waiting:
            self._words.note(text, begins, begins + seconds)
            begins += seconds
        self._ends = begins
        self._waiting.clear()


class SelfSpeechFilter:
    """Speech to text that ignores our own words; implements `ports.SpeechToText`.

    Args:
        stt: Opened and closed with this one.
        words: What we said.
        clock: The one they were noted on.

    Attributes:
        echoes: How often our own words were heard and passed over.
    """

    def __init__(self, stt: SpeechToText, words: SelfSpeechWords, clock: Clock) -> None:
        self._stt = stt
        self._words = words
        self._clock = clock
        self.echoes = 0

    async def __aenter__(self) -> Self:
        """Load the model.

        Raises:
            ModelError: A file is missing or damaged.
        """
        await self._stt.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._stt.__aexit__(*exc)

    async def transcribe(self, utterance: Utterance) -> Transcript:
        """The words of one utterance; none where they are our own.

        Raises:
            ModelError: The model failed.
        """
        ended_at = self._clock.seconds()
        transcript = await self._stt.transcribe(utterance)
        if utterance.wake_word or utterance.ended_by == "key_up":
            return transcript
        begins = ended_at - len(utterance.pcm) / RATE_HZ
        ends = ended_at - _quiet_tail_seconds(utterance.pcm)
        if not self._words.are_echoed(transcript.text, begins, ends):
            return transcript
        self.echoes += 1
        log.info("our own words were heard and passed over")
        return NOTHING

    async def likeness(self, utterance: Utterance, word: str) -> float:
        """How likely a word is all that was said.

        Raises:
            ModelError: The model failed.
        """
        return await self._stt.likeness(utterance, word)

    async def fits(self, utterance: Utterance, texts: Sequence[str]) -> tuple[float, ...]:
        """How well some texts fit the sound; whoever asks has words that are no echo.

        Raises:
            ModelError: The model failed.
        """
        return await self._stt.fits(utterance, texts)


def _quiet_tail_seconds(pcm: NDArray[np.int16]) -> float:
    """How much silence is behind the sound."""
    import numpy as np

    whole = len(pcm) // FRAME_SAMPLES
    frames = pcm[len(pcm) - whole * FRAME_SAMPLES :].reshape(whole, FRAME_SAMPLES)
    energy = np.square(frames, dtype=np.float64).mean(axis=1)
    loud = np.flatnonzero(energy > energy.max(initial=0.0) * 10 ** (-QUIET_DB / 10))
    return (whole - 1 - int(loud[-1])) * FRAME_SAMPLES / RATE_HZ if len(loud) else 0.0
