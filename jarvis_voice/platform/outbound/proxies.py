"""Decides which proxy a request goes through, if any.

Invariant: what is meant for this machine goes through none: a proxy would see whole conversations
with a model that runs here.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from urllib.request import getproxies
from urllib.request import proxy_bypass_environment as is_spared  # type: ignore[attr-defined] # its stub leaves it out

DIRECT_PATTERNS = ("all://localhost", "all://127.0.0.1", "all://[::1]")
"""For httpx's `mounts`, where a client has a transport of its own: no proxy for these."""

_NAMES = frozenset({"localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"})


class ProxySettings:
    """The proxies of the user's environment, as they were when this was made.

    Args:
        proxies: By scheme, "all" and "no", as `urllib.request.getproxies` gives them; None reads
            them (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY; the system's own where none is set).
    """

    def __init__(self, proxies: Mapping[str, str] | None = None) -> None:
        self._proxies = dict(getproxies() if proxies is None else proxies)

    def proxy_of(self, scheme: str, host: str) -> str | None:
        """The address of the proxy for a host, with its scheme, or None for none."""
        found = self._proxies.get(scheme) or self._proxies.get("all")
        if not found or is_this_machine(host) or is_spared(host, self._proxies):
            return None
        return found if "://" in found else f"http://{found}"


def is_this_machine(host: str) -> bool:
    """Whether a host is this machine, as far as that can be told without looking a name up.

    Args:
        host: Without a port; an IPv6 address with or without brackets.
    """
    name = host.strip("[]").rstrip(".").lower()
    if name in _NAMES or name.endswith(".localhost") or name == socket.gethostname().lower():
        return True
    try:
        address = ip_address(name.partition("%")[0])
    except ValueError:
        return _is_short_loopback(name)
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    # a connection to 0.0.0.0 or :: arrives here as well
    return address.is_loopback or address.is_unspecified


def _is_short_loopback(name: str) -> bool:
    """Whether it is one of the other spellings that the system reads as 127.x.x.x ("127.1")."""
    try:
        return socket.inet_aton(name)[0] == 127 and not name[:1].isalpha()  # noqa: PLR2004 - 127/8
    except (OSError, UnicodeError):
        return False
