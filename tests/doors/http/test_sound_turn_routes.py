"""Flow: a turn that comes as a sound, and an answer that can be heard."""

import asyncio
from typing import Any

import pytest
from assistant.turns import seen
from doors.http.scripted_speech import ScriptedSpeech
from doors.http.sent_sounds import SHORT, SOUNDS, silence, wav
from doors.http.served_http import Port, http_port, sent_events

from jarvis_voice.audio.sent_sound import decode_sound
from jarvis_voice.core.callers import Rank
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME

pytestmark = pytest.mark.flow

WHOLE = {"accept": "application/json"}


async def ask(port: Port, user: str = ME, **asked: Any) -> Any:
    """The answer to a turn."""
    async with port.client(user) as client:
        return await client.post("/api/v1/turns", **asked)


async def test_what_is_said_is_run_as_a_turn_and_told(paths: Paths) -> None:
    speech = ScriptedSpeech("Jarvis, hello.")
    async with http_port(paths, pool=speech) as port:
        await port.let_in("ada")
        answer = await ask(port, "ada", files={"sound": SHORT}, data={"thread": "kitchen"})
    events = sent_events(answer.text)
    assert [one["event"] for one in events][:2] == ["speech-transcribed", "turn-started"]
    assert (events[0]["text"], events[0]["user_id"]) == ("hello.", "ada")
    assert (events[1]["text"], events[1]["thread_id"]) == ("hello.", "kitchen")
    assert events[-1]["event"] == "turn-ended"
    assert {one.rank for one in speech.callers} == {Rank.ASKED}


async def test_who_is_removed_while_it_is_heard_runs_no_turn(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with http_port(paths, pool=ScriptedSpeech("hello")) as port:
        await port.let_in("ada")

        async def command(*_: object) -> str:
            await port.operations.people.remove_user("ada")
            return "hello"

        monkeypatch.setattr(port.door._sound, "command", command)
        answer = await ask(port, "ada", files={"sound": SHORT}, headers=WHOLE)
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid-api-key")
    assert seen(port.events, "turn-started") == []


@pytest.mark.parametrize("kind", ["audio/wav", "audio/webm; codecs=opus", "video/webm"])
async def test_a_body_that_is_the_sound_is_taken_too(paths: Paths, kind: str) -> None:
    async with http_port(paths, pool=ScriptedSpeech("hello"), open_on_loopback=True) as port:
        answer = await ask(
            port, content=SOUNDS["webm"], headers={"content-type": kind, **WHOLE},
            params={"dry_run": "true"},
        )  # fmt: skip
    assert answer.status_code == 200, answer.text
    assert answer.json()["heard"] == "hello"
    assert answer.json()["reply"] == "You said hello."


async def test_an_answer_can_be_heard_while_it_is_there(paths: Paths) -> None:
    speech = ScriptedSpeech("hello")
    async with http_port(paths, pool=speech) as port:
        await port.let_in()
        await port.let_in("ada")
        asked = await ask(port, files={"sound": SHORT}, data={"speak": "true"}, headers=WHOLE)
        typed = await ask(port, json={"text": "hello", "speak": True}, headers=WHOLE)
        silent = await ask(port, json={"text": "hello"}, headers=WHOLE)
        told = [one.json()["turn_id"] for one in (asked, typed, silent)]
        async with port.client() as mine, port.client("ada") as hers:
            heard = [await mine.get(f"/api/v1/turns/{one}/speech") for one in told]
            wavs = await mine.get(f"/api/v1/turns/{told[0]}/speech", params={"format": "wav"})
            others = await hers.get(f"/api/v1/turns/{told[0]}/speech")
            bad = await mine.get(f"/api/v1/turns/{told[0]}/speech", params={"format": "midi"})
    assert [one.status_code for one in heard] == [200, 200, 404]
    assert heard[0].headers["content-type"] == "audio/mpeg"
    assert len(decode_sound(heard[0].content, 10)) > 0.7 * 16_000
    assert wavs.content[:4] == b"RIFF"
    assert (others.status_code, bad.status_code) == (404, 422)
    assert others.json()["code"] == "no-such-turn"
    assert speech.said[0] == ("You said hello.", 1.0)


async def test_an_answer_is_heard_while_its_turn_runs(paths: Paths) -> None:
    speech = ScriptedSpeech()
    async with http_port(paths, pool=speech, open_on_loopback=True) as port:
        asking = asyncio.create_task(ask(port, json={"text": "wait", "speak": True}))
        await port.planner.reached.wait()
        [turn] = seen(port.events, "turn-started")
        async with port.client() as client:
            hearing = asyncio.create_task(client.get(f"/api/v1/turns/{turn['turn_id']}/speech"))
            port.planner.let_go.set()
            heard = await hearing
        await asking
    assert heard.status_code == 200
    assert [text for text, _ in speech.said] == ["You said wait."]


BAD: dict[str, tuple[dict[str, Any], int, str]] = {
    "silence": ({"files": {"sound": wav(silence(1.0))}}, 400, "no-words"),
    "call alone": ({"files": {"sound": SHORT}}, 400, "no-words"),
    "no sound": ({"files": {"file": SHORT[:99]}}, 400, "no-sound"),
    "words": ({"files": {"sound": b"hello"}}, 400, "sound-unreadable"),
    "half": ({"files": {"sound": SHORT[:9_000]}}, 400, "sound-cut"),
    "flag": ({"files": {"sound": SHORT}, "data": {"dry_run": "maybe"}}, 422, "bad-request"),
    "thread": ({"files": {"sound": SHORT}, "data": {"thread": "a/b"}}, 400, "thread-name"),
    "type": ({"content": SHORT, "headers": {"content-type": "text/plain"}}, 415, "not-json"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
async def test_what_is_no_command_runs_no_turn(paths: Paths, what: str) -> None:
    asked, status, code = BAD[what]
    async with http_port(paths, pool=ScriptedSpeech("Jarvis."), open_on_loopback=True) as port:
        answer = await ask(port, **asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert port.events == []


async def test_what_was_forgotten_is_not_heard(paths: Paths) -> None:
    async with http_port(paths, pool=ScriptedSpeech(), open_on_loopback=True) as port:
        asked = {"text": "hello", "speak": True, "thread": "work"}
        turn = (await ask(port, json=asked, headers=WHOLE)).json()["turn_id"]
        async with port.client() as client:
            await client.delete("/api/v1/threads/work")
            answer = await client.get(f"/api/v1/turns/{turn}/speech")
    assert answer.status_code == 404
