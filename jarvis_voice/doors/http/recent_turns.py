"""RecentTurns: turns that a client may ask for again because its connection broke.

Invariant: a request that is sent again never acts again. A turn whose last listener left is
cancelled; if it may have acted, asking again tells only what became of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace

from jarvis_voice.core.bus import Subscription
from jarvis_voice.core.events import Event, TaskPlanned, ToolEnded, TurnEnded
from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.core.types import ReceiptKind, TurnInput
from jarvis_voice.doors.http.context import HttpContext
from jarvis_voice.doors.http.recent_events import words_of
from jarvis_voice.doors.http.turn_events import turn_events
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)

KEPT_SECONDS = 120.0
MOST_KEPT = 200

_CHANGED = {ReceiptKind.EFFECT, ReceiptKind.PARTIAL}


class SharedTurn:
    """A turn that several requests may listen to, from its first event on.

    Args:
        context: What it stands on.
        turn: What is asked.
        afterwards: Awaited when it is over, before that is told.

    Attributes:
        turn: What is asked.
        is_over: Whether no event follows.
        acted: Whether something may have changed outside.
        was_cancelled: Whether it was stopped before its end.
        tokens: Of language models: asked and answered.
        n_bytes: How long its words are.
    """

    def __init__(self, context: HttpContext, turn: TurnInput, afterwards: Afterwards) -> None:
        self.turn = turn
        self.is_over = False
        self.acted = False
        self.was_cancelled = False
        self.tokens = (0, 0)
        self.n_bytes = len(turn.text)
        self._events: list[Event] = []
        self._news = asyncio.Event()
        self._listeners = 0
        self._is_let_go = False
        self._afterwards = afterwards
        self._failure: Exception | None = None
        name = f"chat {turn.turn_id}"
        self._running = asyncio.create_task(self._run(context), name=name)

    async def _run(self, context: HttpContext) -> None:
        watched = context.bus.subscribe()
        try:
            async with aclosing(turn_events(context, self.turn)) as events:
                async for event in events:
                    self._events.append(event)
                    self.n_bytes += words_of(event)
                    self._wake()
        except Exception as error:  # noqa: BLE001 - raised to each that listens
            self._failure = error
        except asyncio.CancelledError:
            self.was_cancelled = True
        finally:
            watched.close()
            try:
                await self._look_back(watched)
                await asyncio.shield(asyncio.create_task(self._end()))
            finally:
                self.is_over = True
                self._wake()

    async def _end(self) -> None:
        try:
            await self._afterwards(self)
        except Exception as error:  # noqa: BLE001 - logged without its words
            log_broken(log, "the end of a chat", error)

    async def _look_back(self, watched: Subscription) -> None:
        """Find out what the turn did, also in events that nobody was sent any more."""
        begun = watched.dropped_events
        async for event in watched:
            if getattr(event, "turn_id", None) != self.turn.turn_id:
                continue
            if isinstance(event, TaskPlanned):
                begun += 1
            elif isinstance(event, ToolEnded):
                begun -= 1
                self.acted |= event.receipt.kind in _CHANGED
            elif isinstance(event, TurnEnded):
                self.was_cancelled |= event.outcome == "cancelled"
        self.acted |= self.was_cancelled and begun > 0

    def forget(self) -> None:
        """Drop its words; that it ran is still known."""
        self.turn = replace(self.turn, text="", history=())
        self._events.clear()
        self.n_bytes = 0

    async def follow(self) -> AsyncGenerator[Event]:
        """The events from the first on; the last listener that stops cancels the turn."""
        self._listeners += 1
        told = 0
        try:
            while True:
                news = self._news
                for event in self._events[told:]:
                    told += 1
                    yield event
                if told == len(self._events) and self.is_over:
                    if self._failure:
                        raise self._failure
                    return
                if news is self._news:
                    await news.wait()
        finally:
            self._listeners -= 1
            self.let_go()
            await self.settle()

    def let_go(self) -> None:
        """Cancel it where nobody listens, also nobody who was about to."""
        if not self._listeners and not self.is_over and not self._is_let_go:
            self._is_let_go = True  # a second cancel would break off what ends the turn
            self._running.cancel()

    async def settle(self) -> None:
        """Wait until it is over, where nobody listens any more."""
        if not self._listeners:
            await asyncio.wait({self._running})

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


Afterwards = Callable[[SharedTurn], Awaitable[None]]


class RecentTurns:
    """Finds a turn that was asked for a moment ago.

    Args:
        seconds: A clock that nobody sets.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._kept: dict[str, tuple[float, SharedTurn]] = {}

    async def again(self, key: str, *, is_same_request: bool) -> SharedTurn | None:
        """The turn that a request may only listen to; None where it is a turn of its own.

        Args:
            key: The same for the same request of the same user.
            is_same_request: The client says that it sends it again; else the user may want a
                second answer to the same words.
        """
        turn = self._newest(key)
        while turn:
            await turn.settle()
            newest = self._newest(key)
            if newest is turn:
                break
            turn = newest  # another one that waited has begun it anew
        if turn is None:
            return None
        if turn.acted or not turn.is_over:
            return turn
        return turn if is_same_request and not turn.was_cancelled else None

    @property
    def size(self) -> KeptSize:
        """How much is kept."""
        turns = [one for one in self._young().values() if one[1].n_bytes]
        return KeptSize("chats of clients", len(turns), sum(one.n_bytes for _, one in turns))

    def forget(self, user_id: str) -> None:
        """Drop the words of a user's turns that are over."""
        for _, turn in self._young().values():
            if turn.is_over and turn.turn.origin.user_id == user_id:
                turn.forget()

    def _young(self) -> dict[str, tuple[float, SharedTurn]]:
        """What is not too old to be asked for again; older turns are dropped."""
        now = self._seconds()
        self._kept = {key: one for key, one in self._kept.items() if now - one[0] <= KEPT_SECONDS}
        return self._kept

    def _newest(self, key: str) -> SharedTurn | None:
        began, turn = self._kept.get(key, (0.0, None))
        return turn if self._seconds() - began <= KEPT_SECONDS else None

    def keep(self, key: str, turn: SharedTurn) -> None:
        """Remember a turn for a while."""
        self._kept.pop(key, None)
        self._kept = dict(list(self._young().items())[-(MOST_KEPT - 1) :])
        self._kept[key] = (self._seconds(), turn)
