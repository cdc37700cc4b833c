"""Flow: who may be a satellite, what ends one, and what each is told then."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Self

import pytest
from doors.http.served_http import Port, http_port
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME
from jarvis_voice.doors.http.satellite_socket import (
    BAD_MESSAGE,
    DISPLACED,
    GOING,
    LIMITED,
    REFUSED,
    SATELLITE_PATH,
    SatelliteSetting,
)
from jarvis_voice.doors.satellite.house import House
from jarvis_voice.doors.satellite.satellite import OpenedVoice, VoiceLink

pytestmark = pytest.mark.flow

HELLO = {"type": "hello", "version": 1, "name": "Kitchen"}
RESTARTING = 1012
"""What the server itself says when it shuts."""

BROKEN = ModelError("model-missing", "The voice is not there.")


class LoadingVoices:
    """Conversations whose models load without end, or not at all."""

    def __init__(self, error: ModelError | None = None) -> None:
        self.loading = asyncio.Semaphore(0)
        self._error = error

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Nothing is open."""

    @asynccontextmanager
    async def open(self, link: VoiceLink) -> AsyncIterator[OpenedVoice]:
        del link
        if self._error:
            raise self._error
        self.loading.release()
        await asyncio.Event().wait()
        yield  # type: ignore[misc]


def setting(voices: LoadingVoices | None = None, most: int = 3) -> SatelliteSetting:
    house = House(most=most, most_of_a_user=2)
    return SatelliteSetting(voices or LoadingVoices(), None, house, SystemClock().seconds)


def satellite(port: Port, token: str = "", **more: Any) -> Any:
    offered: Any = ["jarvis.v1", *([f"token.{token}"] if token else [])]
    return connect(
        f"ws://127.0.0.1:{port.port}{SATELLITE_PATH}", subprotocols=offered, proxy=None, **more
    )


async def ended(socket: ClientConnection) -> tuple[int, str]:
    """The code with which it ends, and the code of the error before that."""
    told = ""
    async with asyncio.timeout(10):
        with suppress(ConnectionClosedError):
            async for data in socket:
                message = json.loads(data)
                told = message["code"] if message["type"] == "error" else told
        await socket.wait_closed()
    return socket.close_code or 0, told


async def say_hello(socket: ClientConnection, name: str = "Kitchen") -> None:
    await socket.send(json.dumps(HELLO | {"name": name}))


async def test_without_a_token_or_with_a_wrong_one_nobody_comes_in(paths: Paths) -> None:
    async with http_port(paths, satellites=setting()) as port:
        for token in ("", "jv_wrong"):
            async with satellite(port, token) as socket:
                assert await ended(socket) == (REFUSED, "invalid-api-key")


async def test_a_page_from_elsewhere_is_refused(paths: Paths) -> None:
    async with http_port(paths, satellites=setting()) as port:
        token = await port.let_in()
        with pytest.raises(InvalidStatus):
            async with satellite(port, token, origin="https://elsewhere.example"):
                pass


async def test_there_is_no_other_socket_and_none_where_no_satellite_may_come(paths: Paths) -> None:
    async with http_port(paths) as port:
        with pytest.raises(InvalidStatus):
            async with satellite(port, await port.let_in()):
                pass


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ('{"type": "press"}', "no-hello"),
        ("{", "not-json"),
        (bytes(10), "bad-frame"),
        (bytes(2_560), "no-hello"),
        ('{"type": "hello", "version": 9, "name": "a"}', "bad-version"),
    ],
)
async def test_who_does_not_say_hello_is_told_so(
    paths: Paths, sent: str | bytes, code: str
) -> None:
    async with (
        http_port(paths, satellites=setting()) as port,
        satellite(port, await port.let_in()) as socket,
    ):
        assert socket.subprotocol == "jarvis.v1"
        await socket.send(sent)
        assert await ended(socket) == (BAD_MESSAGE, code)


async def test_a_satellite_ends_when_its_token_is_removed(paths: Paths) -> None:
    voices = LoadingVoices()
    async with (
        http_port(paths, satellites=setting(voices)) as port,
        satellite(port, await port.let_in("anna")) as socket,
    ):
        await say_hello(socket)
        await voices.loading.acquire()
        await port.operations.people.remove_token("anna-phone")
        assert await ended(socket) == (REFUSED, "")


async def test_a_bad_message_ends_a_satellite(paths: Paths) -> None:
    voices = LoadingVoices()
    async with (
        http_port(paths, satellites=setting(voices)) as port,
        satellite(port, await port.let_in()) as socket,
    ):
        await say_hello(socket)
        await voices.loading.acquire()
        await socket.send(bytes(3))
        assert await ended(socket) == (BAD_MESSAGE, "bad-frame")


async def test_a_model_that_is_missing_is_told(paths: Paths) -> None:
    async with (
        http_port(paths, satellites=setting(LoadingVoices(BROKEN))) as port,
        satellite(port, await port.let_in()) as socket,
    ):
        await say_hello(socket)
        assert (await ended(socket))[1] == "model-missing"


async def test_a_place_has_one_satellite_and_a_user_only_so_many(paths: Paths) -> None:
    voices, around = LoadingVoices(), setting()
    around = SatelliteSetting(voices, None, around.house, around.seconds)
    async with http_port(paths, satellites=around) as port:
        token = await port.let_in()
        async with satellite(port, token) as first, satellite(port, token) as again:
            await say_hello(first)
            await voices.loading.acquire()
            await say_hello(again)
            assert await ended(first) == (DISPLACED, "")
            async with satellite(port, token) as attic, satellite(port, token) as more:
                await voices.loading.acquire()
                await say_hello(attic, "Attic")
                await voices.loading.acquire()
                await say_hello(more, "Cellar")
                assert await ended(more) == (LIMITED, "too-many-satellites")
                assert [one.hello.name for one in around.house.of(ME)] == ["Kitchen", "Attic"]


async def test_all_end_within_a_second_when_the_port_shuts(paths: Paths) -> None:
    voices, around = LoadingVoices(), setting()
    around = SatelliteSetting(voices, None, around.house, around.seconds)
    async with (
        http_port(paths, satellites=around) as port,
        satellite(port, await port.let_in()) as socket,
    ):
        await say_hello(socket)
        await voices.loading.acquire()
        started_at = around.seconds()
        await port.door.__aexit__()
        assert around.seconds() - started_at < 1.0
        assert (await ended(socket))[0] in {GOING, RESTARTING}
    assert around.house.satellites == ()


async def test_the_page_has_a_strict_policy_and_is_kept_by_its_tag(paths: Paths) -> None:
    async with http_port(paths, satellites=setting()) as port, port.client() as client:
        page = await client.get("/satellite")
        assert page.status_code == 200
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert "unsafe" not in page.headers["content-security-policy"]
        again = await client.get("/satellite", headers={"If-None-Match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        head = await client.head("/page/satellite.js")
        assert (head.status_code, head.content) == (200, b"")
        assert (await client.get("/satellite/server.py")).status_code in {401, 404}
