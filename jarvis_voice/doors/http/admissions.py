"""Admissions: the streams and sockets that stay open, each as long as its token is there.

Invariant: what came in with a token that was removed ends at once, idle or not. A store that cannot
be read ends nothing: what was allowed before stays.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Self

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.events import Event, TokenRemoved
from jarvis_voice.core.types import Origin
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)

LOOK_SECONDS = 15.0
"""How often it is looked unasked: another Jarvis on the same database may have removed a token."""

Check = Callable[[], Awaitable[bool]]
"""Whether the token is still there and allows the same; may raise a StoreError."""


class Admission:
    """One stream or socket that is open.

    Attributes:
        over: Set when it has to end.
        is_forbidden: It has to end since its token is gone.
    """

    __slots__ = ("_among", "check", "is_forbidden", "origin", "over")

    def __init__(self, among: set[Admission], origin: Origin, check: Check) -> None:
        self._among = among
        self.origin = origin
        self.check = check
        self.over = asyncio.Event()
        self.is_forbidden = False
        among.add(self)

    def forbid(self) -> None:
        """End it: its token is gone."""
        self.is_forbidden = True
        self.over.set()

    def leave(self) -> None:
        """It has ended."""
        self._among.discard(self)


class Admissions:
    """Knows what is open, inside `async with`, and ends it.

    Args:
        bus: Tells when a token was removed.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._open: set[Admission] = set()
        self._has_some = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._first_looks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._bus.listen(self._take)
        self._looking = asyncio.create_task(self._look_at_times(), name="admissions")
        return self

    async def __aexit__(self, *exc: object) -> None:
        """End all that is open."""
        for one in tuple(self._open):
            one.over.set()
        tasks = {*self._first_looks, *([self._looking] if self._looking else [])}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def admit(self, origin: Origin, check: Check) -> Admission:
        """Let somebody in, until the admission is left.

        It is looked once more at once: the token may have gone since it was read.
        """
        self._has_some.set()
        found = Admission(self._open, origin, check)
        looking = asyncio.create_task(self._look(found), name="admission")
        self._first_looks.add(looking)
        looking.add_done_callback(self._first_looks.discard)
        return found

    def _take(self, event: Event) -> None:
        if isinstance(event, TokenRemoved):
            for one in tuple(self._open):
                if one.origin.place == event.name:
                    one.forbid()

    async def _look_at_times(self) -> None:
        while True:
            await self._has_some.wait()
            await asyncio.sleep(LOOK_SECONDS)
            if not self._open:
                self._has_some.clear()
            await self._look(*self._open)

    async def _look(self, *admissions: Admission) -> None:
        """End those of these whose token is gone."""
        try:
            for one in admissions:
                if not await one.check():
                    one.forbid()
        except StoreError as error:  # looked again later
            log.warning("it was not looked whether tokens are still there: %s", error.code)
        except Exception as error:  # noqa: BLE001 - what breaks once must not end the looks
            log_broken(log, "a look at tokens", error)
