"""Contract: every speech to text, the real one and the scripted one."""

import asyncio

import numpy as np
import pytest
from engines.speech import Say, noise, whisper
from fakes.engines import ScriptedStt

from jarvis_voice.core.ports import SpeechToText
from jarvis_voice.core.types import Transcript, Utterance

pytestmark = pytest.mark.contract

TIME, NOTHING = "What time is it?", Transcript("", 0.95, -1.4)
WORDS = "what time is it"


@pytest.fixture(params=["scripted", pytest.param("real", marks=pytest.mark.models)])
async def case(request: pytest.FixtureRequest) -> tuple[SpeechToText, Utterance]:
    if request.param == "scripted":
        return ScriptedStt([TIME, TIME, NOTHING, NOTHING]), utterance(noise(0.5, -20.0))
    say: Say = request.getfixturevalue("say")
    return whisper(request.getfixturevalue("weights")), utterance(await say(TIME))


def utterance(pcm: np.ndarray[tuple[int, ...], np.dtype[np.int16]]) -> Utterance:
    return Utterance(pcm, None, "silence")


async def test_it_gives_words_and_doubts_in_order_also_when_asked_at_once(
    case: tuple[SpeechToText, Utterance],
) -> None:
    stt, asked = case
    async with stt:
        first, second = await asyncio.gather(stt.transcribe(asked), stt.transcribe(asked))
        hiss = await stt.transcribe(utterance(noise(2.0, -40.0)))
        nothing = await stt.transcribe(utterance(np.zeros(0, np.int16)))
    assert first == second
    assert first.text.lower().rstrip("?.") == WORDS
    assert first.no_speech_probability < 0.5 < hiss.no_speech_probability
    assert hiss.mean_log_probability < first.mean_log_probability <= 0.0
    assert nothing.text == ""
    assert nothing.no_speech_probability > 0.9
