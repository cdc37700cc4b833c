"""Contract: feeds are fetched from a real server over the gate of the page reader."""

import gzip
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta

import pytest

from jarvis_voice.core.errors import ToolError
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.web.feed_fetch import (
    MAX_FEED_BYTES,
    FeedPausedError,
    FeedReader,
    pause_of,
)
from jarvis_voice.workshop.worlds.loopback import BodyPart, HttpFault, LoopbackResponse
from jarvis_voice.workshop.worlds.page_server import PageServer

pytestmark = pytest.mark.contract

FEED = b'<rss version="2.0"><channel><title>N</title></channel></rss>'
KIND = "application/rss+xml"


@pytest.fixture
async def server() -> AsyncIterator[PageServer]:
    async with PageServer() as server:
        server.put_host("news.org")
        yield server


def reader_of(server: PageServer, seconds: float = 8.0, address: str = "") -> FeedReader:
    async def look_up(host: str) -> Sequence[str]:
        if address:
            return [address]
        raise OSError(f"{host} is not known")

    return FeedReader(Endpoints(page_hosts=server.hosts), look_up, seconds)


async def code_of(server: PageServer, seconds: float = 8.0) -> str:
    with pytest.raises(ToolError) as caught:
        await reader_of(server, seconds).fetch("https://news.org/feed")
    return caught.value.code


async def test_a_feed_comes_with_what_to_say_the_next_time(server: PageServer) -> None:
    validators = {"ETag": '"v1"', "Last-Modified": "Wed, 25 Nov 2026 10:00:00 GMT"}
    server.put("news.org/feed", LoopbackResponse(FEED, 200, KIND, validators))
    found = await reader_of(server).fetch("https://news.org/feed")
    assert (found.body, found.content_type) == (FEED, KIND)
    assert (found.etag, found.modified) == ('"v1"', "Wed, 25 Nov 2026 10:00:00 GMT")


async def test_what_did_not_change_has_no_body(server: PageServer) -> None:
    server.put("news.org/feed", LoopbackResponse(b"", 304, "", {"ETag": '"v1"'}))
    found = await reader_of(server).fetch("https://news.org/feed", '"v1"', "then")
    assert (found.body, found.etag) == (None, '"v1"')
    [request] = server.requests
    assert request.headers["if-none-match"] == '"v1"'
    assert request.headers["if-modified-since"] == "then"
    assert "application/atom+xml" in request.headers["accept"]


async def test_a_packed_feed_is_unpacked(server: PageServer) -> None:
    packed = LoopbackResponse(gzip.compress(FEED), 200, KIND, {"Content-Encoding": "gzip"})
    server.put("news.org/feed", packed)
    assert (await reader_of(server).fetch("https://news.org/feed")).body == FEED


async def test_a_redirect_is_followed_over_the_gate(server: PageServer) -> None:
    server.put("news.org/new", LoopbackResponse(FEED, 200, KIND))
    server.redirect("news.org/feed", "/new", 301)
    found = await reader_of(server).fetch("https://news.org/feed")
    assert found.url == "https://news.org/new"


@pytest.mark.parametrize(
    "there",
    ["http://127.0.0.1/", "http://10.0.0.1/x", "http://localhost/", "file:///etc/passwd"],
)
async def test_a_redirect_to_a_private_address_is_refused(server: PageServer, there: str) -> None:
    server.redirect("news.org/feed", there)
    assert await code_of(server) == "unsafe-url"


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.0.7", "169.254.169.254", "::1"])
async def test_a_name_that_leads_home_is_refused(server: PageServer, address: str) -> None:
    with pytest.raises(ToolError) as caught:
        await reader_of(server, address=address).fetch("https://other.org/feed")
    assert caught.value.code == "page-private"
    assert server.requests == []


@pytest.mark.parametrize(
    ("response", "code"),
    [
        (LoopbackResponse(b"", 404, KIND), "page-gone"),
        (LoopbackResponse(b"", 410, KIND), "page-gone"),
        (LoopbackResponse(b"", 500, KIND), "page-offline"),
        (LoopbackResponse(b"", 403, KIND), "page-unreadable"),
        (LoopbackResponse(b"", 429, KIND), "feed-paused"),
        (LoopbackResponse(b"", 503, KIND), "feed-paused"),
        (LoopbackResponse(b"x" * (MAX_FEED_BYTES + 1), 200, KIND), "page-too-large"),
        (
            LoopbackResponse(
                gzip.compress(b"x" * 50_000_000), 200, KIND, {"Content-Encoding": "gzip"}
            ),
            "page-too-large",
        ),
        (LoopbackResponse(FEED, 200, KIND, {"Content-Encoding": "br"}), "page-unreadable"),
        (LoopbackResponse(FEED, 200, KIND, fault=HttpFault.CUT), "page-offline"),
    ],
)
async def test_what_goes_wrong_is_told_by_its_code(
    server: PageServer, response: LoopbackResponse, code: str
) -> None:
    server.put("news.org/feed", response)
    assert await code_of(server) == code


async def test_a_body_without_an_end_is_cut_off_in_time(server: PageServer) -> None:
    endless = LoopbackResponse(
        b"", 200, KIND, fault=HttpFault.HANG, parts=(BodyPart(0, b"<rss>"),), is_unsized=True
    )
    server.put("news.org/feed", endless)
    assert await code_of(server, 0.4) == "page-timeout"


@pytest.mark.parametrize(("said", "seconds"), [("120", 120.0), ("soon", 0.0), ("", 0.0)])
async def test_a_server_says_how_long_to_wait(
    server: PageServer, said: str, seconds: float
) -> None:
    headers = {"Retry-After": said} if said else {}
    server.put("news.org/feed", LoopbackResponse(b"", 429, KIND, headers))
    with pytest.raises(FeedPausedError) as caught:
        await reader_of(server).fetch("https://news.org/feed")
    assert caught.value.seconds == seconds


def test_pauses_grow_to_a_day() -> None:
    minutes = [pause_of(failures) / timedelta(minutes=1) for failures in (1, 2, 3, 4, 20)]
    assert minutes == [10, 20, 40, 80, 1_440]
    assert pause_of(1, asked_seconds=7_200) == timedelta(hours=2)
    assert pause_of(1, asked_seconds=1e12) == timedelta(days=7)
