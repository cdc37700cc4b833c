"""Flow: questions to a real server on loopback, and which of them it gets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from jarvis_voice.platform.outbound.answer_cache import (
    LARGEST_BYTES,
    MOST_ENTRIES,
    AnswerCache,
    kept_for,
)
from jarvis_voice.platform.outbound.client import BoundedClient

pytestmark = pytest.mark.flow

CANARY = "ptarmigan"


@dataclass
class Service:
    """What a server answers, and what it was asked."""

    url: str = ""
    status: int = 200
    body: bytes = b'{"found": 1}'
    headers: Mapping[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    tags: list[str | None] = field(default_factory=list)


@pytest.fixture
def service() -> Iterator[Service]:
    told = Service(headers={"Cache-Control": "max-age=60"})

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.asked.append(self.path)
            tag = self.headers.get("If-None-Match")
            told.tags.append(tag)
            is_same = bool(tag) and tag == told.headers.get("ETag")
            self.send_response(304 if is_same else told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            body = b"" if is_same else told.body
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its own name
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        told.url = f"http://127.0.0.1:{server.server_port}/find"
        Thread(target=server.serve_forever, daemon=True).start()
        yield told
        server.shutdown()


@dataclass
class Desk:
    """Somebody's questions, at a clock that a test moves."""

    service: Service
    now: float = 0.0
    cache: AnswerCache = field(init=False)

    def __post_init__(self) -> None:
        self.cache = AnswerCache(lambda: self.now)

    async def ask(self, query: str = CANARY, user: str = "anna") -> bytes:
        with kept_for(user, self.cache):
            async with BoundedClient() as client:
                return (await client.get(self.service.url, {"q": query}, 5)).body


async def test_an_answer_is_given_again_until_it_is_old(service: Service) -> None:
    desk = Desk(service)
    assert [await desk.ask(), await desk.ask()] == [service.body] * 2
    assert len(service.asked) == 1
    desk.now = 60.0
    await desk.ask()
    assert len(service.asked) == 2


async def test_another_question_and_another_user_ask_anew(service: Service) -> None:
    desk = Desk(service)
    await desk.ask()
    await desk.ask("other")
    await desk.ask(user="ben")
    assert len(service.asked) == 3


async def test_nothing_is_kept_where_nobody_says_for_whom(service: Service) -> None:
    async with BoundedClient() as client:
        for _ in range(2):
            await client.get(service.url, {"q": "a"}, 5)
    assert len(service.asked) == 2


async def test_what_changes_something_and_what_bears_a_key_is_never_kept(service: Service) -> None:
    cache = AnswerCache()
    with kept_for("anna", cache):
        async with BoundedClient() as client:
            await client.post(service.url, {"q": "a"}, {}, 5)
            await client.get(service.url, {"q": "a"}, 5, {"X-Key": "secret"})
    assert cache.size.entries == 0


@pytest.mark.parametrize(
    ("status", "body", "headers"),
    [
        (500, b"{}", {"Cache-Control": "max-age=60"}),
        (404, b"{}", {"Cache-Control": "max-age=60"}),
        (200, b'{"error": {"code": "maxlag"}}', {"Cache-Control": "max-age=60"}),
        (200, b'{"remark": "timed out", "elements": []}', {"Cache-Control": "max-age=60"}),
        (200, b"{}", {"Cache-Control": "no-store"}),
        (200, b"{}", {}),
        (200, b"x" * (LARGEST_BYTES + 1), {"Cache-Control": "max-age=60"}),
    ],
)
async def test_a_fault_what_may_not_be_kept_and_what_is_large_is_not_kept(
    service: Service, status: int, body: bytes, headers: dict[str, str]
) -> None:
    service.status, service.body, service.headers = status, body, headers
    desk = Desk(service)
    await desk.ask()
    assert (desk.cache.size.entries, desk.cache.size.n_bytes) == (0, 0)


async def test_an_old_answer_with_a_tag_is_asked_about(service: Service) -> None:
    service.headers = {"Cache-Control": "max-age=60", "ETag": '"v1"'}
    desk = Desk(service)
    first = await desk.ask()
    desk.now = 61.0
    assert await desk.ask() == first
    assert service.tags == [None, '"v1"']
    await desk.ask()
    assert len(service.asked) == 2
    service.headers, service.body = {"Cache-Control": "max-age=60", "ETag": '"v2"'}, b'{"found": 2}'
    desk.now = 200.0
    assert await desk.ask() == b'{"found": 2}'


async def test_what_a_user_is_forgotten_by_is_that_users_alone(service: Service) -> None:
    desk = Desk(service)
    await desk.ask()
    await desk.ask(user="ben")
    desk.cache.forget("anna")
    assert desk.cache.size.entries == 1
    await desk.ask()
    await desk.ask(user="ben")
    assert len(service.asked) == 3


async def test_the_question_itself_is_not_kept(service: Service) -> None:
    desk = Desk(service)
    await desk.ask()
    assert CANARY not in repr(vars(desk.cache))


async def test_it_is_bounded_in_bytes_and_in_entries(service: Service) -> None:
    desk = Desk(service)
    desk.cache = AnswerCache(lambda: desk.now, most_bytes=3_000)
    service.body = b"x" * 1_000
    for number in range(5):
        await desk.ask(str(number))
    assert desk.cache.size.n_bytes <= 3_000
    assert 0 < desk.cache.size.entries < 4
    assert MOST_ENTRIES == 256
