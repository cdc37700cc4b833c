"""Flow: the live socket of a page: whose events it carries, what it goes on with, when it ends."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from doors.http.served_http import WAIT_SECONDS, Port, http_port
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE

pytestmark = pytest.mark.flow


@asynccontextmanager
async def live(
    port: Port, token: str, since: str = "", **headers: str
) -> AsyncIterator[ClientConnection]:
    url = f"{port.url.replace('http', 'ws')}/api/v1/live?since={since}"
    protocols: Any = ["jarvis.v1", *([f"token.{token}"] if token else [])]
    async with connect(
        url, subprotocols=protocols, additional_headers=headers, proxy=None
    ) as socket:
        yield socket


async def told(socket: ClientConnection, kind: str, event: str = "") -> dict[str, Any]:
    """The next message of a kind, or of an event."""
    async with asyncio.timeout(WAIT_SECONDS):
        async for text in socket:
            message: dict[str, Any] = json.loads(text)
            if message["kind"] == kind and event in {"", message.get("event", {}).get("type")}:
                return message
    raise AssertionError("it was closed")


async def say(port: Port, user: str, text: str) -> None:
    async with port.client(user) as client:
        answer = await client.post("/api/v1/turns", json={"text": text})
        assert answer.status_code == 200


async def test_it_carries_ones_own_events_and_no_others(paths: Paths) -> None:
    async with http_port(paths) as port:
        token = await port.let_in("anna")
        await port.let_in("ben")
        async with live(port, token) as socket:
            assert socket.subprotocol == "jarvis.v1"
            await say(port, "ben", "zanzibar")
            await say(port, "anna", "hello")
            message = await told(socket, "event")
            assert message["event"]["text"] == "hello"
            assert message["event"]["user_id"] == "anna"
            ended = await told(socket, "event", "turn-ended")
            assert ended["event"]["reply"] == "You said hello."


async def test_it_begins_with_what_was_and_goes_on_behind_a_mark(paths: Paths) -> None:
    async with http_port(paths) as port:
        token = await port.let_in("anna")
        await say(port, "anna", "one")
        async with live(port, token) as socket:
            assert (await told(socket, "event"))["event"]["text"] == "one"
            mark = (await told(socket, "event", "turn-ended"))["id"]
        await say(port, "anna", "two")
        async with live(port, token, mark) as socket:
            assert (await told(socket, "event"))["event"]["text"] == "two"


async def test_nothing_of_what_was_forgotten_is_told(paths: Paths) -> None:
    async with http_port(paths) as port:
        token = await port.let_in("anna")
        await say(port, "anna", "one")
        async with port.client("anna") as client:
            await client.delete("/api/v1/threads/default")
        await say(port, "anna", "two")
        async with live(port, token) as socket:
            assert (await told(socket, "event", "turn-started"))["event"]["text"] == "two"


async def test_how_jarvis_is_needs_admin(paths: Paths) -> None:
    async with http_port(paths) as port:
        owner = await port.let_in(may=EVERY_SCOPE)
        async with live(port, owner) as socket:
            state = (await told(socket, "state"))["state"]
            assert (state["doing"], state["ears"]["state"]) == ("idle", "none")
            assert not {"database", "log", "pid"} & set(state)
        async with live(port, await port.let_in("anna")) as socket:
            await say(port, "anna", "hello")
            assert json.loads(await socket.recv())["kind"] == "event"


@pytest.mark.parametrize("token", ["", "jv_" + "a" * 43])
async def test_who_is_not_known_is_refused(paths: Paths, token: str) -> None:
    async with http_port(paths) as port:
        with pytest.raises(InvalidStatus) as caught:
            async with live(port, token):
                pass
        assert caught.value.response.status_code == 403


async def test_another_page_is_refused_and_so_is_another_address(paths: Paths) -> None:
    async with http_port(paths) as port:
        token = await port.let_in("anna")
        with pytest.raises(InvalidStatus):
            async with live(port, token, Origin="http://127.0.0.1:9"):
                pass
        url = f"{port.url.replace('http', 'ws')}/api/v1/turns"
        protocols: Any = [f"token.{token}"]
        with pytest.raises(InvalidStatus):
            async with connect(url, subprotocols=protocols, proxy=None):
                pass


async def test_it_ends_when_the_token_is_gone(paths: Paths) -> None:
    async with http_port(paths) as port:
        async with live(port, await port.let_in("anna")) as socket:
            await port.operations.people.remove_token("anna-phone")
            with pytest.raises(ConnectionClosed) as caught:
                async with asyncio.timeout(WAIT_SECONDS):
                    await socket.recv()
        assert caught.value.rcvd
        assert caught.value.rcvd.code == 4401


async def test_it_ends_with_the_port(paths: Paths) -> None:
    async with http_port(paths) as port:
        socket = await connect(
            f"{port.url.replace('http', 'ws')}/api/v1/live",
            additional_headers={"X-API-Key": await port.let_in("anna")},
            proxy=None,
        )
    with pytest.raises(ConnectionClosed) as caught:
        await socket.recv()
    assert caught.value.rcvd
    assert caught.value.rcvd.code in {1001, 1012}


@pytest.mark.parametrize("frames", [[b"\xff\xfe"], [b'{"a": "\xc3', b"("], [b"\xed\xa0\x80"]])
async def test_a_text_that_is_none_ends_the_socket_and_leaves_no_traceback(
    paths: Paths, frames: list[bytes], caplog: pytest.LogCaptureFixture
) -> None:
    async with http_port(paths) as port:
        token = await port.let_in("anna")
        async with live(port, token) as socket:
            await socket.send(frames if len(frames) > 1 else frames[0], text=True)
            async with asyncio.timeout(WAIT_SECONDS):
                await socket.wait_closed()
            assert socket.close_code == 1007
    assert [record for record in caplog.records if record.exc_info] == []
