"""Flow: names are looked up beside the loop, and what "no network" is told from "nobody there"."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
from collections.abc import Sequence

import httpcore
import pytest

from jarvis_voice.platform.outbound import network
from jarvis_voice.platform.outbound.network import HostNetwork, NoNetworkError, UnknownNameError
from jarvis_voice.workshop.worlds.hostile_server import HostileAnswer, HostileServer

pytestmark = pytest.mark.flow

NOBODY = 1
"""A port on which nobody listens."""


def resolver(answer: Sequence[str] | OSError) -> HostNetwork:
    async def resolve(host: str) -> Sequence[str]:
        del host
        if isinstance(answer, OSError):
            raise answer
        return answer

    return HostNetwork(resolve)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), UnknownNameError),
        (socket.gaierror(socket.EAI_AGAIN, "Temporary failure"), NoNetworkError),
        (socket.gaierror(socket.EAI_FAIL, "Non-recoverable"), NoNetworkError),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), NoNetworkError),
        (TimeoutError(), NoNetworkError),
    ],
)
async def test_a_name_server_that_does_not_answer_is_told_from_a_name_that_is_not_known(
    error: OSError, kind: type[Exception]
) -> None:
    with pytest.raises(httpcore.ConnectError) as caught:
        await resolver(error).connect_tcp("service.example", 443)
    assert type(caught.value) is kind


async def test_a_name_without_an_address_is_not_known() -> None:
    with pytest.raises(UnknownNameError):
        await resolver([]).connect_tcp("service.example", 443)


async def test_nobody_there_is_no_lost_network() -> None:
    with pytest.raises(httpcore.ConnectError) as caught:
        await resolver(["127.0.0.1"]).connect_tcp("service.example", NOBODY)
    assert not isinstance(caught.value, NoNetworkError)


async def test_an_unreachable_network_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreachable(*_: object) -> httpcore.AsyncNetworkStream:
        cause = OSError(errno.ENETUNREACH, "Network is unreachable")
        raise httpcore.ConnectError("All connection attempts failed") from cause

    found = resolver(["192.0.2.1"])
    monkeypatch.setattr(found._inner, "connect_tcp", unreachable)
    with pytest.raises(NoNetworkError) as caught:
        await found.connect_tcp("service.example", 443)
    assert not isinstance(caught.value, UnknownNameError)


async def test_the_next_address_is_tried_and_ipv4_first() -> None:
    async with HostileServer(HostileAnswer.CLOSE) as server:
        port = int(server.url.rpartition(":")[2])
        found = resolver(["::1", "127.0.0.1"])
        assert await found.addresses("service.example") == ["127.0.0.1", "::1"]
        stream = await resolver(["127.0.0.2", "127.0.0.1"]).connect_tcp("service.example", port)
        await stream.aclose()


async def test_an_address_is_not_looked_up() -> None:
    failing = resolver(OSError("nobody is asked"))
    assert await failing.addresses("127.0.0.1") == ["127.0.0.1"]
    assert await failing.addresses("2001:db8::1") == ["2001:db8::1"]


async def test_a_name_server_that_hangs_is_no_network_and_holds_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_go = threading.Event()
    monkeypatch.setattr(network, "LOOK_UP_SECONDS", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: let_go.wait(30))
    async with asyncio.timeout(10):
        with pytest.raises(NoNetworkError):
            await HostNetwork().connect_tcp("service.example", 443)
    [waiting] = [thread for thread in threading.enumerate() if thread.name == "look-up"]
    assert waiting.daemon  # the interpreter does not wait for it at its end
    let_go.set()
    waiting.join(30)
