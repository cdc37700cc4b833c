"""Flow: requests of strangers, of other pages, too large ones and odd ones, at a real port."""

import asyncio
import json
from collections.abc import MutableMapping
from dataclasses import replace
from typing import Any

import pytest
from assistant.turns import seen
from doors.http.served_http import Port, http_config, http_port

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE
from jarvis_voice.doors.http import body_rules, guard
from jarvis_voice.doors.http.body_rules import JSON_BODY
from jarvis_voice.doors.http.guard import (
    AddressGuard,
    Receive,
    Scope,
    Send,
    host_name,
    names_of,
)
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.turn_routes import wants_json
from jarvis_voice.doors.people.secret import new_token
from jarvis_voice.store.records import KeptToken

pytestmark = pytest.mark.flow

TURN = {"text": "hello"}


async def code(port: Port, path: str = "/api/v1/threads", **headers: str) -> tuple[int, str]:
    """What a GET with some headers is answered: the status and the code of the error."""
    async with port.client("nobody") as client:
        answer = await client.get(path, headers=headers)
        return answer.status_code, answer.json().get("code", "")


PRIVATE = [
    *("/api/v1/threads", "/api/v1/facts", "/api/v1/notes", "/api/v1/schedule", "/api/v1/status"),
    *("/api/v1/events", "/openapi.json", "/v1/models", "/nothing-here", "/healthz/", "//healthz"),
    *("/api/v1/../../healthz", "/%68ealthz/..", "/api/v1/threads/..%2f..%2fhealthz"),
]


@pytest.mark.parametrize("path", PRIVATE)
async def test_without_a_token_nothing_is_told(paths: Paths, path: str) -> None:
    async with http_port(paths) as port:
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        assert b" 401 " in (await port.raw(head.encode())).splitlines()[0]


async def test_a_wrong_token_opens_nothing_even_where_none_is_needed(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True, not_jarvis=True) as port:
        for wrong in (new_token(), "secret", "jv_", "jv_" + "a" * 5_000):
            assert await code(port, authorization=f"Bearer {wrong}") == (401, "invalid-api-key")
            assert await code(port, **{"x-api-key": wrong}) == (401, "invalid-api-key")
        token = await port.let_in()
        assert await code(port, authorization=f"Basic {token}") == (401, "invalid-api-key")
        both = {"authorization": f"Bearer {token}", "x-api-key": token}
        assert await code(port, **both) == (401, "two-tokens")


async def test_a_token_comes_in_either_header_and_never_in_the_address(paths: Paths) -> None:
    async with http_port(paths) as port:
        token = await port.let_in()
        assert await code(port, authorization=f"bearer {token}") == (200, "")
        assert await code(port, **{"x-api-key": token}) == (200, "")
        assert (await code(port, f"/api/v1/threads?token={token}"))[0] == 401
        await port.operations.people.remove_token("me-phone")
        assert (await code(port, authorization=f"bearer {token}"))[0] == 401


async def test_this_machine_is_its_owner_only_where_that_is_set(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port:
        assert await code(port, "/api/v1/status") == (200, "")
        for name in ("x-forwarded-for", "forwarded", "via", "x-real-ip"):
            assert await code(port, **{name: "127.0.0.1"}) == (401, "invalid-api-key")
    async with http_port(paths, open_on_loopback=True, trust_proxy=("127.0.0.1",)) as port:
        assert await code(port) == (401, "invalid-api-key")


async def test_the_status_needs_a_scope(paths: Paths) -> None:
    async with http_port(paths) as port:
        talks = await port.let_in("anna")
        rules = await port.let_in(may=EVERY_SCOPE)
        assert await code(port, "/api/v1/status", **{"x-api-key": talks}) == (403, "not-allowed")
        assert await code(port, "/api/v1/status", **{"x-api-key": rules}) == (200, "")


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost@evil",
             "[::1].evil.example", "127.0.0.2", ""],
)  # fmt: skip
async def test_another_name_is_refused_before_anything_else(paths: Paths, host: str) -> None:
    async with http_port(paths, open_on_loopback=True) as port:
        answer = await port.raw(f"GET /api/v1/status HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert b" 421 " in answer.splitlines()[0]


async def test_two_hosts_and_a_whole_address_lead_nowhere(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port:
        two = b"GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"
        whole = b"GET http://evil.example/healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n"
        none = b"GET /healthz HTTP/1.0\r\n\r\n"
        for sent in (two, whole, none):
            answer = await port.raw(sent)
            assert answer.splitlines()[0].split()[1] in {b"400", b"421"}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:1"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
async def test_another_page_may_not_ask(paths: Paths, headers: dict[str, str]) -> None:
    async with http_port(paths, open_on_loopback=True) as port:
        assert await code(port, **headers) == (403, "foreign-origin")
        async with port.client("nobody") as client:
            answer = await client.post("/api/v1/turns", json=TURN, headers=headers)
        assert answer.status_code == 403
    assert seen(port.events, "turn-started") == []


async def test_a_page_that_is_set_may_ask(paths: Paths) -> None:
    page = "https://page.example"
    async with http_port(paths, origins=(page,)) as port:
        token = await port.let_in()
        asked = {"origin": page, "access-control-request-method": "GET",
                 "access-control-request-headers": "authorization"}  # fmt: skip
        async with port.client("nobody") as client:
            before = await client.options("/api/v1/threads", headers=asked)
            headers = {"origin": page, "x-api-key": token}
            answer = await client.get("/api/v1/threads", headers=headers)
        assert before.status_code == 200
        assert answer.headers["access-control-allow-origin"] == page
        assert await code(port, origin="https://other.example") == (403, "foreign-origin")
        own = {"origin": port.url, "sec-fetch-site": "same-origin", "x-api-key": token}
        assert await code(port, **own) == (200, "")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "", None]
)
async def test_only_json_is_read(paths: Paths, kind: str | None) -> None:
    async with http_port(paths, open_on_loopback=True) as port, port.client("nobody") as client:
        headers = {} if kind is None else {"content-type": kind}
        sent = json.dumps(TURN).encode()
        answer = await client.post("/api/v1/turns", content=sent, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "not-json")
    assert seen(port.events, "turn-started") == []


async def test_a_body_that_is_too_large_is_refused(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port:
        head = (
            b"POST /api/v1/turns HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        )
        told = await port.raw(head + f"Content-Length: {JSON_BODY.most_bytes + 1}\r\n\r\n".encode())
        endless = head + b"Transfer-Encoding: chunked\r\n\r\n"
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        try:
            sent = await port.raw(endless, *[chunk] * (JSON_BODY.most_bytes // 0x10000 + 2))
        except ConnectionError:
            sent = told
    for answer in (told, sent):
        assert b" 413 " in answer.splitlines()[0]
        assert b'"code": "body-too-large"' in answer
    assert seen(port.events, "turn-started") == []


async def test_a_body_that_does_not_come_is_not_waited_for(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "JSON_BODY", replace(JSON_BODY, seconds=0.1))
    monkeypatch.setattr(body_rules, "JSON_BODY", replace(JSON_BODY, seconds=0.1))
    async with http_port(paths, open_on_loopback=True) as port:
        head = (
            b"POST /api/v1/turns HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        )
        answer = await port.raw(head + b"Content-Length: 20\r\n\r\n{")
    assert b" 408 " in answer.splitlines()[0]


@pytest.mark.parametrize(("slowest", "is_taken"), [(0, False), (150, False), (50, True)])
async def test_a_body_that_comes_slowly_has_the_time_of_its_pace(
    monkeypatch: pytest.MonkeyPatch, slowest: int, is_taken: bool
) -> None:
    loop, now, left = asyncio.get_running_loop(), 100.0, 40
    monkeypatch.setattr(loop, "time", lambda: now)

    async def receive() -> MutableMapping[str, Any]:
        nonlocal now, left
        now, left = now + 1.0, left - 1
        for _ in range(3):  # what is due is carried out
            await asyncio.sleep(0)
        return {"type": "http.request", "body": b"x" * 100, "more_body": left > 0}

    rule = replace(JSON_BODY, seconds=5.0, slowest_bytes_per_second=slowest)
    reading = guard._body([], rule, receive, lambda _: None)
    if is_taken:
        assert await reading == b"x" * 4_000
    else:
        with pytest.raises(RequestError, match=r"within 5 seconds|slower than 150 bytes a second"):
            await reading


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"{", "The body is not valid JSON."),
        (b"[]", "body: "),
        (b"{}", "text: Field required."),
        (b'{"text": 1}', "text: "),
        (b'{"text": "secret", "dry_run": "yes"}', "dry_run: "),
        (b'{"text": "secret", "user": "anna"}', "user: "),
    ],
)
async def test_a_bad_body_is_told_without_its_words(paths: Paths, body: bytes, why: str) -> None:
    async with http_port(paths, open_on_loopback=True) as port, port.client("nobody") as client:
        headers = {"content-type": "application/json; charset=utf-8"}
        answer = await client.post("/api/v1/turns", content=body, headers=headers)
    assert answer.status_code == 422
    assert set(answer.json()) == {"code", "message"}
    assert answer.json()["message"].startswith(why)
    assert "secret" not in answer.text


async def test_an_unknown_address_and_a_wrong_method_have_the_same_form(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port, port.client("nobody") as client:
        unknown = await client.get("/api/v1/nothing")
        wrong = await client.put("/api/v1/turns", json=TURN)
        openai = await client.get("/v1/nothing")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown-url")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "method-not-allowed")
    assert openai.json()["error"]["code"] == "unknown_url"


def test_names_are_told_apart_from_ports() -> None:
    assert host_name("LocalHost:8765") == "localhost"
    assert host_name("localhost.") == "localhost"
    assert host_name("[::1]:8765") == host_name("[::1]") == "[::1]"
    assert host_name("localhost:") == "localhost"
    assert host_name("localhost:evil.example") == ""


async def test_names_that_are_set_are_known(paths: Paths) -> None:
    async with http_port(paths, names=("Jarvis.home", "fe80::1"), open_on_loopback=True) as port:
        assert await code(port, host="jarvis.home:8765") == (200, "")
        assert await code(port, host="[fe80::1]") == (200, "")
    everywhere = names_of(http_config(paths, host="0.0.0.0"))
    assert everywhere == {"localhost", "127.0.0.1", "[::1]"}


def test_json_is_wanted_only_by_name() -> None:
    assert wants_json("application/json")
    assert wants_json("text/html, application/json;q=0.9")
    assert not wants_json("*/*")
    assert not wants_json("text/event-stream, application/json")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("10.0.0.5", 200),
        ("::ffff:10.0.0.5", 200),
        ("::ffff:127.0.0.1", 200),
        ("10.0.0.6", 403),
        ("::ffff:10.0.0.6", 403),
        ("", 403),
    ],
)
async def test_a_proxy_is_known_at_either_form_of_its_address(
    paths: Paths, address: str, status: int
) -> None:
    http = http_config(paths, host="::", trust_proxy=("10.0.0.5",))
    statuses: list[int] = []

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "path": "/", "headers": headers, "client": (address, 1)}
    await AddressGuard(inner, http)(scope, nothing_more, send)
    assert statuses == [status]


async def nothing_more() -> MutableMapping[str, Any]:
    return {"type": "http.disconnect"}


async def test_a_token_that_is_removed_while_a_body_comes_opens_nothing(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "TRUSTED_SECONDS", 0.0)
    async with http_port(paths) as port:
        token, body = await port.let_in("anna"), json.dumps(TURN).encode()
        head = (
            "POST /api/v1/turns HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection("127.0.0.1", port.port)
        looked = asyncio.Event()
        authenticate = port.assistant.people.token_of

        async def token_of(digest: str) -> KeptToken | None:
            found = await authenticate(digest)
            looked.set()
            return found

        monkeypatch.setattr(port.assistant.people, "token_of", token_of)
        writer.write(head.encode() + body[:3])
        await looked.wait()
        await port.operations.people.remove_user("anna")
        writer.write(body[3:])
        async with asyncio.timeout(10):
            answer = await reader.read()
        writer.close()
    assert b" 401 " in answer.splitlines()[0]
    assert seen(port.events, "turn-started") == []


async def test_bodies_that_are_here_at_once_have_a_bound_together(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "HELD_BYTES", 100)
    async with http_port(paths, open_on_loopback=True) as port, port.client() as client:
        refused = await client.post("/api/v1/turns", json={"text": "a" * 100})
        again = [await client.post("/api/v1/turns", json=TURN) for _ in range(6)]
    assert (refused.status_code, refused.json()["code"]) == (503, "too-many-bodies")
    assert {one.status_code for one in again} == {200}
