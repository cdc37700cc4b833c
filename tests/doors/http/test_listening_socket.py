"""How many connections a port keeps open, and which one makes room for the next."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from jarvis_voice.doors.http.listening_socket import Address, ListeningSocket

pytestmark = pytest.mark.unit

MOST = 3


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def listening(stack: ExitStack) -> ListeningSocket:
    made = ListeningSocket(socket.AF_INET, socket.SOCK_STREAM, 0, MOST)
    stack.enter_context(made)
    made.bind(("127.0.0.1", 0))
    made.listen()
    made.setblocking(False)  # as a loop has it
    return made


def come(
    listening: ListeningSocket, stack: ExitStack, host: str = "127.0.0.1"
) -> tuple[socket.socket, socket.socket]:
    """A client's end and the server's end of a new connection."""
    made = socket.create_connection(listening.getsockname(), 5, (host, 0))
    client = stack.enter_context(made)
    client.settimeout(5)
    return client, stack.enter_context(listening.accept()[0])


class Here:
    """A client over whose connection something came."""

    def __init__(self, is_asking: bool) -> None:
        self.is_asking = is_asking
        self.is_ended = False

    def end(self) -> None:
        self.is_ended = True


def anybody(_: str) -> bool:
    return True


def address_of(client: socket.socket) -> Address:
    host, port = client.getsockname()
    return host, port


def test_the_oldest_that_asks_for_nothing_makes_room(
    listening: ListeningSocket, stack: ExitStack
) -> None:
    first, second, third = (come(listening, stack)[0] for _ in range(MOST))
    listening.know(lambda: {address_of(first): Here(is_asking=True)}, anybody)
    fourth, server = come(listening, stack)
    assert second.recv(1) == b""
    server.sendall(b"x")
    assert fourth.recv(1) == b"x"
    for one in (first, third):
        one.setblocking(False)
        with pytest.raises(BlockingIOError):
            one.recv(1)


def test_where_all_have_asked_the_newest_is_closed(
    listening: ListeningSocket, stack: ExitStack
) -> None:
    clients = [come(listening, stack)[0] for _ in range(MOST)]
    listening.know(lambda: {address_of(one): Here(is_asking=True) for one in clients}, anybody)
    late = stack.enter_context(socket.create_connection(listening.getsockname(), 5))
    with pytest.raises(BlockingIOError):
        listening.accept()
    assert late.recv(1) == b""
    clients[0].setblocking(False)
    with pytest.raises(BlockingIOError):
        clients[0].recv(1)


def test_a_closed_connection_leaves_room(listening: ListeningSocket, stack: ExitStack) -> None:
    pairs = [come(listening, stack) for _ in range(MOST)]
    pairs[1][1].close()
    come(listening, stack)
    pairs[0][0].setblocking(False)
    with pytest.raises(BlockingIOError):
        pairs[0][0].recv(1)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is one loopback address")
def test_from_where_most_come_one_makes_room(listening: ListeningSocket, stack: ExitStack) -> None:
    alone, _ = come(listening, stack, "127.0.0.2")
    flood = [come(listening, stack)[0] for _ in range(MOST)]
    assert flood[0].recv(1) == b""
    alone.setblocking(False)
    with pytest.raises(BlockingIOError):
        alone.recv(1)


def test_who_makes_room_is_ended_also_where_it_is_not_read(
    listening: ListeningSocket, stack: ExitStack
) -> None:
    first, *_ = (come(listening, stack)[0] for _ in range(MOST))
    here = Here(is_asking=False)
    listening.know(lambda: {address_of(first): here}, anybody)
    come(listening, stack)
    assert here.is_ended


def test_who_comes_too_often_is_closed_and_the_next_one_taken(
    listening: ListeningSocket, stack: ExitStack
) -> None:
    may_come = iter((False, False, True))
    listening.know(dict, lambda _: next(may_come))
    address = listening.getsockname()
    clients = [stack.enter_context(socket.create_connection(address, 5)) for _ in range(3)]
    server = stack.enter_context(listening.accept()[0])
    server.sendall(b"x")
    assert [one.recv(1) for one in clients] == [b"", b"", b"x"]
