"""Unit: which addresses are public; each special range of the registries, and any other."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.tools.web.page_network import is_public

pytestmark = pytest.mark.unit

SPECIAL_V4 = [
    IPv4Network(block)
    for block in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
        "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "192.0.0.0/24", "192.88.99.0/24",
    )
]  # fmt: skip
SPECIAL_V6 = [
    IPv6Network(block)
    for block in (
        "::/128", "::1/128", "64:ff9b:1::/48", "100::/64", "2001:db8::/32", "2001::/23",
        "2002::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "3fff::/20",
    )
]  # fmt: skip


def v4_in(network: IPv4Network) -> st.SearchStrategy[IPv4Address]:
    first, last = int(network.network_address), int(network.broadcast_address)
    return st.integers(first, last).map(IPv4Address)


def v6_in(network: IPv6Network) -> st.SearchStrategy[IPv6Address]:
    first, last = int(network.network_address), int(network.broadcast_address)
    return st.integers(first, last).map(IPv6Address)


SPECIAL = st.one_of(*map(v4_in, SPECIAL_V4))


@given(SPECIAL)
def test_no_special_address_is_public(address: IPv4Address) -> None:
    assert not is_public(str(address))


@given(st.one_of(*map(v6_in, SPECIAL_V6)))
def test_no_special_address_of_ipv6_is_public(address: IPv6Address) -> None:
    assert not is_public(str(address))


@given(SPECIAL, st.sampled_from(["::ffff:0:0", "64:ff9b::", "2002::", "::"]))
def test_none_is_public_inside_an_ipv6_address(address: IPv4Address, prefix: str) -> None:
    shift = 80 if prefix == "2002::" else 0
    assert not is_public(str(IPv6Address(int(IPv6Address(prefix)) | int(address) << shift)))


@given(st.ip_addresses(v=4))
def test_what_is_public_is_global_unicast(address: IPv4Address) -> None:
    in_special = any(address in network for network in SPECIAL_V4)
    if is_public(str(address)):
        assert not in_special
        assert address.is_global
    else:
        assert in_special or not address.is_global


@given(st.ip_addresses(v=6))
def test_what_is_public_in_ipv6_was_given_out(address: IPv6Address) -> None:
    if is_public(str(address)):
        in_use = IPv6Network("2000::/3"), IPv6Network("64:ff9b::/96"), IPv6Network("::ffff:0:0/96")
        assert any(address in network for network in in_use)


@given(st.text(max_size=40))
def test_what_is_no_address_is_not_public(text: str) -> None:
    if is_public(text):
        assert text.replace(".", "").isdigit() or ":" in text


@pytest.mark.parametrize(
    "address",
    ["93.184.215.14", "1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"],
)
def test_the_public_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("", "localhost", "2130706433", "0x7f.1", "127.1", "1.1.1.1 ", "01.1.1.1"),
        *("fe80::1%eth0", "::ffff:127.0.0.1", "64:ff9b::a00:1", "255.255.255.255"),
    ],
)
def test_what_only_looks_like_an_address_is_not(address: str) -> None:
    assert not is_public(address)
