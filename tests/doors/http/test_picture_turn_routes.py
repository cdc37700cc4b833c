"""Flow: a picture comes with a question over HTTP, and is gone afterwards."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from doors.http.served_http import Port, http_port
from PIL import Image

from jarvis_voice.core.events import TurnStarted
from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow

PATH = "/api/v1/turns/picture"


def png(side: int = 8) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (side, side), "red").save(out, "PNG")
    return out.getvalue()


async def sent(port: Port, data: bytes, name: str = "cat.png", **fields: str) -> tuple[int, Any]:
    async with port.client(accept="application/json") as client:
        answer = await client.post(PATH, files={"picture": (name, data)}, data=fields)
        return answer.status_code, answer.json()


def files(paths: Paths) -> list[Path]:
    return [file for file in paths.runtime_pictures.rglob("*") if file.is_file()]


async def test_without_a_model_that_sees_nothing_is_taken(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in()
        status, told = await sent(port, png())
        assert (status, told["code"]) == (409, "no-seeing-model")
        async with port.client() as client:
            assert (await client.get("/api/v1/me")).json()["sees"] is False
    assert files(paths) == []


async def test_a_question_about_a_picture_is_a_turn_and_the_picture_is_not_kept(
    paths: Paths,
) -> None:
    async with http_port(paths) as port:
        port.operations.sees_pictures = True
        await port.let_in()
        status, told = await sent(port, png(), "../../my cat.png", text="what is it", thread="pets")
        assert (status, told["turn_id"]) == (200, "t1")
        [started] = [one for one in port.events if isinstance(one, TurnStarted)]
        assert started.text == "what is it [picture: my cat.png]"
        [file] = files(paths)
        assert (file.name, file.stat().st_mode & 0o777) == ("my cat.png", 0o600)
        assert json.dumps(told).find(str(file.parent)) == -1
        _, told = await sent(port, png())
        [_, started] = [one for one in port.events if isinstance(one, TurnStarted)]
        assert started.text == "What is in this picture? [picture: cat.png]"
    assert files(paths) == []


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "no-picture"), (b"GIF89a", "no-picture"), (b"RIFF....WAVE", "no-picture")],
)
async def test_what_is_no_picture_is_refused_and_not_kept(
    paths: Paths, data: bytes, code: str
) -> None:
    async with http_port(paths) as port:
        port.operations.sees_pictures = True
        await port.let_in()
        status, told = await sent(port, data)
        assert (status, told["code"]) == (400, code)
        assert files(paths) == []
        assert port.events == []


async def test_too_many_pictures_wait(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jarvis_voice.doors.http.shown_pictures.MOST_KEPT", 1)
    async with http_port(paths) as port:
        port.operations.sees_pictures = True
        await port.let_in()
        assert (await sent(port, png()))[0] == 200
        status, told = await sent(port, png())
        assert (status, told["code"]) == (429, "too-many-pictures")


async def test_a_picture_that_nobody_is_asked_about_is_not_kept(paths: Paths) -> None:
    async with http_port(paths, turns_per_minute=1) as port:
        port.operations.sees_pictures = True
        await port.let_in()
        assert (await sent(port, png()))[0] == 200
        assert len(files(paths)) == 1
        status, told = await sent(port, png())
        assert (status, told["code"]) == (429, "too-many-requests")
        assert len(files(paths)) == 1


async def test_what_is_forgotten_takes_the_picture_along(paths: Paths) -> None:
    async with http_port(paths) as port:
        port.operations.sees_pictures = True
        await port.let_in()
        await sent(port, png())
        assert len(files(paths)) == 1
        port.assistant.passing.forget("me")
        assert files(paths) == []
