"""ListeningSocket: takes connections, and keeps so many open that memory cannot run out.

Invariant: who connects and asks for nothing (TLS costs a third of a megabyte before the first byte)
or is not known makes room for who comes later; who is known and waits for an answer is never cut
off. Who connects without end takes no place from others, and a bounded part of the loop.
"""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from jarvis_voice.doors.http.caller_pace import network_of

Address = tuple[str, int]
"""Of a client: its host and its port."""

MOST_OPEN = 512
"""Fewer than the connections at which uvicorn refuses every request, by all that one look at the
port may take (its backlog): who holds a place and asks for nothing must not shut out who asks."""

WAITING = 1_024
"""Connections that the system keeps until they are taken. Where one floods, too few shut out
others."""

MOST_REFUSED = 128
"""In one look; then the loop goes on with all else."""


class Client(Protocol):
    """A connection over which something came."""

    @property
    def is_asking(self) -> bool:
        """Whether somebody who is known waits for an answer."""

    def end(self) -> None:
        """End it at once."""


class ListeningSocket(socket.socket):
    """A listening socket that closes the oldest idle connection when there are too many."""

    def __init__(self, family: int, kind: int, protocol: int, most: int = MOST_OPEN) -> None:
        super().__init__(family, kind, protocol)
        self._most = most
        self._open: dict[Address, socket.socket] = {}
        self._clients: Callable[[], Mapping[Address, Client]] = dict
        self._admits: Callable[[str], bool] = lambda _: True

    def know(
        self, clients: Callable[[], Mapping[Address, Client]], admits: Callable[[str], bool]
    ) -> None:
        """Find out with these what is open, and whether one more may come from an address."""
        self._clients = clients
        self._admits = admits

    def listen(self, backlog: int = WAITING, /) -> None:
        """Let clients come; more of them wait than are taken in one look."""
        super().listen(max(backlog, WAITING))

    def accept(self) -> tuple[socket.socket, Any]:
        """Take a connection.

        Raises:
            BlockingIOError: There is none, or no room for it: it is closed.
        """
        for _ in range(MOST_REFUSED):
            connection, address = super().accept()
            key = (str(address[0]), int(address[1]))
            if self._admits(key[0]) and (len(self._open) < self._most or self._has_made_room()):
                self._open.pop(key, None)
                self._open[key] = connection
                return connection, address
            connection.close()
        raise BlockingIOError

    def _has_made_room(self) -> bool:
        """Whether there is room now.

        Of those that ask for nothing the oldest is ended for it, from where the most of them come.
        """
        self._open = {key: one for key, one in self._open.items() if one.fileno() >= 0}
        if len(self._open) < self._most:
            return True
        clients = self._clients()
        idle = [key for key in self._open if not (key in clients and clients[key].is_asking)]
        if not idle:
            return False
        networks = [network_of(host) for host, _ in idle]
        fullest = Counter(networks).most_common(1)[0][0]
        oldest = idle[networks.index(fullest)]
        connection = self._open.pop(oldest)
        if oldest in clients:  # one that is not read would not see the end of its socket
            clients[oldest].end()
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)  # its transport closes it
        return True
