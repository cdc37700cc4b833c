"""Flow: a client that only holds its place loses it."""

import asyncio
import gc
import json
from contextlib import suppress

import pytest
from doors.http.fake_connection import Loop, connected
from doors.http.served_http import WAIT_SECONDS, http_port
from doors.http.test_socket_connection import HANDSHAKE
from starlette.types import Receive, Scope, Send

from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.http import connection
from jarvis_voice.doors.http.caller_pace import Callers
from jarvis_voice.doors.http.connection import (
    CHUNKS_PER_SECOND,
    MOST_CHUNKS_AT_ONCE,
    MOST_HEAD_LINES,
    HttpConnection,
    is_handshake,
)
from jarvis_voice.doors.http.paced_reader import PIECE_BYTES
from jarvis_voice.doors.http.socket_connection import IS_KNOWN

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


POST = b"POST /api/v1/turns HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


def test_of_a_body_in_tiny_chunks_so_many_are_taken_at_once_and_then_by_the_second() -> None:
    loop = Loop()
    client, transport = connected(HttpConnection, loop)
    client.data_received(CHUNKED + b"1\r\na\r\n" * 40_000)
    most = MOST_CHUNKS_AT_ONCE + PIECE_BYTES // 6 + 2
    assert client.cycle
    assert MOST_CHUNKS_AT_ONCE // 2 < len(client.cycle.body) <= most
    assert not transport.reads
    loop.go_on(10)
    assert len(client.cycle.body) <= most + 10 * CHUNKS_PER_SECOND
    assert not transport.reads
    loop.go_on(60)
    assert client.cycle.body == b"a" * 40_000
    assert transport.reads


def test_a_body_in_one_piece_is_never_held_whatever_it_holds() -> None:
    loop = Loop()
    client, transport = connected(HttpConnection, loop)
    client.data_received(POST + b"Content-Length: 60000\r\n\r\n" + b"\r\n" * 30_000)
    assert client.cycle
    assert len(client.cycle.body) == 60_000
    assert transport.reads


def test_a_recording_that_is_sent_while_it_is_made_is_never_held() -> None:
    loop = Loop()
    client, transport = connected(HttpConnection, loop)
    client.data_received(CHUNKED)
    for _ in range(1_000):
        client.data_received(b"140\r\n" + b"\r\n" * 160 + b"\r\n")
        assert client.cycle
        client.cycle.body.clear()  # the application has taken it
        loop.go_on(0.01)
        assert transport.reads


BROKEN = {
    "no version": b"GET /healthz\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "no length": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    "no chunk": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN)
async def test_what_is_no_request_is_refused_as_everything_is(paths: Paths, sent: bytes) -> None:
    async with http_port(paths) as port:
        head, _, body = (await port.raw(sent)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body) == {"code": "no-request", "message": "This is no request of HTTP."}


async def test_what_follows_a_body_with_two_lengths_is_no_request(paths: Paths) -> None:
    smuggled = (
        b"POST /api/v1/turns HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    )
    async with http_port(paths, open_on_loopback=True) as port:
        told = await port.raw(smuggled + WHOLE)
    assert told.count(b"HTTP/1.1 ") == 1
    assert b'"two-lengths"' in told


async def test_who_asks_for_another_protocol_writes_nothing_into_the_log(
    paths: Paths, caplog: pytest.LogCaptureFixture
) -> None:
    upgrade = b"Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n"
    async with http_port(paths) as port:
        answer = await port.raw(WHOLE.removesuffix(b"\r\n") + upgrade)
    assert b"200 OK" in answer
    assert "upgrade" not in caplog.text.lower()


KEY, VERSION = (b"sec-websocket-key", b"k"), (b"sec-websocket-version", b"13")


@pytest.mark.parametrize(
    ("method", "headers", "opens"),
    [
        ("GET", [KEY, VERSION], True),
        ("POST", [KEY, VERSION], False),
        ("GET", [VERSION], False),
        ("GET", [KEY], False),
        ("GET", [KEY, (b"sec-websocket-version", b"8")], False),
    ],
)
def test_only_a_whole_handshake_opens_a_socket(
    method: str, headers: list[tuple[bytes, bytes]], opens: bool
) -> None:
    assert is_handshake(method, headers) == opens


async def test_a_turn_may_take_longer(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port, port.client() as client:
        asking = asyncio.create_task(client.post("/api/v1/turns", json={"text": "wait"}))
        await port.planner.reached.wait()
        await port.raw(b"")  # dropped in the meantime: so long the turn has lasted
        port.planner.let_go.set()
        assert "You said wait." in (await asking).text


async def keep_asking(writer: asyncio.StreamWriter) -> None:
    """Ask until it is cut: the answers fill every buffer, then nobody takes the requests."""
    while True:
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
        await writer.drain()


async def test_who_reads_nothing_is_dropped(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "READ_SECONDS", 0.1)
    async with http_port(paths) as port, asyncio.timeout(WAIT_SECONDS):
        _, writer = await asyncio.open_connection("127.0.0.1", port.port, limit=1)
        with pytest.raises(ConnectionError):
            await keep_asking(writer)
        writer.transport.abort()


async def test_nothing_of_a_connection_is_kept_behind_its_end(paths: Paths) -> None:
    many_lines = b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 20_000 + b"\r\n"
    async with http_port(paths) as port:
        for sent in (WHOLE, many_lines, *BROKEN.values()):
            with suppress(ConnectionError):  # it is refused before all of it was read
                await port.raw(sent)
        async with asyncio.timeout(WAIT_SECONDS):
            while any(isinstance(one, HttpConnection) for one in gc.get_objects()):
                await asyncio.sleep(0)
                gc.collect()


def test_only_who_is_known_and_waits_for_an_answer_is_asking() -> None:
    client, _ = connected(HttpConnection, Loop())
    asking = [client.is_asking]
    client.data_received(POST + b"Content-Length: 9\r\n\r\n{")
    asking.append(client.is_asking)  # nobody knows yet who it is
    assert client.cycle
    for is_known in (False, True):
        client.cycle.scope["state"][IS_KNOWN] = is_known
        asking.append(client.is_asking)
    client.cycle.response_complete = True
    asking.append(client.is_asking)
    assert asking == [False, False, False, True, False]


@pytest.mark.parametrize(
    ("sent", "is_dropped"),
    [
        ((), True),
        ((HANDSHAKE[:40],), True),
        ((HANDSHAKE,), False),
        ((HANDSHAKE[:40], HANDSHAKE[40:]), False),
        ((POST + b"Content-Length: 9\r\n\r\n{",), False),
    ],
)
def test_who_has_sent_a_whole_head_is_not_late_also_as_a_websocket(
    monkeypatch: pytest.MonkeyPatch, sent: tuple[bytes, ...], is_dropped: bool
) -> None:
    loop = Loop()
    monkeypatch.setattr(asyncio, "get_event_loop", lambda: loop)  # uvicorn's WebSocket asks so
    client, transport = connected(HttpConnection, loop)
    for piece in sent:
        client.data_received(piece)
    loop.go_on(connection.HEAD_SECONDS)
    assert transport.is_closed == is_dropped


@pytest.mark.parametrize("behind", [b"Content-Length: 99999999\r\n\r\n", b"\r\n" + WHOLE])
async def test_who_is_not_known_sends_no_body_behind_an_answer_and_no_request_ahead(
    paths: Paths, behind: bytes
) -> None:
    async with http_port(paths) as port:
        answer = await port.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + behind)
    assert answer.count(b"HTTP/1.1 200 OK") == 1


@pytest.mark.parametrize(
    ("is_known", "keeps_open", "seconds", "taken"),
    [
        (False, True, 0.03, 0.03),
        (False, False, 0.03, 0.03),
        (False, True, 9, 0.05),
        (True, True, 9, 0),
    ],
)
async def test_what_an_answer_takes_of_the_loop_is_counted_of_who_is_not_known(
    monkeypatch: pytest.MonkeyPatch, is_known: bool, keeps_open: bool, seconds: float, taken: float
) -> None:
    loop, counted = Loop(), list[float]()
    callers = Callers(loop.time)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        del receive, send
        scope["state"][IS_KNOWN] = is_known
        loop.now += seconds

    def wait_for(_: object, spent_seconds: float) -> float:
        counted.append(spent_seconds)
        return 0.0

    monkeypatch.setattr(callers, "wait_for", wait_for)
    client, _ = connected(HttpConnection, loop, application=answer, callers=callers)
    close = b"" if keeps_open else b"Connection: close\r\n"
    client.data_received(WHOLE[:-2] + close + b"\r\n")
    counted.clear()
    await client.app(client.cycle.scope, client.cycle.receive, client.cycle.send)
    assert sum(counted) == pytest.approx(taken)


def test_a_head_of_too_many_lines_is_refused_before_it_is_read() -> None:
    client, transport = connected(HttpConnection, Loop())
    client.data_received(WHOLE[:-2] + b"a:\r\n" * 2 * MOST_HEAD_LINES + b"\r\n")
    assert transport.is_closed
    assert client.cycle is None


def test_lines_of_a_body_are_no_lines_of_a_head() -> None:
    client, transport = connected(HttpConnection, Loop())
    length = f"Content-Length: {4 * MOST_HEAD_LINES}\r\n\r\n".encode()
    client.data_received(POST + length + b"\n" * 4 * MOST_HEAD_LINES)
    assert not transport.is_closed
    assert client.cycle.body.count(b"\n") == 4 * MOST_HEAD_LINES
