"""Has briefings made before their routines are due, so that the first word comes at once.

Invariant: it makes no sound; what cannot be prepared is made when the routine is due, which tells
why where that fails, too.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.schedule_entries import Entry, Moment, seconds_left
from jarvis_voice.core.types import Origin
from jarvis_voice.language.en.briefing_requests import asks_for_briefing, asks_for_mail
from jarvis_voice.language.en.schedule_phrases import Teller

log = logging.getLogger(__name__)

MakeReady = Callable[[str], Awaitable[object]]
"""Makes the briefing of a user."""


MayRun = Callable[[Origin], Awaitable[bool]]
"""Whether a routine that was set there runs at all."""


async def anybody(origin: Origin) -> bool:
    """Let every routine run."""
    del origin
    return True


async def nothing_ready(user_id: str) -> None:
    """Make nothing ahead."""
    del user_id


class Preparation:
    """Tells which routines are to be prepared, and prepares them.

    Args:
        make_ready: Makes the briefing of a user.
        ahead_seconds: How long before it is due; 0 prepares nothing.
        may_run: What will not run is not prepared: a briefing may cost.
    """

    def __init__(
        self,
        make_ready: MakeReady = nothing_ready,
        ahead_seconds: float = 0.0,
        may_run: MayRun = anybody,
    ) -> None:
        self._make_ready = make_ready
        self._may_run = may_run
        self._ahead_seconds = ahead_seconds
        self._begun: dict[int, datetime] = {}

    def due(self, entries: Sequence[Entry], moment: Moment) -> list[Entry]:
        """Routines whose briefing is to be made now; each is given once for each of its times."""
        found = [
            one
            for one in entries
            if one.kind == "routine"
            and one.state == "waiting"
            and self._begun.get(one.number) != one.due_at
            and 0 < seconds_left(one, moment) <= self._ahead_seconds
            and asks_for_briefing(one.words)
        ]
        there = {one.number for one in entries}
        self._begun = {n: at for n, at in self._begun.items() if n in there}
        self._begun |= {one.number: one.due_at for one in found}
        return found

    async def prepare(self, entry: Entry) -> None:
        """Make the briefing of a routine's user, where that routine may run."""
        try:
            if await self._may_run(entry.origin):
                await self._make_ready(entry.user_id)
        except JarvisError as error:
            log.info("a briefing was not prepared: %s", error.code)


def is_offered(entry: Entry) -> bool:
    """Whether a routine that was missed is offered, and not told with what else was missed."""
    return entry.kind == "routine" and entry.state == "waiting" and asks_for_briefing(entry.words)


def offering(entry: Entry, teller: Teller) -> Entry:
    """The routine that asks whether a missed briefing shall be read now; a mail goes out late."""
    if asks_for_mail(entry.words):
        return entry
    when = teller.clock_of(entry.due_at)
    is_today = (
        entry.due_at.astimezone(teller.zone).date() == teller.now.astimezone(teller.zone).date()
    )
    day = "" if is_today else f"{entry.due_at.astimezone(teller.zone):%A} at "
    return replace(entry, words=f"offer my briefing of {day}{when}")
