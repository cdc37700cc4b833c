"""Flow: the official `openai` client's speech, at a real port."""

import asyncio
import io
from typing import Any

import httpx
import numpy as np
import openai
import pytest
from doors.http.scripted_speech import WORD_SECONDS, ScriptedSpeech
from doors.http.sent_sounds import SHORT, served
from doors.http.served_http import Port, http_port
from doors.http.test_chat_routes import official

from jarvis_voice.audio.sent_sound import decode_sound
from jarvis_voice.core.callers import Rank
from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow

TEXT = "Hello there. This is a test."
SECONDS = 6 * WORD_SECONDS


@pytest.mark.parametrize("form", ["mp3", "opus", "aac", "flac", "wav"])
async def test_speech_comes_in_every_form(paths: Paths, form: str) -> None:
    speech = ScriptedSpeech()
    async with http_port(paths, pool=speech) as port:
        await port.let_in()
        async with official(port) as client:
            answer = await client.audio.speech.create(
                input=TEXT, voice="alloy", model="tts-1", response_format=form, instructions="sing"
            )
    assert len(decode_sound(answer.content, 100)) / 16_000 == pytest.approx(SECONDS, abs=0.1)
    assert speech.said == [("Hello there.", 1.0), ("This is a test.", 1.0)]
    assert {one.rank for one in speech.callers} == {Rank.ASKED}


async def test_raw_speech_is_24_khz_and_the_speed_is_the_clients(paths: Paths) -> None:
    speech = ScriptedSpeech()
    async with http_port(paths, pool=speech) as port:
        await port.let_in()
        async with official(port) as client:
            async with client.audio.speech.with_streaming_response.create(
                input=TEXT, voice="nova", model="tts-1", response_format="pcm", speed=1.5
            ) as answer:
                kind = answer.headers["content-type"]
                parts = [part async for part in answer.iter_bytes(4_800)]
            await client.audio.speech.create(input="Slow.", voice="a", model="m", speed=0.25)
    pcm = np.frombuffer(b"".join(parts), "<i2")
    assert kind == "audio/pcm"
    assert len(pcm) == pytest.approx(SECONDS * 24_000, abs=50)
    assert speech.said[0] == ("Hello there.", 1.5)
    assert speech.said[-1] == ("Slow.", 0.5), "no slower than a voice is understood"


async def test_speech_is_sent_while_it_is_made(paths: Paths) -> None:
    speech = ScriptedSpeech()
    body = {"input": "One. Two.", "response_format": "pcm"}
    speech.holds_at = "Two."
    async with (
        served(paths, speech) as client,
        client.stream("POST", "/v1/audio/speech", json=body) as answer,
    ):
        parts = answer.aiter_bytes()
        first = await anext(parts)
        speech.goes_on.set()
        rest = [part async for part in parts]
    assert first
    assert rest


async def test_who_leaves_ends_the_speech_and_gives_the_place_back(paths: Paths) -> None:
    speech = ScriptedSpeech()
    async with served(paths, speech) as client:
        body = {"input": "word " * 800, "response_format": "pcm"}
        for _ in range(6):
            async with client.stream("POST", "/v1/audio/speech", json=body) as answer:
                assert answer.status_code == 200
                await anext(answer.aiter_bytes())
        await speech.until(lambda: speech.open["voice"] == 1)


async def test_a_voice_that_fails_at_once_is_told_and_later_the_sound_breaks_off(
    paths: Paths,
) -> None:
    speech = ScriptedSpeech()
    speech.breaks_at = "bad."
    async with served(paths, speech) as client:
        body = {"input": "bad.", "response_format": "pcm"}
        first = await client.post("/v1/audio/speech", json=body)
        with pytest.raises(httpx.RemoteProtocolError):
            await client.post("/v1/audio/speech", json=body | {"input": "One two. Not bad."})
    assert (first.status_code, first.json()["error"]["code"]) == (503, "model_failed")
    assert speech.open["voice"] == 0


async def test_speech_as_events(paths: Paths) -> None:
    async with served(paths, ScriptedSpeech()) as client:
        body = {"input": TEXT, "response_format": "pcm", "stream_format": "sse"}
        answer = await client.post("/v1/audio/speech", json=body)
    assert answer.text.count("speech.audio.delta") >= 2
    assert answer.text.count("speech.audio.done") == 1


@pytest.mark.parametrize(
    "body", [{"input": "x" * 4_097}, {"input": ""}, {"input": "x", "response_format": "midi"}]
)
async def test_what_cannot_be_spoken_is_a_400(paths: Paths, body: dict[str, str]) -> None:
    async with served(paths) as client:
        answer = await client.post("/v1/audio/speech", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")


async def test_voices_and_models_are_told_to_everybody_and_nothing_else(paths: Paths) -> None:
    async with http_port(paths) as port, port.client() as client:
        voices = await client.get("/v1/audio/voices")
        models = await client.get("/v1/audio/models")
        body = await client.request("GET", "/v1/audio/voices", content=b"x")
        speech = await client.post("/v1/audio/speech", json={"input": "Hello."})
    assert voices.json() == {"voices": [{"id": "jarvis", "name": "Jarvis"}]}
    assert models.json() == {"models": [{"id": "jarvis"}]}
    assert (body.status_code, speech.status_code) == (413, 401)


async def test_the_client_without_a_loop_works_too(paths: Paths) -> None:
    async with http_port(paths, pool=ScriptedSpeech("Hello.")) as port:
        token = await port.let_in()
        heard, spoken, streamed = await asyncio.to_thread(without_a_loop, port, token)
    assert heard == "Hello."
    assert spoken[:4] == streamed[:4] == b"RIFF"


def without_a_loop(port: Port, token: str) -> tuple[str, bytes, bytes]:
    with openai.OpenAI(base_url=f"{port.url}/v1", api_key=token) as client:
        heard = client.audio.transcriptions.create(file=io.BytesIO(SHORT), model="whisper-1")
        said: Any = {"input": "Hi.", "voice": "alloy", "model": "m", "response_format": "wav"}
        spoken = client.audio.speech.create(**said)
        with client.audio.speech.with_streaming_response.create(**said) as answer:
            streamed = b"".join(answer.iter_bytes())
    return heard.text, spoken.content, streamed
