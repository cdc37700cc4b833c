"""What strangers may take of the port, from one address and from many."""

from __future__ import annotations

import asyncio

import pytest
from doors.http.fake_connection import Loop, Transport, connected

from jarvis_voice.doors.http.caller_pace import (
    MICROSECONDS_EACH,
    MICROSECONDS_TOGETHER,
    MOST_ADDRESSES,
    CallerPace,
    CallerRate,
    Callers,
    KnownCallers,
    network_of,
)
from jarvis_voice.doors.http.connection import HttpConnection
from jarvis_voice.doors.http.paced_reader import PIECE_BYTES
from jarvis_voice.doors.http.socket_connection import IS_KNOWN, SocketConnection

pytestmark = pytest.mark.unit

STRANGER, OTHER, OWNER = "10.0.0.1", "10.0.0.2", "10.0.0.3"


HEAD = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 999999\r\n\r\n"


class SlowTaker(HttpConnection):
    """A connection each piece of which takes ten milliseconds."""

    def take(self, piece: bytes) -> int:
        self.loop.now += 0.01  # type: ignore[attr-defined]
        return super().take(piece)


def taken_of(clients: list[tuple[SlowTaker, Transport]]) -> int:
    taken: list[int] = [len(client.cycle.body) if client.cycle else 0 for client, _ in clients]
    return sum(taken)


def pace_at(now: list[float], *known: str) -> CallerPace:
    names = KnownCallers()
    for one in known:
        names.add(one)
    return CallerPace(lambda: now[0], names, CallerRate(10, 20), CallerRate(20, 60))


def test_who_comes_too_often_comes_again_at_his_pace() -> None:
    now = [0.0]
    pace = pace_at(now)
    assert sum(pace.admits(STRANGER) for _ in range(1_000)) in {20, 21}
    assert pace.admits(OTHER)
    now[0] += 1
    assert sum(pace.admits(STRANGER) for _ in range(1_000)) in {10, 11}


def test_from_many_addresses_they_share_a_pace_that_keeps_no_known_one_waiting() -> None:
    pace = pace_at([0.0], OWNER)
    assert sum(pace.admits(f"10.0.1.{i}") for i in range(200)) in {60, 61}
    assert not pace.admits(OTHER)
    assert sum(pace.admits(OWNER) for _ in range(1_000)) in {20, 21}


def test_of_addresses_the_newest_are_kept() -> None:
    pace = pace_at([0.0])
    for number in range(3 * MOST_ADDRESSES):
        pace.wait_seconds(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(pace._each) == MOST_ADDRESSES


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.168.1.9", "192.168.1.9"),
        ("::ffff:192.168.1.9", "192.168.1.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no address", "no address"),
        (":", ":"),
    ],
)
def test_by_what_an_address_is_counted(host: str, network: str) -> None:
    assert network_of(host) == network


def test_what_pieces_take_of_the_loop_is_shared_by_all_connections_of_strangers() -> None:
    callers, loop = Callers(lambda: loop.now), Loop()
    clients = [connected(SlowTaker, loop, callers=callers) for _ in range(20)]
    for number, (client, _) in enumerate(clients):
        client.client = (f"10.0.0.{number}", 1)
        client.data_received(HEAD + b"x" * 9_000)
    taken = taken_of(clients)
    most = 2 * MICROSECONDS_TOGETHER.at_once // 10_000  # time goes on meanwhile
    assert PIECE_BYTES * most // 2 < taken < PIECE_BYTES * most
    assert not clients[-1][1].reads
    loop.go_on(60)
    assert taken < taken_of(clients)


def test_who_is_known_is_read_at_once() -> None:
    loop = Loop()
    client, transport = connected(SlowTaker, loop)
    client.data_received(HEAD)
    client.cycle.scope["state"][IS_KNOWN] = True
    client.data_received(b"x" * 900_000)
    assert len(client.cycle.body) == 900_000
    assert transport.reads or len(client.cycle.body) > 65_536


def test_the_frames_of_a_stranger_are_counted_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = Loop()
    monkeypatch.setattr(asyncio, "get_event_loop", lambda: loop)  # uvicorn's WebSocket asks so
    client, _ = connected(SocketConnection, loop)
    client.client = (STRANGER, 1)
    each = MICROSECONDS_EACH
    waits = client.wait_for((each.at_once + each.per_second) / 1_000_000)
    assert waits == pytest.approx(1.0)


def test_who_comes_through_a_proxy_keeps_nobody_waiting_who_does_too() -> None:
    callers = Callers(lambda: 0.0, proxies=[STRANGER])
    assert all(callers.admits(STRANGER) for _ in range(5_000))
    assert not callers.wait_for((STRANGER, 1), 5.0)
    assert callers.wait_for((OTHER, 1), 5.0)
    assert not all(callers.admits(OTHER) for _ in range(5_000))
