"""Reports Jarvis's state to the service manager that started it, by systemd's sd_notify protocol.

Invariant: telling never waits and never fails: whoever listens may have gone, and Jarvis goes on.
The protocol is sd_notify(3): lines of NAME=value in one datagram.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from collections.abc import Callable, MutableMapping

log = logging.getLogger(__name__)

PINGS_A_WATCHDOG = 3
"""Pings in the time that the watchdog waits: one may be late on a busy machine, and one more."""

_VARIABLES = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")


class Supervisor:
    """The service manager that started Jarvis; where there is none, reports go nowhere.

    Args:
        address: Path of its datagram socket, "@name" for an abstract one; empty is nobody.
        watchdog_seconds: It ends us when it hears no ping for so long; None: it waits for none.
    """

    def __init__(self, address: str = "", watchdog_seconds: float | None = None) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._watchdog_seconds = watchdog_seconds
        self._is_gone = False
        self._is_stopping = False
        self._status = ""

    @classmethod
    def take_from(cls, env: MutableMapping[str, str]) -> Supervisor:
        """Read the variables that name it and take them out: programs we open must not see them."""
        address, microseconds, pid = (env.pop(name, "") for name in _VARIABLES)
        if not hasattr(socket, "AF_UNIX") or not address.startswith(("/", "@")):
            return cls()
        is_meant = not pid or pid == str(os.getpid())
        has_watchdog = is_meant and microseconds.isdecimal() and int(microseconds) > 0
        return cls(address, int(microseconds) / 1_000_000 if has_watchdog else None)

    @property
    def is_there(self) -> bool:
        """Whether somebody started us who wants to know how we are."""
        return bool(self._address)

    def ready(self) -> None:
        """All is open; or a reload is over."""
        self._tell("READY=1")

    def status(self, text: str) -> None:
        """What Jarvis is doing, in one line for `systemctl status`; "" changes nothing."""
        line = " ".join(text.split())
        if line and line != self._status:
            self._status = line
            self._tell(f"STATUS={line}")

    def reloading(self) -> None:
        """The settings are read anew; `ready` says that this is over."""
        self._tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1_000}")

    def stopping(self) -> None:
        """The end has begun; said once."""
        if not self._is_stopping:
            self._tell("STOPPING=1")
        self._is_stopping = True

    async def watch(self, is_alive: Callable[[], bool]) -> None:
        """Ping while the event loop turns and `is_alive`; returns at once without a watchdog."""
        if self._watchdog_seconds is None:
            return
        was_alive = True
        while True:
            alive = is_alive()
            if alive:
                self._tell("WATCHDOG=1")
            elif was_alive:
                log.error("the ears have come to a stop: the watchdog gets no ping")
            was_alive = alive
            await asyncio.sleep(self._watchdog_seconds / PINGS_A_WATCHDOG)

    def _tell(self, *lines: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.settimeout(0)
                sender.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            if not self._is_gone:
                log.warning("whoever started Jarvis does not listen: %s", error.strerror)
            self._is_gone = True
        else:
            self._is_gone = False
