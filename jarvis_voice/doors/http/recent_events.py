"""EventRing: the newest events of each user, so that a client that was away misses none.

Invariant: nobody is shown an event of another user. It is bounded: so many events of each user, and
none that is older than some minutes.
"""

from __future__ import annotations

import asyncio
import dataclasses
import secrets
from collections import deque
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from jarvis_voice.core.bus import Bus, Subscription
from jarvis_voice.core.events import Event, TurnEnded, TurnStarted
from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.core.types import ThreadKey

KEPT_EVENTS = 1_000
KEPT_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event that can be sent again.

    Attributes:
        number: Its place among the user's events; the first is 1.
        event: The event.
        at: When it happened.
        n_bytes: How long its words are.
    """

    number: int
    event: Event
    at: datetime
    n_bytes: int


@dataclass(frozen=True, slots=True)
class Missed:
    """Events that are no longer there: how many."""

    events: int


class _UserEvents:
    """The newest events of one user."""

    def __init__(self) -> None:
        self.kept: deque[KeptEvent] = deque(maxlen=KEPT_EVENTS)
        self.newest = 0
        self.news = asyncio.Event()

    def add(self, event: Event, now: datetime) -> None:
        """Keep an event, and wake who waits for one."""
        self.newest += 1
        self.kept.append(KeptEvent(self.newest, event, now, words_of(event)))
        self.drop_old(now)
        self.news.set()
        self.news = asyncio.Event()

    def drop_old(self, now: datetime) -> None:
        """Forget what is too old."""
        while self.kept and now.timestamp() - self.kept[0].at.timestamp() > KEPT_SECONDS:
            self.kept.popleft()


class EventRing:
    """Keeps events while it is open, inside `async with`.

    Args:
        bus: Where events come from.
        now: The wall clock.

    Attributes:
        run: Marks the numbers of this run: those of another say nothing here.
    """

    def __init__(self, bus: Bus, now: Callable[[], datetime]) -> None:
        self._bus = bus
        self._now = now
        self._users: dict[str, _UserEvents] = {}
        self._events: Subscription | None = None
        self._reading: asyncio.Task[None] | None = None
        self.run = secrets.token_hex(4)

    async def __aenter__(self) -> Self:
        self._events = self._bus.subscribe()
        self._reading = asyncio.create_task(self._read(self._events), name="event ring")
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._events and self._reading:
            self._events.close()
            await self._reading

    async def _read(self, events: Subscription) -> None:
        async for event in events:
            self._of(event.origin.user_id).add(event, self._now())

    @property
    def size(self) -> KeptSize:
        """How much is kept."""
        now = self._now()
        for one in self._users.values():
            one.drop_old(now)
        kept = [one.n_bytes for user in self._users.values() for one in user.kept]
        return KeptSize("events of clients", len(kept), sum(kept))

    def forget(self, user_id: str) -> None:
        """Drop the events of a user, whose words may be in them."""
        if user_id in self._users:
            self._users[user_id].kept.clear()

    def ended_turns(self, user_id: str) -> frozenset[str]:
        """The turns of a user whose end can be sent again."""
        events = (one.event for one in self._of(user_id).kept)
        return frozenset(one.turn_id for one in events if isinstance(one, TurnEnded))

    def turns_of(self, thread: ThreadKey) -> frozenset[str]:
        """The turns of a thread whose beginning can be sent again: some may still run."""
        events = (one.event for one in self._of(thread.user_id).kept)
        begun = (one for one in events if isinstance(one, TurnStarted))
        return frozenset(one.turn_id for one in begun if one.thread_id == thread.thread_id)

    def mark(self, number: int) -> str:
        """The mark of an event, by which a client asks for those behind it."""
        return f"{self.run}-{number}"

    def mark_before(self, user_id: str, count: int) -> str:
        """The mark before so many of a user's newest events."""
        return self.mark(max(0, self._of(user_id).newest - count))

    async def follow(self, user_id: str, last_mark: str) -> AsyncGenerator[KeptEvent | Missed]:
        """The events of a user as they come.

        Args:
            user_id: Whose.
            last_mark: The mark of the last one that was seen; "" begins with the next.
        """
        own = self._of(user_id)
        own.drop_old(self._now())
        place = self._place(own, last_mark)
        while True:
            news = own.news
            for one in [one for one in own.kept if one.number > place]:
                if one.number > place + 1:
                    yield Missed(one.number - place - 1)
                place = one.number
                yield one
            if own.newest > place and not own.kept:
                yield Missed(own.newest - place)
                place = own.newest
            if own.news is news:
                await news.wait()

    def _place(self, own: _UserEvents, last_mark: str) -> int:
        if not last_mark:
            return own.newest
        run, _, number = last_mark.partition("-")
        if run != self.run:  # of a Jarvis before this one: all of these are new to it
            return own.kept[0].number - 1 if own.kept else own.newest
        is_number = number.isascii() and number.isdecimal() and len(number) < len(str(2**63))
        return min(int(number), own.newest) if is_number else own.newest

    def _of(self, user_id: str) -> _UserEvents:
        return self._users.setdefault(user_id, _UserEvents())


def words_of(event: Event) -> int:
    """How many characters the texts of an event have."""
    values = (getattr(event, one.name) for one in dataclasses.fields(event))
    return sum(len(one) for one in values if isinstance(one, str))
