"""Flow: the program is run over HTTP: settings, doctor, microphone, voice, talk key."""

from typing import Any

import pytest
from doors.control.served import Key
from doors.http.served_http import Port, http_port, sent_events

from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.setting_list import HIDDEN
from jarvis_voice.core.types import EVERY_SCOPE

pytestmark = pytest.mark.flow

SECRET = "planted-secret-0123456789"


async def asked(port: Port, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    async with port.client() as client:
        answer = await client.request(method, f"/api/v1/{path}", json=body)
        return answer.status_code, answer.json()


async def test_the_microphone_is_closed_and_opened(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in(may=EVERY_SCOPE)
        assert await asked(port, "POST", "mute") == (200, {"changed": True})
        assert await asked(port, "POST", "mute") == (200, {"changed": False})
        assert port.operations.is_muted
        assert await asked(port, "POST", "unmute") == (200, {"changed": True})
        assert not port.operations.is_muted


async def test_words_are_spoken_and_what_went_wrong_is_told(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in(may=EVERY_SCOPE)
        assert await asked(port, "POST", "say", {"text": "Dinner."}) == (200, {"problems": []})
        port.operations.breaks = True
        problem = {"code": "no-loudspeaker", "message": "Nothing was heard."}
        assert await asked(port, "POST", "say", {"text": "Tea."}) == (200, {"problems": [problem]})
        assert port.operations.spoken == ["Dinner.", "Tea."]
        assert (await asked(port, "POST", "say", {"text": " "}))[1]["code"] == "no-words"


async def test_the_talk_key_is_pressed_where_there_are_ears(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in(may=EVERY_SCOPE)
        assert (await asked(port, "POST", "ptt", {"action": "press"}))[0] == 409
        key = port.operations.talk_key = Key()
        for action in ("press", "release", "toggle"):
            assert await asked(port, "POST", "ptt", {"action": action}) == (200, {"changed": True})
        assert (await asked(port, "POST", "ptt", {"action": "__class__"}))[0] == 422
        assert key.log == ["press", "release", "toggle"]


async def test_settings_are_read_anew(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in(may=EVERY_SCOPE)
        found = {"hold": ["voice.speed"], "need_restart": []}
        assert await asked(port, "POST", "reload") == (200, found)
        port.operations.settings_error = ConfigError("config-syntax", "Line 3 is no TOML.")
        status, body = await asked(port, "POST", "reload")
        assert (status, body["code"]) == (400, "config-syntax")


async def test_settings_are_listed_with_what_the_file_says(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in(may=EVERY_SCOPE)
        _, body = await asked(port, "GET", "settings")
    settings = {one["key"]: one for one in body["settings"]}
    assert settings["voice.speed"] == {
        "key": "voice.speed",
        "value": 1.0,
        "default": 1.0,
        "comment": "1.2 speaks a fifth faster",
        "source": "",
        "holds": "now",
    }
    assert settings["voice.earcons"]["holds"] == "restart"
    assert settings["quiet_hours.from"]["holds"] == "now"


async def test_no_secret_is_listed_or_taken_back(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", SECRET)
    paths.config.mkdir(parents=True)
    paths.config_file.write_text(
        f"""
        [models]
        lab = {{ kind = "openai", model = "x", url = "https://llm.example/v1",
                 headers = {{ "X-Key" = "{SECRET}" }} }}
        [mcp]
        files = {{ command = ["npx", "server", "--token={SECRET}"] }}
        house = {{ url = "http://me:{SECRET}@house.example:8123/mcp?key={SECRET}" }}
        """.replace('1",\n                ', '1",'),
        encoding="utf-8",
    )
    async with http_port(paths) as port:
        await port.let_in(may=EVERY_SCOPE)
        async with port.client() as client:
            told = (await client.get("/api/v1/settings")).text
        settings = {
            one["key"]: one["value"]
            for one in (await asked(port, "GET", "settings"))[1]["settings"]
        }
        refused = await asked(
            port, "PATCH", "settings", {"models.lab.headers": settings["models.lab.headers"]}
        )
    assert SECRET not in told
    assert settings["models.lab.headers"] == {"X-Key": HIDDEN}
    assert settings["mcp.files"]["command"] == ["npx", HIDDEN]
    assert settings["mcp.house"]["url"] == "house.example:8123"
    assert (refused[0], refused[1]["code"]) == (400, "config-hidden")


async def test_settings_are_changed_all_or_none(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_AUDIO__DUCK", "true")
    async with http_port(paths) as port:
        await port.let_in(may=EVERY_SCOPE)
        values = {"voice.speed": 1.25, "voice.earcons": False, "audio.duck": False}
        assert await asked(port, "PATCH", "settings", values) == (
            200,
            {
                "hold": ["voice.speed"],
                "need_restart": ["voice.earcons"],
                "overridden": ["audio.duck"],
            },
        )
        assert load_config(paths).voice.speed == 1.25
        for bad in (
            {"voice.speed": 1.5, "voice.nothing": 1},
            {"voice.speed": 99},
            {"voice.speed": {"a": None}},
            {"voice": {"speed": 1}},
            {"google_api_key": SECRET},
            {"": 1},
            {"a" * 10_000: 1},
        ):
            status, body = await asked(port, "PATCH", "settings", bad)
            assert (status, set(body)) == (400, {"code", "message"}), bad
            assert load_config(paths).voice.speed == 1.25
        assert (await asked(port, "PATCH", "settings", {"voice.speed": None}))[0] == 200
        assert load_config(paths).voice.speed == 1.0
        assert (await asked(port, "PATCH", "settings", {}))[0] == 422


async def test_the_doctor_tells_each_finding_as_it_comes(paths: Paths) -> None:
    async with http_port(paths) as port, port.client() as client:
        token = await port.let_in(may=EVERY_SCOPE)
        headers = {"x-api-key": token}
        told = (await client.get("/api/v1/doctor", headers=headers)).text
        port.operations.breaks = True
        broken = (await client.get("/api/v1/doctor", headers=headers)).text
    assert [one["event"] for one in sent_events(told)] == ["check", "advice"]
    assert [one["event"] for one in sent_events(broken)] == ["check", "error"]


async def test_half_a_sign_in_the_name_of_a_setting_is_no_500(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in(may=EVERY_SCOPE)
        async with port.client() as client:
            answer = await client.patch(
                "/api/v1/settings",
                content=b'{"voice.\\ud800": 1}',
                headers={"content-type": "application/json"},
            )
    assert (answer.status_code, answer.json()["code"]) == (400, "config-unknown-key")
