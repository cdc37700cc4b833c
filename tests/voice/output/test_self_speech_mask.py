"""Chunks that are handed to the loudspeaker in; when a wake word may be our own out."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import JarvisError, ModelError
from jarvis_voice.core.events import Event, ProblemReported
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.voice.output.self_speech_mask import LATEST_SECONDS, TAIL_SECONDS, SelfSpeechMask
from jarvis_voice.voice.output.word_times import Stretch, WordTimes

pytestmark = pytest.mark.flow

NAMES = ("jarvis",)


def chunk(text: str, seconds: float = 1.0) -> SpeechChunk:
    return SpeechChunk(np.ones(round(16_000 * seconds), np.int16), 16_000, text)


class ScriptedScorer:
    """Hears a wake word in the middle of each chunk that holds the name, and in the tail."""

    def __init__(self, error: JarvisError | None = None) -> None:
        self.asked: list[tuple[str, bool]] = []
        self.error = error
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def stretches(self, chunk: SpeechChunk, *, begins: bool) -> tuple[Stretch, ...]:
        await self.may_go_on.wait()
        self.asked.append((chunk.text or f"{len(chunk.pcm) / chunk.rate_hz} s", begins))
        if self.error:
            raise self.error
        return ((0.4, 0.5),) if "Jarvis" in chunk.text or not chunk.text else ()


class Reply:
    def __init__(self, scorer: ScriptedScorer) -> None:
        self.problems: list[str] = []
        self.airtime = WordTimes()
        bus = Bus()
        bus.listen(self._note)
        self.voice = SelfSpeechMask(scorer, self.airtime, bus, FrameClock())

    def _note(self, event: Event) -> None:
        assert isinstance(event, ProblemReported)
        self.problems.append(event.code)

    def hand_out(self, *texts: str) -> None:
        for text in texts:
            piece = chunk(text)
            self.voice.take(self.airtime.add(text, 1.0, at=0.0), piece)
        self.airtime.start(0.0)

    def masked(self, until: int = 5) -> list[int]:
        """The seconds in whose middle a wake word may be ours."""
        return [s for s in range(until) if self.airtime.masks(NAMES, s + 0.45)]


async def test_chunks_are_scored_once_in_order_and_silence_behind_them() -> None:
    scorer = ScriptedScorer()
    reply = Reply(scorer)
    reply.hand_out("My name", "is Jarvis.", "What else?")
    await reply.voice.end(was_interrupted=False)
    assert scorer.asked == [
        ("My name", True),
        ("is Jarvis.", False),
        ("What else?", False),
        (f"{TAIL_SECONDS} s", False),
    ]
    assert reply.masked() == [1, 3]


async def test_until_it_is_scored_the_words_decide() -> None:
    scorer = ScriptedScorer()
    scorer.may_go_on.clear()
    reply = Reply(scorer)
    reply.hand_out("I am Jarvis.", "Hello.")
    assert reply.masked() == [0, 1], "the whole chunk, and what is on its way"
    scorer.may_go_on.set()
    await reply.voice.end(was_interrupted=False)
    assert 0 in reply.masked()


async def test_a_model_that_fails_is_told_and_the_words_decide() -> None:
    reply = Reply(ScriptedScorer(ModelError("model-failed", "It failed.")))
    reply.hand_out("I am Jarvis.", "Hello.")
    await reply.voice.end(was_interrupted=True)
    assert reply.masked()[0] == 0
    assert set(reply.problems) <= {"model-failed"}


async def test_an_interrupted_reply_waits_for_no_score() -> None:
    scorer = ScriptedScorer()
    scorer.may_go_on.clear()
    reply = Reply(scorer)
    reply.hand_out("I am Jarvis.")
    await reply.voice.end(was_interrupted=True)
    assert scorer.asked == []


async def test_a_score_that_never_comes_holds_up_the_end_but_shortly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert LATEST_SECONDS <= 1.0
    monkeypatch.setattr("jarvis_voice.voice.output.self_speech_mask.LATEST_SECONDS", 0.0)
    scorer = ScriptedScorer()
    scorer.may_go_on.clear()
    reply = Reply(scorer)
    reply.hand_out("I am Jarvis.")
    await reply.voice.end(was_interrupted=False)
    assert scorer.asked == []


async def test_a_reply_without_speech_has_nothing_to_score() -> None:
    scorer = ScriptedScorer()
    await Reply(scorer).voice.end(was_interrupted=False)
    assert scorer.asked == []
