"""Flow: a client that was written for Not-Jarvis, in our words, and what it prints."""

import json
from typing import Any

import httpx
import pytest
from assistant.turns import ScriptedPlanner
from doors.http.served_http import Port, http_port

from jarvis_voice.assistant.planning.plan import Finish
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME
from jarvis_voice.doors.http.not_jarvis_route import printable

pytestmark = pytest.mark.flow


def printed(lines: list[str]) -> str:
    """What such a client prints of the lines that it is sent."""
    screen = ""
    for line in lines:
        if not line.startswith("data: "):
            continue
        text: Any = line.replace("data: ", "")
        if text == "[DONE]":
            return screen
        try:
            text = json.loads(text)
        except ValueError:
            screen += text
            continue
        screen += text[0].get("content") if isinstance(text, list) else str(text)
    raise AssertionError(f"no end: {screen}")


async def talk(port: Port, text: str, thread: str = "one", **headers: str) -> str:
    body = {"user_goal": text, "thread_id": thread}
    async with port.client("nobody") as client:
        answer = await client.post("/not-jarvis/stream", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    return printed(answer.text.split("\n"))


async def test_it_prints_the_answer_and_keeps_the_thread(paths: Paths) -> None:
    async with http_port(paths, not_jarvis=True) as port:
        assert await talk(port, "hello") == "You said hello. "
        assert await talk(port, "again", "two") == "You said again. "
    assert [one.origin.user_id for one in port.events] == [ME] * 6
    assert [getattr(one, "thread_id", "") for one in port.events[::3]] == ["one", "two"]


ODD = [
    ('[{"a": 1}, 2]', '[{"a": 1}, 2] '),
    ("40.8", "40.8"),
    ("true", "true "),
    ("one\n[2]\nthree", "one [2] three "),
    ("the mark data: is kept", "the mark data:\u00a0is kept "),
    ("[DONE]", "[DONE] "),
]


@pytest.mark.parametrize(("words", "shown"), ODD)
async def test_odd_words_are_printed_as_they_are(paths: Paths, words: str, shown: str) -> None:
    lines = [f"data: {line}" for line in printable(words).splitlines()]
    assert printed([*lines, "data: [DONE]"]).replace("\u2060", "") == shown


async def test_an_odd_answer_comes_through_the_port(paths: Paths) -> None:
    planner = ScriptedPlanner(Finish("[1, 2]"))
    async with http_port(paths, planner, not_jarvis=True) as port:
        assert (await talk(port, "a list")).replace("\u2060", "") == "[1, 2] "


async def test_it_is_there_only_where_it_is_set_and_only_for_this_machine(paths: Paths) -> None:
    body = {"user_goal": "hello", "thread_id": "one"}
    async with http_port(paths, open_on_loopback=True) as port, port.client() as client:
        assert (await client.post("/not-jarvis/stream", json=body)).status_code == 404
    async with http_port(paths, not_jarvis=True) as port, port.client() as client:
        via = await client.post("/not-jarvis/stream", json=body, headers={"via": "1.1 proxy"})
        page = await client.post(
            "/not-jarvis/stream", json=body, headers={"origin": "https://evil.example"}
        )
        plain = await client.post(
            "/not-jarvis/stream", content=json.dumps(body), headers={"content-type": "text/plain"}
        )
        other = await client.post("/api/v1/turns", json={"text": "hello"})
        status: httpx.Response = await client.get("/api/v1/status")
    codes = [one.status_code for one in (via, page, plain, other, status)]
    assert codes == [401, 403, 415, 401, 401]
    assert port.events == []


async def test_a_token_names_the_user_there_as_well(paths: Paths) -> None:
    async with http_port(paths, not_jarvis=True) as port:
        token = await port.let_in("anna")
        assert await talk(port, "hello", authorization=f"Bearer {token}") == "You said hello. "
    assert {one.origin.user_id for one in port.events} == {"anna"}
