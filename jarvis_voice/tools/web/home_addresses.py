"""Finds out whether a host is a machine at home: in this very network its name says so.

Invariant: only an address that belongs to a home, an office or this machine is one; a name that
nobody knows, or that is looked up too slowly, is left to the browser.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv6Address, ip_address, ip_network

LookUp = Callable[[str], Awaitable[Sequence[str]]]
"""The addresses of a host name; raises OSError where it has none."""

LOOK_UP_SECONDS = 1.0
"""A page that was asked for waits for no slower name server."""

_AT_HOME = tuple(
    ip_network(one)
    for one in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.168.0.0/16", "::/127", "fc00::/7", "fe80::/10"),
    )
)
"""Networks in which nobody else's website is (RFC 1918, 4193, 6598 and the loopback's own). Others
that are not public stay out: some proxies answer for every website with one of 198.18.0.0/15."""


async def look_up(host: str) -> Sequence[str]:
    """The addresses of a name, by the system's own means.

    Raises:
        OSError: It has none.
    """
    from jarvis_voice.platform.outbound import network  # not before a page is opened

    return await network.look_up(host)


async def leads_home(host: str, look_up: LookUp) -> bool:
    """Whether one of a host's addresses is of a machine at home."""
    try:
        async with asyncio.timeout(LOOK_UP_SECONDS):
            found = await look_up(host)
    except (OSError, UnicodeError):  # a TimeoutError is an OSError
        return False
    return any(map(is_at_home, found))


def is_at_home(address: str) -> bool:
    """Whether an address is of this machine or of the network that it is in."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped:
        parsed = parsed.ipv4_mapped
    return any(parsed in network for network in _AT_HOME if network.version == parsed.version)
