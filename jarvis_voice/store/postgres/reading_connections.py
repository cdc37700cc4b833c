"""ReadingConnections: connections that a reader keeps open between two queries.

Invariant: a query ends within the time for an answer, also where the server hangs.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
from psycopg import InterfaceError, OperationalError

from jarvis_voice.store.postgres import database
from jarvis_voice.store.postgres.database import connection_options, conninfo_of
from jarvis_voice.store.postgres.place import PostgresPlace

MOST_IDLE = 2
GONE_SECONDS = 5.0
"""So long after a server did not answer, nobody waits for it again."""

_Connection = psycopg.Connection[Any]


class ReadingConnections:
    """Connections of a reader; several threads may ask at once.

    Args:
        place: Where the database is.
    """

    def __init__(self, place: PostgresPlace) -> None:
        self._place = place
        self._idle: deque[tuple[_Connection, float]] = deque(maxlen=MOST_IDLE + 1)
        self._gone_until = 0.0
        weakref.finalize(self, _close_all, self._idle)

    def found(self, sql: str, values: Sequence[object]) -> list[Any]:
        """What a query finds; on a new connection where the server has cut the kept one.

        Raises:
            psycopg.Error: It cannot be read.
            TimeoutError: The server does not answer, or did not a moment ago.
        """
        if time.monotonic() < self._gone_until:
            raise TimeoutError
        while kept := self._kept():
            try:
                return self._asked(kept, sql, values)
            except (OperationalError, InterfaceError):
                if not kept.broken:
                    raise
        try:
            fresh = psycopg.connect(conninfo_of(self._place), **connection_options(self._place))
        except psycopg.errors.ConnectionTimeout:
            self._mark_gone()
            raise
        return self._asked(fresh, sql, values)

    def _kept(self) -> _Connection | None:
        """A connection that waits and is not too old; older ones are closed."""
        oldest = time.monotonic() - self._place.idle_seconds
        with contextlib.suppress(IndexError):
            while True:
                connection, used_at = self._idle.pop()
                if used_at > oldest:
                    return connection
                connection.close()
        return None

    def _asked(self, connection: _Connection, sql: str, values: Sequence[object]) -> list[Any]:
        try:
            with (
                self._cut_when_silent(connection),
                connection.transaction(),  # behind a pooler a setting lasts no longer
                connection.pipeline() if self._has_pipeline else contextlib.nullcontext(),
            ):
                connection.execute("SET LOCAL statement_timeout = '8s'")
                found = connection.execute(sql, values)
            return found.fetchall()
        finally:
            if connection.broken or len(self._idle) >= MOST_IDLE:
                connection.close()
            else:
                self._idle.append((connection, time.monotonic()))

    @property
    def _has_pipeline(self) -> bool:
        return psycopg.Capabilities().has_pipeline() and not self._place.is_pooled

    @contextlib.contextmanager
    def _cut_when_silent(self, connection: _Connection) -> Iterator[None]:
        """The driver itself would wait for an answer for ever: a server that hangs is cut off."""
        is_cut = threading.Event()

        def cut() -> None:
            is_cut.set()
            with contextlib.suppress(OSError, psycopg.Error):
                ours = socket.fromfd(connection.fileno(), socket.AF_INET, socket.SOCK_STREAM)
                with ours:
                    ours.shutdown(socket.SHUT_RDWR)

        timer = threading.Timer(database.ANSWER_SECONDS, cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        except psycopg.Error as error:
            if not is_cut.is_set():
                raise
            self._mark_gone()
            raise TimeoutError from error
        finally:
            timer.cancel()

    def _mark_gone(self) -> None:
        self._gone_until = time.monotonic() + GONE_SECONDS


def _close_all(idle: deque[tuple[_Connection, float]]) -> None:
    while idle:
        connection, _ = idle.pop()
        connection.close()
