"""The event bus: `publish` never blocks and never raises; a slow reader loses only its events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

from jarvis_voice.core.events import Event
from jarvis_voice.core.types import HERE, Origin

log = logging.getLogger(__name__)

QUEUE_EVENTS = 1_000
"""Events a subscription holds before it drops its oldest."""


class Subscription:
    """A bounded stream of events for one reader; the reader ends it with `close`."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._queue: asyncio.Queue[Event | None] = asyncio.Queue(QUEUE_EVENTS)
        self.dropped_events = 0

    def offer(self, event: Event | None) -> None:
        """Take an event without waiting; the oldest goes when the queue is full."""
        while True:
            try:
                self._queue.put_nowait(event)
            except asyncio.QueueFull:
                self._queue.get_nowait()
                self.dropped_events += 1
            else:
                return

    def close(self) -> None:
        """End the stream after what is already in it."""
        self._bus.unsubscribe(self)
        self.offer(None)

    async def __aiter__(self) -> AsyncIterator[Event]:
        while (event := await self._queue.get()) is not None:
            yield event


class Bus:
    """Hands every event to all readers, on the loop's thread.

    Args:
        origin: Who and where the events published here are about, unless they say so themselves.
    """

    def __init__(self, origin: Origin = HERE) -> None:
        self._origin = origin
        self._subscriptions: list[Subscription] = []
        self._listeners: list[Callable[[Event], None]] = []

    def at(self, origin: Origin) -> Bus:
        """The same bus for one turn or one session: what is published there bears its origin."""
        bus = Bus(origin)
        bus._subscriptions = self._subscriptions
        bus._listeners = self._listeners
        return bus

    def publish(self, event: Event) -> None:
        """Tell everyone; a listener that raises is logged and kept."""
        if event.origin == HERE != self._origin:
            event = replace(event, origin=self._origin)
        for listener in self._listeners:
            try:
                listener(event)
            except Exception:
                log.exception("a listener failed on %s", event.type)
        for subscription in self._subscriptions:
            subscription.offer(event)

    def listen(self, listener: Callable[[Event], None]) -> None:
        """Call `listener` in line with each publish; it must return at once."""
        self._listeners.append(listener)

    def subscribe(self) -> Subscription:
        """Start a stream of the events from now on."""
        subscription = Subscription(self)
        self._subscriptions.append(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Forget a subscription; unknown ones are ignored."""
        if subscription in self._subscriptions:
            self._subscriptions.remove(subscription)
