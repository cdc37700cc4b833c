"""CallerPace: how much of the port one address may take, and all together. Pure.

Invariant: strangers keep nobody waiting who is known, however many addresses and connections they
use. What is kept is bounded: the newest addresses.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import NamedTuple

from jarvis_voice.doors.satellite.message_pace import MessagePace

MOST_ADDRESSES = 2_048
"""So many are remembered; the one that came longest ago is forgotten first."""

NETWORK_BITS = 64
"""Of an IPv6 address: who has a network may use each address in it."""


class CallerRate(NamedTuple):
    """How many a second, and how many that come together never wait."""

    per_second: int
    at_once: int


CONNECTIONS_EACH, CONNECTIONS_TOGETHER = CallerRate(100, 1_000), CallerRate(200, 1_200)
"""As many at once as the port holds, and more: behind a proxy all come from one address."""

MICROSECONDS_EACH, MICROSECONDS_TOGETHER = (
    CallerRate(120_000, 200_000),
    CallerRate(250_000, 300_000),
)
"""Of the event loop, for strangers. A page with all its files costs a tenth of a second."""


class KnownCallers:
    """The addresses from which somebody came who is known."""

    def __init__(self) -> None:
        self._hosts: OrderedDict[str, None] = OrderedDict()

    def __contains__(self, host: str) -> bool:
        return host in self._hosts

    def add(self, host: str) -> None:
        """Somebody who is known came from there."""
        self._hosts[host] = None
        self._hosts.move_to_end(host)
        if len(self._hosts) > MOST_ADDRESSES:
            self._hosts.popitem(last=False)


class CallerPace:
    """Counts what is taken.

    Args:
        seconds: Monotonic seconds.
        known: Addresses from which somebody came who is known: what the others take together does
            not keep them waiting, only what they take themselves.
        each: How much an address may take.
        together: How much all may that are not known.
    """

    def __init__(
        self,
        seconds: Callable[[], float],
        known: KnownCallers,
        each: CallerRate,
        together: CallerRate,
    ) -> None:
        self._seconds = seconds
        self._known = known
        self._rate = each
        self._each: OrderedDict[str, MessagePace] = OrderedDict()
        self._together = MessagePace(seconds, *together)

    def wait_seconds(self, host: str, count: int = 0) -> float:
        """Count what was taken; how long to wait before more is."""
        own = self._pace_of(host).wait_seconds(count)
        if host in self._known:
            return own
        return max(own, self._together.wait_seconds(count))

    def admits(self, host: str) -> bool:
        """Whether one more may be taken now; then it is counted."""
        if self.wait_seconds(host) > 0:
            return False
        self.wait_seconds(host, 1)
        return True

    def _pace_of(self, host: str) -> MessagePace:
        name = network_of(host)
        pace = self._each.get(name) or MessagePace(self._seconds, *self._rate)
        self._each[name] = pace
        self._each.move_to_end(name)
        if len(self._each) > MOST_ADDRESSES:
            self._each.popitem(last=False)
        return pace


def network_of(host: str) -> str:
    """By what a client is counted: its address, or of IPv6 its network."""
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host)
    except ValueError:
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), NETWORK_BITS), strict=False))


class Callers:
    """Who comes to one port.

    Args:
        seconds: Monotonic seconds.
        proxies: The addresses of proxies that are trusted. All come from there who come at all, so
            that a stranger would keep those waiting who are known; a proxy sets its own limits.

    Attributes:
        known: The addresses of who is known.
        connections: How many connections are taken.
        microseconds: How much of the event loop they take that are not known.
    """

    def __init__(self, seconds: Callable[[], float], proxies: Collection[str] = ()) -> None:
        self.known = KnownCallers()
        self._proxies = frozenset(proxies)
        self.connections = CallerPace(seconds, self.known, CONNECTIONS_EACH, CONNECTIONS_TOGETHER)
        self.microseconds = CallerPace(
            seconds, self.known, MICROSECONDS_EACH, MICROSECONDS_TOGETHER
        )

    def admits(self, host: str) -> bool:
        """Whether one more connection may come from an address now; then it is counted."""
        return host in self._proxies or self.connections.admits(host)

    def wait_for(self, client: tuple[str, int] | None, spent_seconds: float) -> float:
        """Count what a client took who is not known; how long to wait before it is read again."""
        if client is None or client[0] in self._proxies:
            return 0.0
        return self.microseconds.wait_seconds(client[0], int(spent_seconds * 1_000_000))
