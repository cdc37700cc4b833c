"""Transcribes during a pause, before the utterance is over, and judges the words as a command.

Invariant: a guess counts for the pause it was made in and no other: once it is dropped, nothing it
finds is news. It decides nothing and publishes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, TypeVar

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.hypotheses import BestHypothesis, Completeness
from jarvis_voice.core.types import Transcript, Utterance
from jarvis_voice.voice.endpointing.pause_length import PauseWords
from jarvis_voice.voice.endpointing.utterance_capture import UtteranceCapture
from jarvis_voice.voice.speech_input import SpeechInput
from jarvis_voice.voice.transcription.best_hypothesis import NBest, by_sound
from jarvis_voice.voice.transcription.second_hearing import SecondHearing, is_doubtful
from jarvis_voice.voice.turn_taking import Signal

T = TypeVar("T")

log = logging.getLogger(__name__)

SPECULATE_SECONDS = 0.09
"""The pause from which on words are made out: three windows of the VAD, of 32 ms each. Of 86
recorded commands every fourth has one within it, and words are made out for nothing; with two
windows it would be every second."""

ENDS_BY_SOUND = (Completeness.OPEN_ENDED, Completeness.INCOMPLETE, Completeness.UNKNOWN)
"""Words whose end is judged by how it sounds besides."""

LONGEST_SECONDS = 20.0
"""Longer utterances, which only a held key makes, are not transcribed again at every pause."""


@dataclass(slots=True)
class EagerTranscript:
    """The words of an utterance that may be over.

    Attributes:
        utterance: What was said up to the pause.
        transcription: Its words and the seconds that speech to text worked, or how it failed.
        words: What is known of them so far; None when making them out failed.
        chosen: Which of their hearings is meant; None until that is known.
        again: What a better model makes of them, where they are doubtful; gives None where they
            stay.
    """

    utterance: Utterance
    transcription: asyncio.Task[tuple[Transcript, float]]
    words: PauseWords | None = field(default_factory=lambda: PauseWords(None))
    chosen: BestHypothesis | None = None
    again: asyncio.Task[BestHypothesis | None] | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the words are there."""
        return self.transcription.done()


class EagerStt:
    """Transcribes one unfinished utterance at a time.

    Args:
        ears: Speech to text, and who judges its words.
        news: Set when more is known of the words of the guess that counts.
    """

    def __init__(self, ears: SpeechInput, news: asyncio.Event) -> None:
        self._ears = ears
        self._news = news
        self._second = SecondHearing.of(ears)
        self._guess: EagerTranscript | None = None
        self._judging: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._has_begun = False
        self._has_learnt = False

    @property
    def words(self) -> PauseWords | None:
        """What is known of the words of this pause; None when nobody makes them out."""
        return self._guess.words if self._guess else None

    @property
    def tasks(self) -> frozenset[asyncio.Task[Any]]:
        """What is under way, with what was cancelled and is not over."""
        return frozenset(self._tasks)

    def begin(self, heard: UtteranceCapture) -> None:
        """Make out the words up to here, once a pause."""
        if self._has_begun:
            return
        self._has_begun = True
        utterance = heard.utterance("silence")
        if heard.ended_at - heard.opened_at > LONGEST_SECONDS or heard.judge_sound(utterance):
            return
        transcription = asyncio.create_task(self._transcribe(utterance), name="speculation")
        transcription.add_done_callback(_look_at_failure)
        guess = self._guess = EagerTranscript(utterance, transcription)
        self._judging = asyncio.create_task(self._judge(heard, guess), name="judging words")
        self._track(transcription)
        self._track(self._judging)

    def drop(self) -> None:
        """Speech went on, or nobody listens any more: what was guessed is worth nothing."""
        self._has_begun = False
        if self._guess:
            self._guess.transcription.cancel()
            if self._guess.again:
                self._guess.again.cancel()
        self._forget()

    def take_news(self) -> bool:
        """Whether more is known of the words of the guess that counts; true once."""
        has_learnt, self._has_learnt = self._has_learnt, False
        return has_learnt

    def take(self) -> EagerTranscript | None:
        """The guess, for whoever acts on it; it stands for all that was said."""
        guess = self._guess
        self._has_begun = False
        self._forget()
        return guess

    async def settle(self) -> None:
        """Wait until all is known that can be; holds a recording meanwhile."""
        while self._guess and self._judging and not self._judging.done():
            await asyncio.wait({self._judging})

    def _forget(self) -> None:
        self._guess = None
        if self._judging:
            self._judging.cancel()
        self._judging = None
        self._has_learnt = False

    async def _transcribe(self, utterance: Utterance) -> tuple[Transcript, float]:
        started_at = perf_counter()  # a recording's clock stands still meanwhile
        transcript = await self._ears.stt.transcribe(utterance)
        return transcript, perf_counter() - started_at

    async def _judge(self, heard: UtteranceCapture, guess: EagerTranscript) -> None:
        try:
            await self._judge_words(heard, guess)
        except JarvisError:  # told by whoever takes the guess; until then nothing is known
            guess.words = None
        except Exception:
            log.exception("judging words failed")  # as patient as when nobody judges
            guess.words = None
        self._tell()

    def _tell(self) -> None:
        self._has_learnt = True
        self._news.set()

    async def _judge_words(self, heard: UtteranceCapture, guess: EagerTranscript) -> None:
        # a guess that is taken goes on being transcribed when its judging is cancelled
        transcript, _ = await asyncio.shield(guess.transcription)
        word = self._ears.wake.words[0]
        verdict = heard.judge(guess.utterance, transcript, word)
        if verdict.signal is not Signal.UNDERSTOOD:
            guess.words = PauseWords(Completeness.UNKNOWN)
            return
        commands = heard.commands(transcript, word)
        hearings = NBest(guess.utterance, transcript, commands, heard.is_addressed)
        chosen = await self._ears.judge.choose(hearings.commands)
        finished, second = None, self._second
        if chosen.completeness in ENDS_BY_SOUND:
            ending = self._track(asyncio.create_task(self._finished(guess.utterance)))
            ending.add_done_callback(_look_at_failure)
            chosen = await by_sound(self._ears.judge, self._ears.stt, hearings, chosen)
            guess.chosen = chosen  # whatever becomes of the turn model
            if second and is_doubtful(hearings, chosen):
                again = second.words(heard, hearings, chosen)
                guess.again = self._track(asyncio.create_task(again, name="second hearing"))
            finished = await ending
        guess.chosen = chosen
        guess.words = PauseWords(chosen.completeness, finished)
        if guess.again:
            self._tell()  # the pause goes on meanwhile
            # a guess that is taken is heard again when its judging is cancelled
            if better := await asyncio.shield(guess.again):
                guess.chosen = better
                guess.words = PauseWords(better.completeness, finished)

    def _track(self, task: asyncio.Task[T]) -> asyncio.Task[T]:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _finished(self, utterance: Utterance) -> float | None:
        """How likely the turn is over by its sound; None where nobody can tell."""
        model = self._ears.turn_model
        return await model.finished(utterance.pcm) if model else None


def _look_at_failure(task: asyncio.Task[Any]) -> None:
    """Nobody may want a guess; asyncio would complain of an error that nobody looked at."""
    if not task.cancelled():
        task.exception()
