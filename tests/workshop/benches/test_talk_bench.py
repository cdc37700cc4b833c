"""Contract: the bench of talk, once, with real clients against scripted servers and no weights."""

from collections.abc import AsyncIterator

import numpy as np
import pytest

from jarvis_voice.assistant.reply_stream import WORKING
from jarvis_voice.core.types import Reply, SpeechChunk
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.workshop.benches.hostile_bench import SilentVoice
from jarvis_voice.workshop.benches.talk_bench import TalkFigures, bench_talk
from jarvis_voice.workshop.benches.talk_parts import NotedQueue, NotedVoice, StoryOpenAi
from jarvis_voice.workshop.worlds.loopback import LoopbackRequest
from jarvis_voice.workshop.worlds.model_script import ModelScript

pytestmark = pytest.mark.contract


async def test_a_turn_at_one_speed_and_with_gemini_is_timed() -> None:
    said: list[tuple[float, float, str]] = []
    figures = TalkFigures(has_voice=False)
    await bench_talk(1, None, figures, lambda *told: said.append(told), speeds=(150.0,))
    assert [what for _, _, what in said] == [
        "the program starts",
        "150 tokens a second",
        "our own work",
        "Gemini, 30 tokens a second",
        "",
    ]
    assert said[-1][:2] == (3, 3)
    for [turn] in figures.turns.values():
        assert 0 < turn.queued_seconds <= turn.voiced_seconds < turn.whole_seconds
    assert list(figures.turns) == ["150 tokens a second", "Gemini, 30 tokens a second"]
    assert figures.stock == {}
    assert figures.work_ms[0] > 0


async def test_one_moment_is_not_the_answers_first_sound() -> None:
    voice = NotedVoice(SilentVoice())
    async for _ in voice.synthesize(speakable(WORKING)):
        assert voice.first_at is None
    async for chunk in voice.synthesize("Once."):
        assert chunk == SpeechChunk(chunk.pcm, chunk.rate_hz, "Once.")
        assert np.size(chunk.pcm)
    assert voice.first_at is not None


async def test_one_moment_is_not_the_answers_first_sentence() -> None:
    async def replies() -> AsyncIterator[Reply]:
        yield Reply("t", WORKING, is_final=False)
        yield Reply("t", "Once.", is_final=True)

    queue = NotedQueue(replies())
    assert await queue.read()
    assert queue.first_at is None
    assert await queue.read()
    assert queue.first_at is not None


@pytest.mark.parametrize(("is_stream", "seconds"), [(True, 0.5), (False, 0.75)])
def test_an_answer_that_is_asked_for_whole_takes_as_long_as_its_stream(
    is_stream: bool, seconds: float
) -> None:
    server = StoryOpenAi(api_key="", model="")
    server.story = ModelScript(("a", "b", "c")).at_speed(8, 0.5)
    script = server.next_answer(LoopbackRequest("POST", "/", {}, {"stream": is_stream}))
    assert script.first_seconds == seconds
