"""End to end: the shipped models hear and speak over HTTP, beside a microphone, loaded once."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from doors.http.sent_sounds import wav, webm
from doors.http.served_http import Port, http_port
from doors.http.test_chat_routes import official
from engines.speech import SEED

from jarvis_voice.app.voice_factory import open_ears, speech_models
from jarvis_voice.audio.recording import RecordingMicrophone
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import Utterance
from jarvis_voice.engines.speech_models import SpeechModels
from jarvis_voice.voice.readiness import phrase_file

pytestmark = [pytest.mark.e2e, pytest.mark.models]

SENTENCES = (
    "The train to the city leaves at noon from the second platform.",
    "My sister bought apples, bread and a bottle of milk.",
    "Please close the window before you leave the house tonight.",
    "He wrote a long letter to his friend about the summer.",
)


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower())


def is_like(heard: str, said: str) -> bool:
    """Whether the same was heard, but for a word: the voice says nothing twice alike."""
    return len(set(words(heard)) ^ set(words(said))) <= 2


@pytest.fixture
def models(paths: Paths) -> SpeechModels:
    onnxruntime.set_seed(SEED)
    return speech_models(load_config(paths), find_paths())


@pytest.fixture
async def port(paths: Paths, models: SpeechModels) -> AsyncIterator[Port]:
    async with http_port(paths, pool=models) as there:
        await there.let_in()
        yield there


async def spoken(port: Port, text: str, form: str = "wav") -> bytes:
    async with official(port) as client:
        answer = await client.audio.speech.create(
            input=text, voice="alloy", model="tts-1", response_format=form
        )
        content: bytes = answer.content
        return content


async def pcm_of(port: Port, text: str) -> np.ndarray:
    return np.frombuffer(await spoken(port, text, "pcm"), "<i2")


async def test_what_is_spoken_in_any_form_is_heard_again_and_noise_is_not(port: Port) -> None:
    noise = np.random.default_rng(3).normal(0, 300, 48_000).astype(np.int16)
    heard = {}
    async with official(port) as client:
        for form in ("mp3", "opus", "aac", "flac", "wav"):
            sound = await spoken(port, SENTENCES[1], form)
            told = await client.audio.transcriptions.create(file=("x", sound), model="whisper-1")
            heard[form] = told.text
        for quiet in (noise, np.zeros(48_000, np.int16)):
            told = await client.audio.transcriptions.create(file=wav(quiet), model="whisper-1")
            assert told.text == ""
    assert [form for form, text in heard.items() if not is_like(text, SENTENCES[1])] == [], heard


async def test_a_long_recording_of_a_browser_is_heard_whole_and_in_time(port: Port) -> None:
    gap = np.zeros(24_000, np.int16)
    parts = [part for one in SENTENCES for part in (await pcm_of(port, one), gap)]
    whole = np.concatenate(parts)
    async with official(port) as client:
        timed = await client.audio.transcriptions.create(
            file=webm(np.repeat(whole, 2)), model="w", response_format="verbose_json"
        )
    said, heard = words(" ".join(SENTENCES)), words(timed.text)
    assert len(heard) == pytest.approx(len(said), abs=5)
    assert len(set(said) - set(heard)) <= 3, set(said) - set(heard)
    assert len(timed.segments) == len(SENTENCES)
    began = np.cumsum([0, *(len(part) / 24_000 for part in parts)])[::2][: len(SENTENCES)]
    for segment, at in zip(timed.segments, began, strict=True):
        assert segment.start == pytest.approx(at, abs=0.4)


async def test_a_spoken_question_gets_an_answer_that_can_be_heard(port: Port) -> None:
    sound = await spoken(port, "Jarvis, say hello to my friend.")
    async with port.client() as client:
        asked = await client.post(
            "/api/v1/turns", files={"sound": sound}, data={"speak": "true"},
            headers={"accept": "application/json"},
        )  # fmt: skip
        answer = asked.json()
        heard = await client.get(f"/api/v1/turns/{answer['turn_id']}/speech")
    assert is_like(answer["heard"], "say hello to my friend"), answer
    async with official(port) as client:
        again = await client.audio.transcriptions.create(file=heard.content, model="w")
    assert is_like(again.text, answer["reply"]), (again.text, answer)


async def test_a_microphone_beside_it_loads_nothing_twice(
    port: Port, models: SpeechModels, paths: Paths, tmp_path: Path
) -> None:
    sound = await spoken(port, SENTENCES[0])
    microphone = RecordingMicrophone(phrase_file(), clock=FrameClock(), realtime=False, gate=None)
    opening = open_ears(load_config(paths), find_paths(), microphone, models=models)
    async with opening as ears, official(port) as client:
        frames = [frame.pcm async for frame in ears.microphone.frames()]
        call = Utterance(np.concatenate(frames), None, "silence")
        live, sent = await asyncio.gather(
            ears.stt.transcribe(call),
            client.audio.transcriptions.create(file=sound, model="w"),
        )
    assert "what time is it" in live.text.lower()
    assert is_like(sent.text, SENTENCES[0]), sent.text
    assert (models.hearing.loads, models.speech.loads) == (1, 1)
    assert models.hearing.is_loaded, "the port goes on hearing"
