"""How many connections a port keeps open, and which one makes room for the next."""

from __future__ import annotations

import socket
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
    return made


def come(listening: ListeningSocket, stack: ExitStack) -> tuple[socket.socket, socket.socket]:
    """A client's end and the server's end of a new connection."""
    client = stack.enter_context(socket.create_connection(listening.getsockname(), 5))
    client.settimeout(5)
    return client, stack.enter_context(listening.accept()[0])


def address_of(client: socket.socket) -> Address:
    host, port = client.getsockname()
    return host, port


def test_the_oldest_that_asks_for_nothing_makes_room(
    listening: ListeningSocket, stack: ExitStack
) -> None:
    first, second, third = (come(listening, stack)[0] for _ in range(MOST))
    listening.know(lambda: {address_of(first)})
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
    listening.know(lambda: {*map(address_of, clients)})
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
