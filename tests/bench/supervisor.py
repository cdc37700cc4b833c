"""A supervisor's end of sd_notify: a datagram socket that a test reads."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from typing import Self

from bench.process import PATIENCE_SECONDS


class NotifySocket:
    """Listens inside `with`.

    Attributes:
        env: What a program must see to tell us how it is.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.env = {"NOTIFY_SOCKET": str(path)}

    def __enter__(self) -> Self:
        self._socket.bind(str(self._path))
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()
        self._path.unlink(missing_ok=True)

    def waiting(self) -> list[str]:
        """What has been told and not been read yet."""
        told = []
        self._socket.settimeout(0)
        while True:
            try:
                told.append(self._socket.recv(4_096).decode())
            except BlockingIOError:
                return told

    def until(self, wanted: str, timeout: float = PATIENCE_SECONDS) -> list[str]:
        """What is told up to the datagram that begins so, which comes last.

        Raises:
            AssertionError: It did not come in time.
        """
        told: list[str] = []
        deadline = time.monotonic() + timeout
        while not (told and told[-1].startswith(wanted)):
            self._socket.settimeout(max(0.01, deadline - time.monotonic()))
            try:
                told.append(self._socket.recv(4_096).decode())
            except TimeoutError:
                raise AssertionError(f"no {wanted} in {timeout:.0f} s: {told}") from None
        return told
