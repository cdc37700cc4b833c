"""Contract: one question, one answer, each failure as one class that shows nothing."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import pytest
from protocols.secrecy import assert_hidden

from jarvis_voice.platform.outbound import network
from jarvis_voice.platform.outbound.client import BoundedClient
from jarvis_voice.platform.outbound.no_answer import NoAnswerError, NoAnswerKind
from jarvis_voice.workshop.worlds.hostile_server import HostileAnswer, HostileServer
from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
    as_json,
)

pytestmark = pytest.mark.contract

SECRET = "decoy-secret-in-an-address"
HOSTILE: dict[HostileAnswer, NoAnswerKind] = {
    HostileAnswer.DRIP: "late",
    HostileAnswer.DRIPPING_HEADERS: "late",
    HostileAnswer.HANG: "late",
    HostileAnswer.CLOSE: "strange",
    HostileAnswer.ENDLESS: "strange",
    HostileAnswer.DECLARED: "strange",
    HostileAnswer.BOMB: "strange",
    HostileAnswer.DOUBLE_BOMB: "strange",
    HostileAnswer.PACKED_BADLY: "strange",
    HostileAnswer.LOOP: "strange",
    HostileAnswer.ELSEWHERE: "strange",
    HostileAnswer.TO_FILE: "strange",
    HostileAnswer.CHARSET: "strange",
    HostileAnswer.DEEP: "strange",
    HostileAnswer.DEEP_OBJECT: "strange",
    HostileAnswer.LONG_NUMBER: "strange",
    HostileAnswer.TYPES: "strange",
    HostileAnswer.CUT: "strange",
    HostileAnswer.HUGE_HEADERS: "strange",
    HostileAnswer.NO_HTTP: "strange",
}


class EchoServer(LoopbackServer):
    """Answers with what it was asked."""

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        return as_json({"query": dict(request.query), "body": request.body}, 201)


async def test_a_question_and_its_answer() -> None:
    async with EchoServer() as server, BoundedClient({"X-Own": "1"}) as client:
        got = await client.get(f"{server.url}/x", {"q": "roses & thorns"}, 20)
        sent = await client.post(f"{server.url}/y", {"a": [1]}, {"X-More": "2"}, 20)
    assert (got.status, got.as_object()["query"]) == (201, {"q": "roses & thorns"})
    assert sent.as_object()["body"] == {"a": [1]}
    first, second = server.requests
    assert (first.headers["x-own"], second.headers["x-more"]) == ("1", "2")
    assert first.headers["user-agent"].startswith("jarvis-voice/")


@pytest.mark.parametrize("hostile", HOSTILE)
async def test_each_hostile_answer_is_one_kind_and_shows_nothing(
    hostile: HostileAnswer, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO)
    seconds = 0.2 if HOSTILE[hostile] == "late" else 20.0
    async with (
        HostileServer(HostileAnswer.CLOSE) as trap,
        HostileServer(hostile, trap.url) as server,
        BoundedClient() as client,
    ):
        await client._open()  # a busy machine reads certificates for longer than a drip may last
        with pytest.raises(NoAnswerError) as caught:
            (await client.get(server.url, {"key": SECRET}, seconds)).as_object()
        assert trap.n_requests == 0
    assert caught.value.kind == HOSTILE[hostile]
    assert caught.value.__context__ is None
    assert_hidden(SECRET, caught.value, caplog, capfd)


async def test_nobody_there_is_down() -> None:
    async with EchoServer() as gone:
        url = gone.url
    async with BoundedClient() as client:
        with pytest.raises(NoAnswerError) as caught:
            await client.get(url, {}, 20)
    assert caught.value.kind == "down"


async def test_a_name_that_nobody_knows_is_no_internet(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unknown(self: object, host: str) -> Sequence[str]:
        raise network.UnknownNameError(host)

    monkeypatch.setattr(network.HostNetwork, "addresses", unknown)
    async with BoundedClient() as client:
        with pytest.raises(NoAnswerError) as caught:
            await client.get("https://service.example/", {}, 20)
    assert (caught.value.kind, caught.value.why) == ("no-internet", "no connection")


@pytest.mark.parametrize("proxy", ["http://127.0.0.1:1", "nonsense://x", "http://"])
async def test_a_proxy_that_cannot_be_used_is_told_as_that(
    proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    async with BoundedClient() as client:
        with pytest.raises(NoAnswerError) as caught:
            await client.get("https://service.example/", {}, 20)
    assert caught.value.kind == "proxy"


@pytest.mark.parametrize("header", ["k\u00e9y", "a\nb", "\ud800"])
async def test_what_does_not_fit_into_a_request_is_told_as_that(header: str) -> None:
    async with EchoServer() as server, BoundedClient() as client:
        with pytest.raises(NoAnswerError) as caught:
            await client.post(server.url, {}, {"authorization": header}, 20)
    assert (caught.value.kind, server.requests) == ("unfit", [])


async def test_a_client_may_be_used_again_after_its_end() -> None:
    client = BoundedClient()
    async with EchoServer() as server:
        for _ in range(2):
            async with client:
                assert (await client.get(server.url, {}, 20)).status == 201
