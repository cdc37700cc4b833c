"""Flow: the official `openai` client's transcriptions, at a real port."""

import asyncio
import io
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
from doors.http.scripted_speech import ScriptedSpeech
from doors.http.sent_sounds import LONG, SHORT, SOUNDS, served, silence, tone, wav
from doors.http.served_http import http_port
from doors.http.test_chat_routes import official

from jarvis_voice.core.callers import Rank
from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow


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
