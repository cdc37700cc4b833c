"""Unit: what goes through the user's proxy, and what never does."""

from __future__ import annotations

import socket

import pytest

from jarvis_voice.platform.outbound.proxies import ProxySettings, is_this_machine

pytestmark = pytest.mark.unit

PROXY = "http://proxy.example:3128"

HERE = [
    *("localhost", "LOCALHOST", "localhost.", "model.localhost", "localhost.localdomain"),
    *("ip6-localhost", "127.0.0.1", "127.0.1.1", "127.255.255.254", "127.1", "2130706433"),
    *("0x7f000001", "0.0.0.0", "::1", "[::1]", "::", "::ffff:127.0.0.1", "[::ffff:7f00:1]"),
    socket.gethostname(),
]
ELSEWHERE = [
    *("example.com", "en.wikipedia.org", "localhost.example.com", "notlocalhost", "8.8.8.8"),
    *("128.0.0.1", "126.255.255.255", "10.0.0.1", "192.168.1.20", "172.16.0.1", "169.254.1.1"),
    *("2001:db8::1", "[2606:4700::1111]", "fe80::1%eth0", "::ffff:8.8.8.8", "ollama.lan"),
    *("127.0.0.1.nip.io", "a" * 300, "m\u00fcnchen.example", ""),
]


@pytest.mark.parametrize("host", HERE)
def test_this_machine_is_known_and_reached_without_a_proxy(host: str) -> None:
    assert is_this_machine(host)
    settings = ProxySettings({"http": PROXY, "https": PROXY, "all": PROXY})
    assert [settings.proxy_of(scheme, host) for scheme in ("http", "https")] == [None, None]


@pytest.mark.parametrize("host", ELSEWHERE)
def test_any_other_host_goes_through_the_proxy(host: str) -> None:
    assert not is_this_machine(host)
    assert ProxySettings({"http": PROXY}).proxy_of("http", host) == PROXY


def test_the_scheme_chooses_the_proxy_and_all_is_the_rest() -> None:
    settings = ProxySettings({"http": "http://a:1", "all": "socks5://b:2"})
    assert settings.proxy_of("http", "example.com") == "http://a:1"
    assert settings.proxy_of("https", "example.com") == "socks5://b:2"
    assert ProxySettings({"https": "c:3"}).proxy_of("https", "example.com") == "http://c:3"
    assert ProxySettings({"https": "c:3"}).proxy_of("http", "example.com") is None
    assert ProxySettings({}).proxy_of("https", "example.com") is None


@pytest.mark.parametrize("host", ["spared.example", "deep.spared.example"])
def test_what_the_user_spares_is_spared(host: str) -> None:
    settings = ProxySettings({"https": PROXY, "no": "other.test, spared.example"})
    assert settings.proxy_of("https", host) is None
    assert settings.proxy_of("https", "example.com") == PROXY
    assert ProxySettings({"https": PROXY, "no": "*"}).proxy_of("https", host) is None


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("HTTPS_PROXY", PROXY)
    monkeypatch.setenv("NO_PROXY", "spared.example")
    settings = ProxySettings()
    assert settings.proxy_of("https", "example.com") == PROXY
    assert settings.proxy_of("https", "spared.example") is None
    assert settings.proxy_of("http", "example.com") is None
