"""MeasuredTls: how long the loop is held by what comes over TLS, before anything of it is seen.

A record of TLS may hold a single byte: thousands of them wait in one buffer, and each is opened by
itself. So they are opened for a short while at a time, and what it takes is counted.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from typing import NamedTuple

MOST_SECONDS = 0.002
"""For so long records are opened at a time; then the loop goes on with all else."""


class TlsRead(NamedTuple):
    """What it took to open what is handed on now, and whether more of it waits."""

    seconds: float
    is_cut: bool


NO_TLS = TlsRead(0.0, is_cut=False)


class MeasuredTls(ssl.SSLObject):
    """One connection's TLS. asyncio reads records until it is told that there are no more."""

    _began_at: float | None = None
    _is_cut = False

    def read(self, len: int = 1024, buffer: bytearray | None = None) -> bytes | int:  # type: ignore[override]  # noqa: A002
        """What the next record holds.

        Raises:
            ssl.SSLWantReadError: There is none, or there were enough for now.
        """
        now = time.monotonic()
        if self._began_at is not None and now - self._began_at > MOST_SECONDS:
            self._is_cut = True
            raise ssl.SSLWantReadError
        found: bytes | int = super().read(len, buffer)
        if self._began_at is None:
            self._began_at = now
        return found

    def taken(self) -> TlsRead:
        """What was read since this was asked before; from now on more is read."""
        seconds = 0.0 if self._began_at is None else time.monotonic() - self._began_at
        found = TlsRead(seconds, self._is_cut)
        self._began_at, self._is_cut = None, False
        return found


def measured(context: ssl.SSLContext | None) -> None:
    """Measure what connections with this context take; None is a port without TLS."""
    if context:
        context.sslobject_class = MeasuredTls


def tls_read(transport: asyncio.BaseTransport) -> TlsRead:
    """What TLS took of the loop for the bytes that are handed on now."""
    tls = transport.get_extra_info("ssl_object")
    return tls.taken() if isinstance(tls, MeasuredTls) else NO_TLS
