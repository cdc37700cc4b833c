"""Contract: the real HTTP client against servers on loopback that behave as the web does, or worse.

Threats: addresses and redirects into private networks, pages without end, bombs, hangs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest
from tools.page_readers import code_of, reader_of

from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.outbound.client import user_agent
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.web import page_fetch
from jarvis_voice.tools.web.page_fetch import AT_ONCE, MAX_BYTES, MAX_REDIRECTS, PageReader
from jarvis_voice.workshop.worlds.loopback import HttpFault, LoopbackResponse
from jarvis_voice.workshop.worlds.page_server import PageServer, pdf_of

pytestmark = pytest.mark.contract

STORY = "The lighthouse was built in 1820 by hand. It has shone every night since."


@pytest.fixture
def pages() -> Iterator[PageServer]:
    with PageServer() as server:
        server.article("light.org/story", "The Lighthouse", STORY)
        server.article("sea.org/", "The Sea", STORY)
        yield server


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_page_is_read(pages: PageServer, scheme: str) -> None:
    async with reader_of(pages) as reader:
        page = await reader.read(f"{scheme}://light.org/story#part")
    assert page.title == "The Lighthouse"
    assert STORY in page.text
    assert (page.kind, page.n_characters) == ("html", len(page.text))
    [request] = pages.requests
    assert request.headers["host"] == "light.org"
    assert request.headers["user-agent"] == user_agent()
    assert "cookie" not in request.headers


async def test_a_page_is_fetched_once_and_a_failure_is_not_kept(pages: PageServer) -> None:
    reader = reader_of(pages)
    pages.break_with(HttpFault.SERVER_ERROR)
    assert await code_of(reader, "https://light.org/story") == "page-offline"
    pages.heal()
    async with reader:
        first = await reader.read("https://light.org/story#one")
        assert await reader.read("https://LIGHT.org/story#two") is first
    assert len(pages.requests) == 2


async def test_a_pdf_and_a_packed_page_are_read(pages: PageServer) -> None:
    pages.pdf("light.org/plan", pdf_of(["Plan of the tower"], "Plan"), "application/octet-stream")
    pages.gzipped("light.org/packed", b"<title>Packed</title><p>Small on the way here.</p>")
    async with reader_of(pages) as reader:
        plan, packed = await asyncio.gather(
            reader.read("https://light.org/plan"), reader.read("https://light.org/packed")
        )
    assert (plan.kind, plan.title, plan.text) == ("pdf", "Plan", "Plan of the tower")
    assert packed.text == "Small on the way here."


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_followed_and_the_page_is_where_it_ended(
    pages: PageServer, status: int
) -> None:
    pages.redirect("sea.org/old", "//light.org/story?from=sea", status)
    async with reader_of(pages) as reader:
        page = await reader.read("https://sea.org/old")
    assert page.url == "https://light.org/story?from=sea"


async def test_five_redirects_are_enough_and_six_are_not(pages: PageServer) -> None:
    for number in range(MAX_REDIRECTS + 1):
        pages.redirect(f"light.org/r{number + 1}", f"r{number}" if number else "/story")
    async with reader_of(pages) as reader:
        assert (await reader.read(f"http://light.org/r{MAX_REDIRECTS}")).title
    assert await code_of(reader_of(pages), f"http://light.org/r{MAX_REDIRECTS + 1}") == (
        "page-redirects"
    )


@pytest.mark.parametrize(
    "target",
    [
        *("http://127.0.0.1/", "http://127.0.0.1:8080/admin", "http://[::1]/", "http://localhost/"),
        *("http://169.254.169.254/latest/meta-data/", "http://2130706433/", "http://0x7f.0.0.1/"),
        *("http://127.1/", "http://[::ffff:127.0.0.1]/", "http://10.0.0.1/", "http://0/"),
        *("file:///etc/passwd", "ftp://light.org/", "gopher://light.org/", "javascript:alert(1)"),
        *("http://router.local/", "http://printer/", "http://a@light.org/", "http://light.org:22/"),
        *("http://light.org:8080/", "http://metadata.internal/", "http://[::1", "data:text/html,x"),
    ],
)
async def test_no_way_leads_inside(pages: PageServer, target: str) -> None:
    assert await code_of(reader_of(pages), target) == "unsafe-url"
    assert pages.requests == []
    pages.redirect("sea.org/trap", target)
    assert await code_of(reader_of(pages), "https://sea.org/trap") in {"unsafe-url", "page-offline"}
    assert pages.asked == ["sea.org/trap"]


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (401, "page-locked"), (402, "page-locked"), (403, "page-locked"), (451, "page-locked"),
        (404, "page-gone"), (410, "page-gone"), (429, "page-offline"), (500, "page-offline"),
        (503, "page-offline"), (599, "page-offline"), (418, "page-unreadable"),
        (300, "page-unreadable"), (204, "page-empty"),
    ],
)  # fmt: skip
async def test_each_status_has_its_code(pages: PageServer, status: int, code: str) -> None:
    body = b"" if status == 204 else b"<p>Some text of the server's own.</p>"
    pages.put("light.org/x", LoopbackResponse(body, status, "text/html"))
    assert await code_of(reader_of(pages), "https://light.org/x") == code


@pytest.mark.parametrize(
    ("fault", "codes"),
    [
        (HttpFault.RATE_LIMITED, {"page-offline"}),
        (HttpFault.SERVER_ERROR, {"page-offline"}),
        (HttpFault.HANG, {"page-timeout"}),
        (HttpFault.CUT, {"page-offline"}),
        (HttpFault.EMPTY, {"page-empty"}),
    ],
)
async def test_each_fault_has_its_code(
    pages: PageServer, fault: HttpFault, codes: set[str]
) -> None:
    pages.break_with(fault)
    seconds = 0.3 if fault is HttpFault.HANG else 8.0
    assert await code_of(reader_of(pages, seconds), "https://light.org/story") in codes


async def test_a_site_that_is_not_there(pages: PageServer) -> None:
    assert await code_of(reader_of(pages), "https://unknown.org/") == "page-offline"
    with PageServer() as gone:
        gone.article("gone.org/", "Gone", STORY)
    assert await code_of(reader_of(gone), "https://gone.org/") == "page-offline"


async def test_a_body_of_50_mb_is_not_fetched(pages: PageServer) -> None:
    pages.put("light.org/big", LoopbackResponse(b"x" * 50_000_000, content_type="text/plain"))
    assert await code_of(reader_of(pages), "https://light.org/big") == "page-too-large"


async def test_a_body_of_just_the_cap_is(pages: PageServer) -> None:
    pages.put("light.org/big", LoopbackResponse(b"x" * MAX_BYTES, content_type="text/plain"))
    async with reader_of(pages) as reader:
        assert (await reader.read("https://light.org/big")).n_characters == MAX_BYTES


async def test_a_gzip_bomb_is_not_unpacked(pages: PageServer) -> None:
    pages.gzipped("light.org/bomb", b"\x00" * 50_000_000)
    assert len(pages._pages["light.org/bomb"].body) < 100_000
    assert await code_of(reader_of(pages), "https://light.org/bomb") == "page-too-large"


@pytest.mark.parametrize(
    ("packing", "body"),
    [("gzip", b"not packed at all"), ("br", b"x"), ("zstd", b"x"), ("gzip, gzip", b"x")],
)
async def test_what_is_packed_otherwise_is_not_read(
    pages: PageServer, packing: str, body: bytes
) -> None:
    pages.put(
        "light.org/x", LoopbackResponse(body, 200, "text/html", {"Content-Encoding": packing})
    )
    assert await code_of(reader_of(pages), "https://light.org/x") == "page-unreadable"


@pytest.mark.parametrize("head", ["Content-Type: text/html", "Transfer-Encoding: chunked"])
async def test_a_body_without_end_is_left(head: str) -> None:
    sent = 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.1 200 OK\r\n{head}\r\n\r\n".encode())
        block = b"x" * 65_536
        try:
            while True:
                writer.write(b"10000\r\n" + block + b"\r\n" if "chunked" in head else block)
                await writer.drain()
                sent += len(block)
        except ConnectionError:
            writer.transport.abort()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        endpoints = Endpoints(page_hosts={"endless.org": f"127.0.0.1:{port}"})
        assert await code_of(PageReader(endpoints), "http://endless.org/") == "page-too-large"
    assert sent < 10 * MAX_BYTES


async def test_cancelling_a_hang_ends_it(pages: PageServer) -> None:
    pages.break_with(HttpFault.HANG)
    async with reader_of(pages, 60) as reader:
        task = asyncio.create_task(reader.read("https://light.org/story"))
        assert await asyncio.to_thread(pages.hanging.wait, 30)
        task.cancel()
        async with asyncio.timeout(2):
            with pytest.raises(asyncio.CancelledError):
                await task


async def test_one_hung_page_keeps_no_other_waiting(pages: PageServer) -> None:
    with PageServer() as stuck:
        stuck.article("stuck.org/", "Stuck", STORY)
        stuck.break_with(HttpFault.HANG)
        hosts = pages.hosts | stuck.hosts
        async with PageReader(Endpoints(page_hosts=hosts), page_seconds=60) as reader:
            hung = asyncio.create_task(reader.read("https://stuck.org/"))
            assert await asyncio.to_thread(stuck.hanging.wait, 30)
            assert (await reader.read("https://light.org/story")).title == "The Lighthouse"
            hung.cancel()
            await asyncio.wait({hung})


async def test_one_site_is_asked_by_four_at_once(pages: PageServer) -> None:
    pages.article("en.light.org/story", "English", STORY)
    pages.break_with(HttpFault.HANG)
    async with reader_of(pages, 60) as reader:
        urls = ["https://light.org/story", "https://en.light.org/story"] * 4
        tasks = [asyncio.create_task(reader.read(url)) for url in urls]
        while len(pages.requests) < AT_ONCE:  # noqa: ASYNC110 - the requests come in from a thread
            await asyncio.sleep(0)
        waiting = [place._value for place in reader._places.values()]
        assert waiting == [0]
        assert len(pages.requests) == AT_ONCE
        pages.heal()
        pages.fault = None
        done = await asyncio.gather(*tasks, return_exceptions=True)
    # the server drops those that hung, and answers the rest
    assert [isinstance(page, ToolError) for page in done].count(True) == AT_ONCE


async def test_pages_that_take_long_to_understand_are_given_up(
    pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    go_on = threading.Event()
    monkeypatch.setattr(page_fetch, "page_text", lambda *_, **__: go_on.wait())
    assert await code_of(reader_of(pages, 0.5), "https://light.org/story") == "page-timeout"
    go_on.set()


async def test_addresses_stay_out_of_the_logs(
    pages: PageServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with reader_of(pages) as reader:
        await reader.read("https://light.org/story")
    assert "light" not in caplog.text
