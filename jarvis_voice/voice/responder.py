"""Turns an utterance into a spoken answer: transcribe, judge, ask, say. Each step can be cancelled.

Invariant: each way ends with exactly one result, which tells how it went, unless it was cancelled.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass, replace
from time import perf_counter

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import SpeechTranscribed, UtteranceRejected
from jarvis_voice.core.ports import Clock, Conversation, SpeechToText
from jarvis_voice.core.types import Origin, Reply, Source, Transcript, Utterance
from jarvis_voice.language.en.open_questions import ends_in_question
from jarvis_voice.voice.endpointing.utterance_capture import UtteranceCapture
from jarvis_voice.voice.output.sentence_queue import SentenceQueue
from jarvis_voice.voice.output.speech_output import SpeechOutput
from jarvis_voice.voice.speech_input import WordsJudge
from jarvis_voice.voice.transcription.best_hypothesis import NBest, choose_words
from jarvis_voice.voice.transcription.eager_stt import EagerTranscript
from jarvis_voice.voice.transcription.second_pass import SecondHearing, is_doubtful
from jarvis_voice.voice.turn_taking import Signal
from jarvis_voice.voice.turn_tasks import TaskResult

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SessionThread:
    """The conversation of one voice session.

    Attributes:
        brain: Answers.
        thread_id: The thread; None is the default thread.
        origin: Who asks, and where.
    """

    brain: Conversation
    thread_id: str | None
    origin: Origin

    def ask(self, text: str, source: Source) -> AsyncGenerator[Reply]:
        """Run one turn; see `Conversation.ask`."""
        return self.brain.ask(text, source=source, thread_id=self.thread_id, origin=self.origin)


@dataclass(frozen=True, slots=True)
class Responder:
    """Transcribes and judges an utterance, asks the assistant, and speaks the answer.

    Attributes:
        conversation: Who answers.
        word: The wake word, which is cut from commands.
        second: Hears doubtful words once more; None is nobody.
    """

    stt: SpeechToText
    judge: WordsJudge
    conversation: SessionThread
    mouth: SpeechOutput
    bus: Bus
    clock: Clock
    word: str
    second: SecondHearing | None = None

    async def understand(
        self, heard: UtteranceCapture, utterance: Utterance, guess: EagerTranscript | None = None
    ) -> TaskResult:
        """What the user wants, told to the bus.

        Args:
            heard: What was listened to.
            utterance: All its sound.
            guess: Its words, where they were being made out before its end was decided.

        Raises:
            ModelError: Speech to text failed.
        """
        was_ready, took_seconds = guess is not None and guess.is_ready, 0.0
        verdict = heard.judge_sound(utterance)
        if verdict is None:
            transcript, took_seconds = await self._make_out(utterance, guess)
            verdict = heard.judge(utterance, transcript, self.word)
            if verdict.signal is Signal.UNDERSTOOD:
                verdict = replace(
                    verdict, command=await self._choose(heard, utterance, transcript, guess)
                )
        at = self.clock.seconds()
        if verdict.signal is Signal.UNDERSTOOD:
            self.bus.publish(SpeechTranscribed(at, verdict.command, took_seconds, was_ready))
        elif verdict.signal is not Signal.CALLED_ONLY:
            self.bus.publish(UtteranceRejected(at, verdict.reason))
        return TaskResult(verdict.signal, verdict.command)

    async def _choose(
        self,
        heard: UtteranceCapture,
        utterance: Utterance,
        transcript: Transcript,
        guess: EagerTranscript | None,
    ) -> str:
        """The hearing that is meant: the one whose end was judged, where that was done."""
        texts = heard.commands(transcript, self.word)
        if guess and guess.chosen and guess.chosen.stands_for(texts):
            better = await guess.again if guess.again else None
            return (better or guess.chosen).text
        hearings = NBest(utterance, transcript, texts, heard.is_addressed)
        chosen = await choose_words(self.judge, self.stt, hearings)
        if self.second and is_doubtful(hearings, chosen):
            chosen = await self.second.words(heard, hearings, chosen) or chosen
        return chosen.text

    async def _make_out(
        self, utterance: Utterance, guess: EagerTranscript | None
    ) -> tuple[Transcript, float]:
        """The words, and the seconds that speech to text worked."""
        if guess:
            return await guess.transcription
        started_at = perf_counter()  # a recording's clock stands still meanwhile
        transcript = await self.stt.transcribe(utterance)
        return transcript, perf_counter() - started_at

    async def converse(
        self,
        text: str,
        source: Source,
        on_started: Callable[[], None],
        *,
        is_addressed: bool,
        is_last: bool,
    ) -> TaskResult:
        """Run one turn, say its answer and tell how it ended.

        Where nobody had called, the answer is held back until its outcome is known: a turn that did
        nothing and asks nothing was most likely not meant for us, and is passed over in silence.

        Args:
            text: The command.
            source: The door it came through.
            on_started: Called when the answer can be heard.
            is_addressed: Whether somebody called for this turn, by wake word or key.
            is_last: Whether the next turn needs a call.

        Raises:
            JarvisError: The turn failed.
        """
        replies = self.conversation.ask(text, source)
        async with _closing(replies):
            answer = SentenceQueue(replies)
            await answer.read()
            if not is_addressed:
                await answer.read_all()
            if not is_addressed and _is_nothing(answer):
                return TaskResult(Signal.NOT_ADDRESSED_AGAIN if is_last else Signal.NOT_ADDRESSED)
            playback = await self.mouth.say_answer(answer, on_started)
        if answer.outcome == "done" or _is_question(playback.text_heard):
            return TaskResult(Signal.LAST_TURN_ENDED if is_last else Signal.TURN_ENDED)
        return TaskResult(Signal.TURN_NOT_DONE)

    async def apologise(self, words: str, on_started: Callable[[], None]) -> TaskResult:
        """Say what went wrong, outside of any turn."""
        try:
            await self.mouth.say_answer(SentenceQueue.of_text(words), on_started)
        except Exception:  # to apologise for a failed apology would never end
            log.exception("the apology failed")
        return TaskResult(Signal.APOLOGISED)


@contextlib.asynccontextmanager
async def _closing(replies: AsyncIterator[Reply]) -> AsyncGenerator[None]:
    """Cancel the turn when its answer is not wanted to its end."""
    try:
        yield
    finally:
        if isinstance(replies, AsyncGenerator):
            await replies.aclose()


def _is_nothing(answer: SentenceQueue) -> bool:
    """Whether of an answer that was read to its end nothing was done and nothing is asked."""
    return answer.outcome == "not_done" and not _is_question(answer.newest)


def _is_question(text: str) -> bool:
    return ends_in_question(text)
