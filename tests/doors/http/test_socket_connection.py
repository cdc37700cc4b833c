"""How fast the frames of one WebSocket are taken, and that nothing of them is lost."""

from __future__ import annotations

import asyncio

import pytest
from doors.http.fake_connection import Loop, Transport, connected

from jarvis_voice.doors.http.paced_reader import PIECE_BYTES
from jarvis_voice.doors.http.socket_connection import (
    FRAMES_PER_SECOND,
    IS_KNOWN,
    MOST_FRAMES_AT_ONCE,
    SocketConnection,
)

pytestmark = pytest.mark.unit

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING, PONG, TEXT, MORE, SOUND = 0x89, 0x8A, 0x81, 0x00, 0x82
"""The first byte of a frame; MORE is a piece that goes on with a message and ends it not."""


def frame(kind: int, data: bytes = b"") -> bytes:
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([kind]) + size + bytes(4) + data


class Counted(SocketConnection):
    """Counts what it handles."""

    handled = 0

    def handle_events(self) -> None:
        self.handled += len(self.conn.events)
        super().handle_events()


def opened(loop: Loop) -> tuple[Counted, Transport]:
    socket, transport = connected(Counted, loop)
    socket.data_received(HANDSHAKE)
    return socket, transport


@pytest.mark.parametrize(
    ("first", "kind"),
    [(b"", PING), (b"", PONG), (b"", TEXT), (frame(TEXT & 0x7F), MORE)],
    ids=["ping", "pong", "text", "piece"],
)
def test_of_a_flood_so_many_frames_are_taken_at_once_and_then_by_the_second(
    first: bytes, kind: int
) -> None:
    loop = Loop()
    socket, transport = opened(loop)
    socket.data_received(first + frame(kind) * 40_000)
    most = MOST_FRAMES_AT_ONCE + PIECE_BYTES // len(frame(kind)) + 2
    assert MOST_FRAMES_AT_ONCE <= socket.handled <= most
    assert not transport.reads
    loop.go_on(60)
    assert socket.handled <= most + 60 * FRAMES_PER_SECOND
    assert not transport.reads


def test_behind_a_flood_it_reads_again_and_nothing_is_lost() -> None:
    loop = Loop()
    socket, transport = opened(loop)
    socket.data_received(frame(PING) * 3_000)
    loop.go_on(30)
    socket.data_received(frame(TEXT, b"hello"))
    assert socket.handled == 1 + 3_000 + 1
    queued = [socket.queue.get_nowait() for _ in range(socket.queue.qsize())]
    assert queued[-1] == {"type": "websocket.receive", "text": "hello"}
    assert not transport.reads  # until the application has taken it, as uvicorn does it


def test_what_the_application_has_not_taken_stops_the_reading_behind_a_flood_as_well() -> None:
    loop = Loop()
    socket, transport = opened(loop)
    socket.queue.get_nowait()  # that it wants to connect
    socket.data_received(frame(PING) * 1_500 + frame(TEXT, b"hello"))
    loop.go_on(30)
    assert not transport.reads
    asyncio.run(socket.receive())
    assert transport.reads


def test_sound_in_its_time_is_never_held() -> None:
    loop = Loop()
    socket, transport = opened(loop)
    for _ in range(2_000):
        socket.data_received(frame(SOUND, bytes(2_560)) + frame(TEXT, b"{}") * 10)
        socket.queue = asyncio.Queue()
        socket.read_paused, transport.reads = False, True  # all of it was taken
        loop.go_on(0.08)
        assert not loop.due


def test_only_who_is_known_and_was_let_in_is_asking() -> None:
    socket, _ = opened(Loop())
    asking = [socket.is_asking]
    socket.handshake_complete = True
    asking.append(socket.is_asking)  # a satellite is told over its socket why it may not come in
    socket.scope["state"][IS_KNOWN] = True
    asking.append(socket.is_asking)
    socket.close_sent = True
    asking.append(socket.is_asking)
    assert asking == [False, False, True, False]
