"""ListeningSocket: takes connections, and keeps so many open that memory cannot run out.

Invariant: who connects and asks for nothing (TLS costs a third of a megabyte before the first byte)
or is not known makes room for who comes later; who is known and waits for an answer is never cut
off.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

Address = tuple[str, int]
"""Of a client: its host and its port."""

MOST_OPEN = 512
"""Fewer than the connections at which uvicorn refuses every request, by all that one look at the
port may take (its backlog): who holds a place and asks for nothing must not shut out who asks."""


class ListeningSocket(socket.socket):
    """A listening socket that closes the oldest idle connection when there are too many."""

    def __init__(self, family: int, kind: int, protocol: int, most: int = MOST_OPEN) -> None:
        super().__init__(family, kind, protocol)
        self._most = most
        self._open: dict[Address, socket.socket] = {}
        self._asking: Callable[[], set[Address]] = set

    def know(self, asking: Callable[[], set[Address]]) -> None:
        """Which clients are known and wait for an answer is found out with this."""
        self._asking = asking

    def accept(self) -> tuple[socket.socket, Any]:
        """Take a connection.

        Raises:
            BlockingIOError: There is none, or no room for it: it is closed.
        """
        connection, address = super().accept()
        if len(self._open) >= self._most and not self._has_made_room():
            connection.close()
            raise BlockingIOError
        self._open[(str(address[0]), int(address[1]))] = connection
        return connection, address

    def _has_made_room(self) -> bool:
        """Whether there is room now: the oldest of those that ask for nothing is ended for it."""
        self._open = {key: one for key, one in self._open.items() if one.fileno() >= 0}
        if len(self._open) < self._most:
            return True
        asking = self._asking()
        oldest = next((key for key in self._open if key not in asking), None)
        if oldest is None:
            return False
        with suppress(OSError):
            self._open.pop(oldest).shutdown(socket.SHUT_RDWR)  # its transport closes it
        return True
