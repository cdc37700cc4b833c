"""Flow: the official `openai` client's transcriptions and speech, at a real port."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import av
import httpx
import numpy as np
import openai
import pytest
import soundfile
from doors.http.scripted_speech import LOUD, WORD_SECONDS, ScriptedSpeech
from doors.http.served_http import Port, http_port
from doors.http.test_chat_routes import official
from numpy.typing import NDArray

from jarvis_voice.audio.sent_sound import decode_sound
from jarvis_voice.core.callers import Rank
from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow


def tone(seconds: float, rate_hz: int = 16_000, value: int = 10 * LOUD) -> NDArray[np.int16]:
    """A loud sound."""
    times = np.arange(round(seconds * rate_hz)) / rate_hz
    loud: NDArray[np.int16] = (np.sin(2 * np.pi * 300 * times) * value).astype(np.int16)
    return loud


def silence(seconds: float) -> NDArray[np.int16]:
    return np.zeros(round(seconds * 16_000), np.int16)


def wav(*parts: NDArray[np.int16], rate_hz: int = 16_000, form: str = "WAV") -> bytes:
    box = io.BytesIO()
    soundfile.write(box, np.concatenate(parts), rate_hz, format=form)
    return box.getvalue()


def webm(pcm: NDArray[np.int16], form: str = "webm", codec: str = "libopus") -> bytes:
    """As a browser records: 48 kHz, two channels."""
    box = io.BytesIO()
    with av.open(box, "w", format=form) as container:
        stream: Any = container.add_stream(codec, rate=48_000)
        stream.layout = "stereo"
        both = np.repeat(pcm, 2)[np.newaxis]
        frame = av.AudioFrame.from_ndarray(both, format="s16", layout="stereo")
        frame.sample_rate = 48_000
        for part in (frame, None):
            container.mux(stream.encode(part))
    return box.getvalue()


@asynccontextmanager
async def served(
    paths: Paths, pool: ScriptedSpeech | None = None, **changes: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """A client at a port that asks for no token."""
    port_there = http_port(paths, pool=pool, open_on_loopback=True, **changes)
    async with port_there as port, port.client() as client:
        yield client


SHORT = wav(silence(0.3), tone(1.0), silence(0.3))
LONG = wav(tone(4.0), silence(2.0), tone(5.0), silence(2.0), tone(6.0))


async def test_the_official_client_gets_every_form(paths: Paths) -> None:
    speech = ScriptedSpeech("Hello there.")
    async with http_port(paths, pool=speech) as port:
        await port.let_in()
        async with official(port) as client:

            async def ask(form: str) -> Any:
                return await client.audio.transcriptions.create(
                    file=("a.wav", SHORT), model="whisper-1", response_format=form,
                    language="en", temperature=0, prompt="names",
                )  # fmt: skip

            plain, text, srt, vtt = [await ask(one) for one in ("json", "text", "srt", "vtt")]
            verbose = await client.audio.transcriptions.create(
                file=SHORT, model="any", response_format="verbose_json",
                timestamp_granularities=["segment"],
            )  # fmt: skip
    assert plain.text == "Hello there."
    assert text.strip() == "Hello there."
    assert srt == "1\n00:00:00,000 --> 00:00:01,600\nHello there.\n\n"
    assert vtt == "WEBVTT\n\n00:00:00.000 --> 00:00:01.600\nHello there.\n\n"
    assert (verbose.language, verbose.duration, verbose.text) == ("english", 1.6, "Hello there.")
    assert (verbose.segments[0].start, verbose.segments[0].text) == (0.0, "Hello there.")
    assert {one.rank for one in speech.callers} == {Rank.FILE}


async def test_a_long_sound_is_cut_in_its_pauses_and_streamed(paths: Paths) -> None:
    speech = ScriptedSpeech("One.", "Two.", "Three.")
    async with http_port(paths, pool=speech) as port:
        await port.let_in()
        async with official(port) as client:
            stream = await client.audio.transcriptions.create(
                file=LONG, model="whisper-1", stream=True
            )
            events = [event async for event in stream]
    assert [event.type for event in events] == ["transcript.text.delta"] * 3 + [
        "transcript.text.done"
    ]
    assert "".join(event.delta for event in events[:3]) == events[3].text == "One. Two. Three."
    assert len(speech.heard) == 3
    assert max(speech.heard) < 7


SOUNDS = {
    "flac": wav(tone(1.0), form="FLAC"),
    "ogg": wav(tone(1.0), form="OGG"),
    "mp3": wav(tone(1.0), form="MP3"),
    "aiff": wav(tone(1.0), form="AIFF"),
    "48 kHz stereo": wav(np.stack([tone(1.0, 48_000)] * 2, 1), rate_hz=48_000),
    "webm": webm(tone(1.0, 48_000)),
    "m4a": webm(tone(1.0, 48_000), "mp4", "aac"),
}


@pytest.mark.parametrize("kind", SOUNDS)
async def test_what_it_is_say_its_bytes_and_not_its_name(paths: Paths, kind: str) -> None:
    speech = ScriptedSpeech("Hello.")
    async with served(paths, speech) as client:
        files = {"file": ("song.wav", SOUNDS[kind], "text/plain")}
        answer = await client.post("/v1/audio/transcriptions", files=files)
    assert answer.json() == {"text": "Hello."}, answer.text
    assert speech.heard[0] == pytest.approx(1.0, abs=0.1)


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no sound": ({"files": {"sound": b"x"}}, "no_sound"),
    "empty": ({"files": {"file": b""}}, "sound_empty"),
    "words": ({"files": {"file": b"#EXTM3U\nfile:///etc/passwd\n"}}, "sound_unreadable"),
    "half": ({"files": {"file": SHORT[: len(SHORT) // 2]}}, "sound_cut"),
    "half flac": ({"files": {"file": SOUNDS["flac"][:4_000]}}, "sound_cut"),
    "half form": (
        {
            "content": b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nRIFF',
            "headers": {"content-type": "multipart/form-data; boundary=x"},
        },
        "sound_cut",
    ),
    "form": (
        {"files": {"file": SHORT}, "data": {"response_format": "diarized_json"}},
        "unknown_form",
    ),
    "language": ({"files": {"file": SHORT}, "data": {"language": "de"}}, "other_language"),
    "streamed subtitles": (
        {"files": {"file": SHORT}, "data": {"response_format": "srt", "stream": "true"}},
        "unknown_form",
    ),
    "no boundary": (
        {"content": b"x", "headers": {"content-type": "multipart/form-data"}},
        "bad_form",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
async def test_what_cannot_be_heard_is_one_clear_400(paths: Paths, what: str) -> None:
    asked, code = BAD[what]
    speech = ScriptedSpeech()
    async with served(paths, speech) as client:
        answer = await client.post("/v1/audio/transcriptions", **asked)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code), answer.text
    assert speech.loads["ears"] == 0


async def test_silence_has_no_words_and_asks_no_model(paths: Paths) -> None:
    speech = ScriptedSpeech()
    async with served(paths, speech) as client:
        files = {"file": wav(silence(2.0))}
        answer = await client.post("/v1/audio/transcriptions", files=files)
    assert answer.json() == {"text": ""}
    assert speech.heard == []


async def test_only_forms_are_taken_and_only_up_to_25_mb(paths: Paths) -> None:
    async with served(paths) as client:
        words = await client.post("/v1/audio/transcriptions", json={"file": "x"})
        large = await client.post(
            "/v1/audio/transcriptions", files={"file": bytes(25 * 1024 * 1024 + 1)}
        )
        larger = await client.post(
            "/v1/audio/transcriptions", files={"file": bytes(26 * 1024 * 1024)}
        )
        elsewhere = await client.post("/v1/chat/completions", files={"file": b"x"})
    assert (words.status_code, elsewhere.status_code) == (415, 415)
    assert (large.status_code, larger.status_code) == (413, 413)
    assert "multipart/form-data" in words.json()["error"]["message"]


async def test_hours_of_sound_are_refused_with_the_time_to_wait(paths: Paths) -> None:
    speech = ScriptedSpeech("Hello.")
    async with http_port(paths, pool=speech, sound_seconds=4) as port:
        await port.let_in()
        await port.let_in("ada")
        async with official(port) as mine, official(port, "ada") as hers:
            for _ in range(2):
                await mine.audio.transcriptions.create(file=SHORT, model="w")
            with pytest.raises(openai.RateLimitError) as refused:
                await mine.audio.transcriptions.create(file=SHORT, model="w")
            with pytest.raises(openai.RateLimitError):
                await mine.audio.transcriptions.create(file=LONG, model="w")
            await hers.audio.transcriptions.create(file=SHORT, model="w")
    assert 3_500 < int(refused.value.response.headers["retry-after"]) <= 3_600
    assert refused.value.response.headers["x-should-retry"] == "false"
    assert len(speech.heard) == 3


async def test_few_sounds_of_one_user_are_here_at_once(paths: Paths) -> None:
    speech = ScriptedSpeech("Hello.")
    speech.may_go.clear()
    async with served(paths, speech) as client:
        asking = [asyncio.create_task(ask_for_words(client)) for _ in range(2)]
        await speech.until(lambda: len(speech.heard) == 2)
        third = await ask_for_words(client)
        speech.may_go.set()
        first, second = await asyncio.gather(*asking)
        fourth = await ask_for_words(client)
    assert (third.status_code, third.headers["retry-after"]) == (429, "1")
    assert {one.status_code for one in (first, second, fourth)} == {200}


async def ask_for_words(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/v1/audio/transcriptions", files={"file": SHORT})


async def test_the_models_load_once_at_the_first_need_and_stay(paths: Paths) -> None:
    speech = ScriptedSpeech("Hello.")
    async with http_port(paths, pool=speech, open_on_loopback=True) as port:
        assert speech.loads == {"ears": 0, "voice": 0}
        async with port.client() as client:
            await asyncio.gather(*(ask_for_words(client) for _ in range(2)))
            await ask_for_words(client)
            for _ in range(2):
                await client.post("/v1/audio/speech", json={"input": "Hello."})
        assert speech.loads == {"ears": 1, "voice": 1}
        assert speech.open == {"ears": 1, "voice": 1}
    assert speech.open == {"ears": 0, "voice": 0}


async def test_models_that_are_not_there_are_told(paths: Paths) -> None:
    speech = ScriptedSpeech()
    speech.is_missing = True
    async with served(paths, speech) as client:
        words = await ask_for_words(client)
        sound = await client.post("/v1/audio/speech", json={"input": "Hello."})
    for one in (words, sound):
        assert (one.status_code, one.json()["error"]["code"]) == (503, "model_missing")
        assert "jarvis setup" in one.json()["error"]["message"]


@pytest.fixture
def made_files(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are opened for writing, and the temporary ones, while a test runs."""
    made: list[str] = []
    real = io.open

    def noted(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if set(mode) & set("wax+"):
            made.append(str(file))
        return real(file, mode, *args, **kwargs)

    monkeypatch.setattr("builtins.open", noted)
    monkeypatch.setattr("io.open", noted)
    monkeypatch.setattr("tempfile._io.open", noted)
    return made


async def test_a_sound_touches_no_file(
    paths: Paths, tmp_path: Path, made_files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))  # a file in it would fail
    large = wav(tone(80.0))
    assert len(large) > 2_000_000
    async with http_port(paths, pool=ScriptedSpeech("Hi."), open_on_loopback=True) as port:
        made_files.clear()
        async with port.client() as client:
            for sound in (large, *SOUNDS.values()):
                answer = await client.post("/v1/audio/transcriptions", files={"file": sound})
                assert answer.status_code == 200
        assert made_files == []


# ---- speech

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


async def test_who_leaves_is_no_longer_transcribed(paths: Paths) -> None:
    speech = ScriptedSpeech("One.")
    speech.may_go.clear()
    async with served(paths, speech) as client:
        for streams in ("true", "false"):
            speech.reached.clear()
            form: dict[str, Any] = {"files": {"file": LONG}, "data": {"stream": streams}}
            asking = asyncio.create_task(client.post("/v1/audio/transcriptions", **form))
            await speech.reached.wait()
            asking.cancel()
            await asyncio.wait({asking})
            await speech.until(lambda: speech.open["ears"] == 1)
        speech.may_go.set()
        assert (await ask_for_words(client)).json() == {"text": "One."}
    assert len(speech.heard) == 3


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
