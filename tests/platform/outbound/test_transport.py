"""Contract: real clients over the bounded transport; ordinary answers pass, hostile ones end."""

from __future__ import annotations

import asyncio
import gzip
import tracemalloc
from collections.abc import AsyncIterator
from typing import Any

import certifi
import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.platform.outbound.transport import (
    MOST_BYTES,
    BoundedTransport,
    OtherHostError,
    TooLargeError,
    is_same_host,
    make_tls,
)
from jarvis_voice.workshop.worlds.hostile_server import (
    ENDLESS_KINDS,
    WHOLE,
    HostileAnswer,
    HostileServer,
)
from jarvis_voice.workshop.worlds.loopback import LoopbackRequest, LoopbackResponse, LoopbackServer

pytestmark = pytest.mark.contract

BOUND = 50_000
TLS = make_tls()


class OneAnswerServer(LoopbackServer):
    """Gives one answer to all; "/moved" leads to it."""

    def __init__(self, response: LoopbackResponse) -> None:
        super().__init__()
        self.response = response

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        if request.path == "/moved":
            return LoopbackResponse(b"", 301, headers={"Location": "/there"})
        return self.response


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = BoundedTransport(TLS, seconds=20)
    async with httpx.AsyncClient(transport=transport, follow_redirects=True) as client:
        yield client


def packed(body: bytes) -> LoopbackResponse:
    return LoopbackResponse(gzip.compress(body), headers={"Content-Encoding": "gzip"})


@pytest.mark.parametrize("n_bytes", [0, 1, 300_000, MOST_BYTES])
@pytest.mark.parametrize("kind", ["plain", "packed", "unsized"])
async def test_ordinary_answers_come_through_whole(
    client: httpx.AsyncClient, n_bytes: int, kind: str
) -> None:
    body = bytes(range(256)) * (n_bytes // 256) + b"x" * (n_bytes % 256)
    response = packed(body) if kind == "packed" else LoopbackResponse(body)
    if kind == "unsized":
        response = LoopbackResponse(body, is_unsized=True)
    async with OneAnswerServer(response) as server:
        answer = await client.get(server.url)
        assert (answer.status_code, answer.content) == (200, body)
        moved = await client.get(f"{server.url}/moved")
        assert (moved.content, moved.url.path) == (body, "/there")


@pytest.mark.parametrize("kind", ["plain", "packed", "unsized"])
async def test_one_byte_more_than_the_bound_is_too_large(
    client: httpx.AsyncClient, kind: str
) -> None:
    body = b"x" * (MOST_BYTES + 1)
    response = packed(body) if kind == "packed" else LoopbackResponse(body)
    if kind == "unsized":
        response = LoopbackResponse(body, is_unsized=True)
    async with OneAnswerServer(response) as server:
        with pytest.raises(TooLargeError):
            await client.get(server.url)


@given(body=st.binary(max_size=2_000), repeated=st.integers(1, 60), is_packed=st.booleans())
@settings(max_examples=30)
def test_the_bound_alone_decides(body: bytes, repeated: int, is_packed: bool) -> None:
    whole = body * repeated

    async def ask() -> bytes:
        response = packed(whole) if is_packed else LoopbackResponse(whole)
        transport = BoundedTransport(TLS, max_bytes=BOUND)
        async with (
            OneAnswerServer(response) as server,
            httpx.AsyncClient(transport=transport) as client,
        ):
            return (await client.get(server.url)).content

    if len(whole) <= BOUND:
        assert asyncio.run(ask()) == whole
    else:
        with pytest.raises(TooLargeError):
            asyncio.run(ask())


async def test_pieces_arrive_as_they_are_sent(client: httpx.AsyncClient) -> None:
    async with HostileServer(HostileAnswer.DRIP) as server:
        async with client.stream("GET", server.url) as response:
            pieces = response.aiter_bytes()
            assert await anext(pieces) == b"{"
            assert (await anext(pieces)).strip() == b""
        async with asyncio.timeout(20):
            await server.idle.wait()


@pytest.mark.parametrize("hostile", HostileAnswer)
async def test_no_hostile_answer_lasts_or_leaves_a_connection(hostile: HostileAnswer) -> None:
    seconds = 0.2 if hostile in ENDLESS_KINDS else 20.0
    transport = BoundedTransport(TLS, seconds=seconds)
    async with (
        HostileServer(HostileAnswer.CLOSE) as trap,
        HostileServer(hostile, elsewhere=f"{trap.url}/secret") as server,
        httpx.AsyncClient(transport=transport, follow_redirects=True) as client,
    ):
        try:
            async with asyncio.timeout(30):
                answer: Any = (await client.get(server.url)).content
        except httpx.HTTPError as error:
            answer = error
        assert isinstance(answer, httpx.HTTPError) or len(answer) <= MOST_BYTES
        assert isinstance(answer, httpx.TimeoutException) == (hostile in ENDLESS_KINDS)
        async with asyncio.timeout(20):
            await server.idle.wait()
        assert trap.n_requests == 0


@pytest.mark.parametrize("hostile", [HostileAnswer.ENDLESS, HostileAnswer.BOMB])
async def test_memory_stays_bounded_whatever_is_sent(hostile: HostileAnswer) -> None:
    WHOLE[HostileAnswer.BOMB]()  # what packing it costs is not the client's
    async with (
        HostileServer(hostile) as server,
        httpx.AsyncClient(transport=BoundedTransport(TLS)) as client,
    ):
        tracemalloc.start()
        try:
            for _ in range(3):
                with pytest.raises(TooLargeError):
                    await client.get(server.url)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert peak < 8 * MOST_BYTES


@pytest.mark.parametrize("location", ["elsewhere", "file:///etc/passwd", "//[", "ftp://x/"])
async def test_a_redirect_to_another_host_is_not_followed(
    client: httpx.AsyncClient, location: str
) -> None:
    async with HostileServer(HostileAnswer.CLOSE) as trap:
        there = trap.url if location == "elsewhere" else location
        response = LoopbackResponse(b"", 302, headers={"Location": there})
        async with OneAnswerServer(response) as server:
            with pytest.raises(OtherHostError):
                await client.get(server.url)
        assert trap.n_requests == 0


@pytest.mark.parametrize(
    ("asked", "there", "is_same"),
    [
        ("https://a.example/x", "https://a.example/y?z", True),
        ("https://a.example/x", "https://a.example:443/y", True),
        ("http://a.example/x", "https://a.example/x", True),
        ("http://a.example:80/x", "https://A.EXAMPLE/x", True),
        ("http://a.example:8080/x", "http://a.example:8080/y", True),
        ("https://a.example/x", "http://a.example/x", False),
        ("https://a.example/x", "https://b.example/x", False),
        ("https://a.example/x", "https://www.a.example/x", False),
        ("https://a.example/x", "https://a.example:8443/x", False),
        ("http://a.example:8080/x", "https://a.example/x", False),
        ("https://a.example/x", "https://user:word@a.example/x", False),
        ("https://a.example/x", "http://127.0.0.1/x", False),
        ("https://a.example/x", "file:///x", False),
    ],
)
def test_the_same_host_is_the_same_host(asked: str, there: str, is_same: bool) -> None:
    assert is_same_host(httpx.URL(asked), httpx.URL(there)) is is_same


async def test_a_body_that_was_left_in_the_middle_can_be_read_to_its_end(
    client: httpx.AsyncClient,
) -> None:
    async with (
        OneAnswerServer(packed(b"some text" * 10_000)) as server,
        client.stream("GET", server.url) as response,
    ):
        stream = response.stream
        assert isinstance(stream, httpx.AsyncByteStream)
        first = await anext(aiter(stream))
        rest = b"".join([part async for part in stream])
        assert first + rest == b"some text" * 10_000


def test_certificates_are_read_once_and_anew_where_the_environment_names_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    usual = make_tls()
    assert make_tls() is usual
    monkeypatch.setenv("SSL_CERT_FILE", certifi.where())
    other = make_tls()
    assert other is not usual
    assert make_tls() is other
