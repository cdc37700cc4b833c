"""Flow: a browser comes in by a link or a token, is known by its cookie, and goes."""

import asyncio
from contextlib import AsyncExitStack
from datetime import datetime
from typing import Any

import httpx
import pytest
from doors.http.served_http import Port, http_port

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE

pytestmark = pytest.mark.flow


def code_of(port: Port) -> str:
    link = port.door.entry_link()
    assert link.startswith(f"{port.url}/#enter=")
    return link.partition("=")[2]


def browser(port: Port) -> httpx.AsyncClient:
    """A client that keeps cookies and names our own page."""
    return port.client("nobody", Origin=port.url)


async def enter(client: httpx.AsyncClient, **body: str) -> tuple[int, dict[str, Any]]:
    response = await client.post("/api/v1/session", json=body)
    told = response.json()
    if half := told.pop("page_half", ""):
        client.headers["X-Jarvis-Page"] = half
    return response.status_code, told


async def test_a_link_lets_the_owner_in_once(paths: Paths) -> None:
    async with http_port(paths) as port, browser(port) as client, browser(port) as other:
        code = code_of(port)
        status, body = await enter(client, code=code)
        assert (status, body["user_id"], body["place"]) == (200, "me", "browser")
        assert body["may"] == ["talk", "act", "home", "admin"]
        me = (await client.get("/api/v1/me")).json()
        assert me == body | {"now": me["now"]}
        assert datetime.fromisoformat(body["now"]) <= datetime.fromisoformat(me["now"])
        status, body = await enter(other, code=code)
        assert (status, body["code"]) == (401, "link-over")
        assert (await other.get("/api/v1/me")).status_code == 401


async def test_the_cookie_is_for_no_script_and_no_other_site(paths: Paths) -> None:
    async with http_port(paths) as port, browser(port) as client:
        response = await client.post("/api/v1/session", json={"code": code_of(port)})
        told = response.headers["set-cookie"].lower()
        assert "httponly" in told
        assert "samesite=strict" in told
        assert "path=/" in told
        assert "secure" not in told


async def test_neither_half_opens_by_itself(paths: Paths) -> None:
    async with http_port(paths) as port, browser(port) as client, browser(port) as other:
        token = await port.let_in("anna")
        await enter(client, token=token)
        assert token not in client.cookies["jv"]
        other.cookies.set("jv", client.cookies["jv"])
        assert (await other.get("/api/v1/me")).status_code == 401
        other.headers["X-Jarvis-Page"] = "A" * len(client.headers["X-Jarvis-Page"])
        assert (await other.get("/api/v1/me")).status_code == 401
        other.headers["X-Jarvis-Page"] = client.headers["X-Jarvis-Page"]
        assert (await other.get("/api/v1/me")).status_code == 200
        other.cookies.clear()
        assert (await other.get("/api/v1/me")).status_code == 401


async def test_the_cookie_of_somebody_else_is_not_taken_for_ones_own(paths: Paths) -> None:
    async with http_port(paths) as port, browser(port) as client, browser(port) as other:
        await enter(client, token=await port.let_in("anna"))
        await enter(other, token=await port.let_in("bob"))
        client.cookies.clear()
        client.cookies.set("jv", other.cookies["jv"])
        assert (await client.get("/api/v1/me")).status_code == 401


async def test_behind_tls_the_cookie_is_for_tls_alone(paths: Paths) -> None:
    async with http_port(paths, trust_proxy=("127.0.0.1",)) as port, browser(port) as client:
        response = await client.post(
            "/api/v1/session",
            json={"code": code_of(port)},
            headers={"x-forwarded-proto": "https"},
        )
        assert "secure" in response.headers["set-cookie"].lower()


async def test_a_browser_that_is_in_keeps_its_token(paths: Paths) -> None:
    async with http_port(paths) as port, browser(port) as client, browser(port) as other:
        for code in (code_of(port), code_of(port)):
            assert (await enter(client, code=code))[1]["place"] == "browser"
        assert (await enter(other, code=code_of(port)))[1]["place"] == "browser-2"
        names = [one.name for one in await port.assistant.people.tokens()]
        assert names == ["browser", "browser-2"]


async def test_a_token_lets_its_user_in(paths: Paths) -> None:
    async with http_port(paths) as port, browser(port) as client:
        token = await port.let_in("anna")
        status, body = await enter(client, token=token)
        assert (status, body["user_id"], body["may"]) == (200, "anna", ["talk"])
        assert (await client.get("/api/v1/users")).status_code == 403


@pytest.mark.parametrize("body", [{}, {"token": "jv_" + "a" * 43}, {"token": "x"}, {"code": "x"}])
async def test_nothing_else_opens(paths: Paths, body: dict[str, str]) -> None:
    async with http_port(paths) as port, browser(port) as client:
        status, told = await enter(client, **body)
        assert (status, sorted(told)) == (401, ["code", "message"])
        assert not client.cookies


async def test_a_browser_that_goes_takes_its_token_along(paths: Paths) -> None:
    async with http_port(paths) as port, browser(port) as client:
        await enter(client, code=code_of(port))
        assert (await client.delete("/api/v1/session")).status_code == 200
        assert list(await port.assistant.people.tokens()) == []
        assert not client.cookies


async def test_a_token_of_a_device_stays_when_the_browser_goes(paths: Paths) -> None:
    async with http_port(paths) as port, browser(port) as client:
        await enter(client, token=await port.let_in("anna"))
        await client.delete("/api/v1/session")
        assert [one.name for one in await port.assistant.people.tokens()] == ["anna-phone"]


async def test_a_token_that_only_sounds_like_a_browsers_stays(paths: Paths) -> None:
    async with http_port(paths) as port, browser(port) as client:
        await enter(client, token=await port.let_in("anna", name="browser-kitchen"))
        await client.delete("/api/v1/session")
        assert [one.name for one in await port.assistant.people.tokens()] == ["browser-kitchen"]


async def test_browsers_that_come_at_once_each_get_a_token(paths: Paths) -> None:
    async with http_port(paths) as port, AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(browser(port)) for _ in range(4)]
        came = await asyncio.gather(*(enter(one, code=code_of(port)) for one in clients))
        assert [status for status, _ in came] == [200] * 4
        assert len({body["place"] for _, body in came}) == 4


async def test_a_body_of_who_is_not_known_is_short(paths: Paths) -> None:
    async with http_port(paths) as port, browser(port) as client:
        status, _ = await enter(client, token="x" * 5_000)
        assert status == 413


async def test_people_and_tokens_come_and_go(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in(may=EVERY_SCOPE)
        async with port.client() as client:
            added = await client.post("/api/v1/users", json={"name": "Anna"})
            assert added.json()["user"] == "anna"
            made = await client.post(
                "/api/v1/tokens", json={"name": "phone", "user": "anna", "may": "talk,act"}
            )
            assert made.json()["token"].startswith("jv_")
            tokens = (await client.get("/api/v1/tokens")).json()["tokens"]
            assert [(one["name"], one["user"], one["may"]) for one in tokens] == [
                ("me-phone", "me", ["talk", "act", "home", "admin"]),
                ("phone", "anna", ["talk", "act"]),
            ]
            assert made.json()["token"] not in str(tokens)
            users = (await client.get("/api/v1/users")).json()["users"]
            assert [(one["user"], one["tokens"]) for one in users] == [("me", 1), ("anna", 1)]
            assert (await client.delete("/api/v1/tokens/phone")).json() == {"name": "phone"}
            assert (await client.delete("/api/v1/tokens/phone")).json()["code"] == "no-such-token"
            assert (await client.delete("/api/v1/users/anna")).json() == {"turns": 0, "others": 0}
            assert (await client.delete("/api/v1/users/me")).json()["code"] == "owner-stays"
            bad = await client.post("/api/v1/tokens", json={"name": "x", "may": "fly"})
            assert (bad.status_code, bad.json()["code"]) == (400, "scope")
