"""Whether an internet address is one of the public internet. Pure.

Invariant: what is not known to be public is not public; an IPv6 address that carries an IPv4
address inside is as public as that one.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

_GLOBAL_UNICAST = IPv6Network("2000::/3")
"""All of IPv6 that is given out (RFC 4291, IANA's registry)."""

_TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv4 behind a translator: what names lead to in a network without IPv4 (RFC 6052)."""

_SPECIAL_V4 = (IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))
_SPECIAL_V6 = (IPv6Network("2001::/23"), IPv6Network("3fff::/20"))
"""Given out for protocols and for examples (RFC 6890, RFC 7526, RFC 9637): no page is there, and
not every version of the standard library knows them."""


def is_public(address: str) -> bool:
    """False for private, local, shared, reserved and malformed addresses."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return _is_public_v4(parsed) if isinstance(parsed, IPv4Address) else _is_public_v6(parsed)


def _is_public_v4(address: IPv4Address) -> bool:
    # is_global knows the carriers' shared 100.64/10; it does not know multicast and class E
    return address.is_global and not (
        address.is_multicast
        or address.is_reserved
        or address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_unspecified
        or any(address in network for network in _SPECIAL_V4)
    )


def _is_public_v6(address: IPv6Address) -> bool:
    if inside := address.ipv4_mapped:
        return _is_public_v4(inside)
    if address in _TRANSLATED:
        return _is_public_v4(IPv4Address(address.packed[-4:]))
    if address.sixtofour or address.teredo:  # tunnels with any IPv4 address at their end
        return False
    return (
        address in _GLOBAL_UNICAST
        and address.is_global
        and not (address.is_private or address.is_reserved or address.is_multicast)
        and not any(address in network for network in _SPECIAL_V6)
    )
