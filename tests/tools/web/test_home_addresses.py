"""Unit: where names lead goes in; whether that is at home comes out."""

import asyncio
from collections.abc import Sequence

import pytest

from jarvis_voice.core.public_url import is_public_url
from jarvis_voice.tools.web import home_addresses
from jarvis_voice.tools.web.home_addresses import is_at_home, leads_home

pytestmark = pytest.mark.unit

AT_HOME = (
    *("10.0.0.1", "172.16.0.1", "172.31.255.254", "192.168.1.1", "127.0.0.1", "0.0.0.0"),
    *("100.64.0.1", "169.254.169.254", "::", "::1", "fe80::1%eth0", "fd00::1", "fc00::1"),
    *("::ffff:192.168.1.1", "::ffff:7f00:1"),
)
ELSEWHERE = (
    *("93.184.216.34", "1.1.1.1", "172.32.0.1", "11.0.0.1", "100.128.0.1", "192.169.0.1"),
    *("198.18.0.7", "2606:4700::1111", "64:ff9b::5db8:d822", "::ffff:1.1.1.1", "", "no address"),
)


@pytest.mark.parametrize("address", AT_HOME)
def test_addresses_of_a_network_at_home(address: str) -> None:
    assert is_at_home(address)


@pytest.mark.parametrize("address", ELSEWHERE)
def test_addresses_of_websites(address: str) -> None:
    assert not is_at_home(address)


ROUTERS = (
    *("vodafone.station", "homerouter.cpe", "mafreebox.freebox.fr", "mabbox.bytel.fr"),
    *("giga.cube", "mi.wifi", "arris.gateway", "web.setup", "speedport.box"),
)


@pytest.mark.parametrize("host", ROUTERS)
@pytest.mark.parametrize(
    ("found", "is_home"),
    [(["192.168.8.1"], True), (["93.184.216.34", "fe80::1"], True), (["93.184.216.34"], False)],
)
async def test_a_name_is_at_home_only_where_it_leads_there(
    host: str, found: Sequence[str], is_home: bool
) -> None:
    async def look_up(name: str) -> Sequence[str]:
        assert name == host
        return found

    assert await leads_home(host, look_up) is is_home


async def test_a_name_that_nobody_knows_is_left_to_the_browser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def unknown(_: str) -> Sequence[str]:
        raise OSError("unknown")

    async def never(_: str) -> Sequence[str]:
        await asyncio.Event().wait()
        return ["10.0.0.1"]

    monkeypatch.setattr(home_addresses, "LOOK_UP_SECONDS", 0.0)
    assert not await leads_home("example.com", unknown)
    assert not await leads_home("example.com", never)


def test_names_that_are_always_at_home_need_no_looking_up() -> None:
    assert not any(map(is_public_url, ("http://fritz.box", "http://speedport.ip")))
    assert not any(map(is_public_url, ("http://routerlogin.net", "http://tplinkwifi.net")))
