"""Flow: a client that only holds its place loses it."""

import asyncio

import pytest
from doors.http.served_http import http_port

from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.http import connection

pytestmark = pytest.mark.flow

WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.1)


@pytest.mark.parametrize("sent", [b"", b"GET /healthz HTTP/1.1\r\nHost: loc"])
async def test_who_sends_no_whole_head_is_dropped(paths: Paths, sent: bytes) -> None:
    async with http_port(paths) as port:
        assert await port.raw(sent) == b""


async def test_the_second_request_of_a_connection_must_come_in_time_as_well(paths: Paths) -> None:
    async with http_port(paths) as port:
        answer = await port.raw(WHOLE + b"GET /heal")
    assert answer.count(b"200 OK") == 1


async def test_a_turn_may_take_longer(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port, port.client() as client:
        asking = asyncio.create_task(client.post("/api/v1/turns", json={"text": "wait"}))
        await port.planner.reached.wait()
        await port.raw(b"")  # dropped in the meantime: so long the turn has lasted
        port.planner.let_go.set()
        assert "You said wait." in (await asking).text
