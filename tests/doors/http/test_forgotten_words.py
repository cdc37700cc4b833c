"""Flow: what was forgotten, by whatever door, is sent to nobody again by the HTTP port."""

import pytest
from assistant.turns import seen
from doors.http.served_http import Port, http_port
from doors.http.test_no_words_of_others import events_from_the_first

from jarvis_voice.core.events import RingingStarted
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Origin

pytestmark = pytest.mark.flow

CANARY = "zanzibar"
KEY = {"Idempotency-Key": "one"}


async def completed(port: Port, text: str, **headers: str) -> str:
    body = {"messages": [{"role": "user", "content": text}]}
    async with port.client("anna", **headers) as client:
        answer = (await client.post("/v1/chat/completions", json=body)).json()
    words: str = answer["choices"][0]["message"]["content"]
    return words


async def test_what_rang_is_not_told_again(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("anna")
        rang = RingingStarted(0.0, 1, "reminder", f"Remember {CANARY}.")
        port.bus.at(Origin("anna")).publish(rang)
        await completed(port, "hello")
        await port.operations.forget_words("anna", "all", "")
        async with port.client("anna") as client:
            await client.post("/api/v1/turns", json={"text": "the last words"})
            assert CANARY not in await events_from_the_first(client, "You said the last words.")


async def test_an_answer_is_not_spoken_again(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("anna")
        async with port.client("anna", Accept="application/json") as client:
            body = {"text": f"hello {CANARY}", "speak": True}
            turn = (await client.post("/api/v1/turns", json=body)).json()["turn_id"]
            await port.operations.forget_words("anna", "turn", turn)
            assert (await client.get(f"/api/v1/turns/{turn}/speech")).status_code == 404


async def test_a_chat_that_is_sent_again_is_neither_told_nor_run_again(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("anna")
        around = {**KEY, "X-Jarvis-Thread": "work"}
        assert CANARY in await completed(port, f"hello {CANARY}", **around)
        assert CANARY in await completed(port, f"hello {CANARY}", **around)
        await port.operations.forget_words("anna", "thread", "work")
        assert CANARY not in await completed(port, f"hello {CANARY}", **around)
        assert len(seen(port.events, "turn-started")) == 1


async def test_the_end_of_a_chat_that_is_not_kept_takes_nothing_else_along(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("anna")
        async with port.client("anna") as client:
            await client.post("/api/v1/turns", json={"text": "one"})
            first = await completed(port, "two", **KEY)
            await completed(port, "three")
            assert await completed(port, "two", **KEY) == first
            await client.post("/api/v1/turns", json={"text": "four"})
            told = await events_from_the_first(client, "You said four.")
    assert "You said one." in told
    assert len(seen(port.events, "turn-started")) == 4


async def test_what_is_kept_here_is_counted_with_the_rest(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("anna")
        async with port.client("anna", Accept="application/json") as client:
            await client.post("/api/v1/turns", json={"text": "hello", "speak": True})
        await completed(port, "hello")
        kept = {one.what: one for one in port.assistant.passing.sizes}
        assert {"events of clients", "spoken answers", "chats of clients"} <= kept.keys()
        assert all(one.n_bytes > 0 for one in kept.values())
        passing = port.assistant.passing
    assert not {"events of clients", "spoken answers"} & {one.what for one in passing.sizes}
