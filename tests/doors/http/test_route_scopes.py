"""Flow: each route with sets of scopes, and with ids of another user: a table, held complete."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from doors.http.sent_sounds import SHORT
from doors.http.served_http import Port, http_port

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import EVERY_SCOPE, SCOPES, Scope
from jarvis_voice.doors.http.visitor import OPEN_PATHS

pytestmark = pytest.mark.flow


@dataclass(frozen=True)
class Form:
    """A body that is a form with a sound.

    Attributes:
        sound: The name of its field.
    """

    sound: str


CHAT = {"model": "jarvis", "messages": [{"role": "user", "content": "hello"}]}

ROUTES: dict[tuple[str, str], tuple[Scope | None, Any]] = {
    ("POST", "/api/v1/turns"): ("talk", {"text": "hello"}),
    ("POST", "/api/v1/turns/picture"): ("talk", Form("picture")),
    ("GET", "/api/v1/turns/{turn}"): ("talk", None),
    ("GET", "/api/v1/turns/{turn}/speech"): ("talk", None),
    ("DELETE", "/api/v1/turns/{turn}"): ("talk", None),
    ("POST", "/api/v1/stop"): ("talk", None),
    ("GET", "/api/v1/events"): ("talk", None),
    ("GET", "/api/v1/threads"): ("talk", None),
    ("GET", "/api/v1/threads/{name}"): ("talk", None),
    ("DELETE", "/api/v1/threads/{name}"): ("talk", None),
    ("GET", "/api/v1/facts"): ("talk", None),
    ("DELETE", "/api/v1/facts/{number}"): ("talk", None),
    ("GET", "/api/v1/profile"): ("talk", None),
    ("DELETE", "/api/v1/profile/{name}"): ("talk", None),
    ("GET", "/api/v1/notes"): ("talk", None),
    ("GET", "/api/v1/notes/{name}"): ("talk", None),
    ("DELETE", "/api/v1/notes/{name}/{number}"): ("talk", None),
    ("GET", "/api/v1/schedule"): ("talk", None),
    ("DELETE", "/api/v1/schedule/{number}"): ("talk", None),
    ("POST", "/api/v1/schedule/{number}/more"): ("talk", {"minutes": 5}),
    ("GET", "/api/v1/latency"): ("talk", None),
    ("GET", "/api/v1/cost"): ("talk", None),
    ("GET", "/api/v1/trace/{turn}"): ("talk", None),
    ("GET", "/api/v1/status"): ("admin", None),
    ("GET", "/api/v1/settings"): ("admin", None),
    ("PATCH", "/api/v1/settings"): ("admin", {"voice.speed": 1.1}),
    ("GET", "/api/v1/doctor"): ("admin", None),
    ("POST", "/api/v1/mute"): ("admin", None),
    ("POST", "/api/v1/unmute"): ("admin", None),
    ("POST", "/api/v1/say"): ("admin", {"text": "hello"}),
    ("POST", "/api/v1/reload"): ("admin", None),
    ("POST", "/api/v1/ptt"): ("admin", {"action": "toggle"}),
    ("GET", "/api/v1/near-misses"): ("admin", None),
    ("GET", "/api/v1/near-misses/{number}/sound"): ("admin", None),
    ("PATCH", "/api/v1/near-misses/{number}"): ("admin", {"was_call": True}),
    ("DELETE", "/api/v1/near-misses/{number}"): ("admin", None),
    ("GET", "/api/v1/me"): ("talk", None),
    ("GET", "/api/v1/users"): ("admin", None),
    ("POST", "/api/v1/users"): ("admin", {"name": "clara"}),
    ("DELETE", "/api/v1/users/{name}"): ("admin", None),
    ("GET", "/api/v1/tokens"): ("admin", None),
    ("POST", "/api/v1/tokens"): ("admin", {"name": "tablet", "user": "me", "may": "talk"}),
    ("DELETE", "/api/v1/tokens/{name}"): ("admin", None),
    ("GET", "/api/settings"): ("admin", None),
    ("PATCH", "/api/settings"): ("admin", {"voice.speed": 1.1}),
    ("POST", "/api/daily-summary"): ("talk", {}),
    ("GET", "/api/daily-summary"): ("talk", None),
    ("GET", "/api/daily-summary/{number}"): ("talk", None),
    ("GET", "/api/daily-summary/{number}/events"): ("talk", None),
    ("GET", "/api/v1/feeds"): ("talk", None),
    ("POST", "/api/v1/feeds"): ("talk", {"topic": "science"}),
    ("DELETE", "/api/v1/feeds/{number}"): ("talk", None),
    ("GET", "/v1/models"): ("talk", None),
    ("GET", "/v1/models/{name}"): ("talk", None),
    ("POST", "/v1/chat/completions"): ("talk", CHAT),
    ("POST", "/v1/audio/transcriptions"): ("talk", Form("file")),
    ("POST", "/v1/audio/speech"): ("talk", {"input": "hello"}),
    ("GET", "/v1/audio/voices"): (None, None),
    ("GET", "/v1/audio/models"): (None, None),
    ("POST", "/not-jarvis/stream"): ("talk", {"user_goal": "hello"}),
    ("GET", "/metrics"): ("admin", None),
    ("GET", "/healthz"): (None, None),
}
"""What each route needs, and a body that it takes."""

ASKED = [
    *((*route, scope, body) for route, (scope, body) in ROUTES.items()),
    ("POST", "/api/v1/turns", "talk", Form("sound")),
]
"""All of it, and a turn that comes as a sound, which is led to a route of its own."""

OPEN_ENDED = ("GET", "/api/v1/events")

SETS = [
    frozenset[Scope](),
    *(frozenset[Scope]({one}) for one in SCOPES),
    *(EVERY_SCOPE - {one} for one in SCOPES),
]

CANARY = "zanzibar"


@pytest.fixture
async def port(paths: Paths) -> AsyncIterator[Port]:
    async with http_port(
        paths, not_jarvis=True, turns_per_minute=1_000, concurrent_turns=100
    ) as opened:
        yield opened


def sent(body: Any) -> dict[str, Any]:
    """A body as an argument of a client."""
    return {"files": {body.sound: SHORT}} if isinstance(body, Form) else {"json": body}


async def answer(client: httpx.AsyncClient, method: str, path: str, body: Any) -> tuple[int, str]:
    """Status and text; of a stream without an end, nothing is read where it is served."""
    async with client.stream(method, path, **sent(body)) as response:
        if (method, path) == OPEN_ENDED and response.status_code == 200:
            return 200, ""
        await response.aread()
        return response.status_code, response.text


def filled(path: str, **ids: str) -> str:
    """An address with an id in it."""
    return path.format(**{"name": "work", "number": "1", "turn": "t1", **ids})


async def test_the_table_is_whole_and_each_route_says_how_it_is_entered(port: Port) -> None:
    await port.let_in()
    async with port.client() as client:
        described = (await client.get("/openapi.json")).json()
    found = {
        (method.upper(), path): operation
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    }
    assert set(found) == set(ROUTES)
    for route, (scope, _) in ROUTES.items():
        assert bool(found[route].get("security")) == (scope is not None), route
        assert {"401", "403"} <= set(found[route]["responses"]), route


@pytest.mark.parametrize("may", SETS, ids=lambda may: ",".join(sorted(may)) or "nothing")
async def test_each_route_with_each_set_of_scopes(port: Port, may: frozenset[Scope]) -> None:
    await port.let_in(may=may)
    async with port.client() as client:
        for method, path, scope, body in ASKED:
            status, text = await answer(client, method, filled(path), body)
            is_allowed = scope is None or scope in may
            assert (status == 403) != is_allowed, (method, path, text)
            assert is_allowed or '"not' in text, text
            assert status not in {401, 405, 500}, (method, path, text)
    if "talk" not in may:
        assert port.events == []
    if "admin" not in may:
        assert not port.operations.is_muted
        assert port.operations.spoken == []


@pytest.mark.parametrize(
    "headers", [{}, {"authorization": "Bearer jv_" + "a" * 43}], ids=["none", "wrong"]
)
async def test_no_route_answers_without_a_token(port: Port, headers: dict[str, str]) -> None:
    async with port.client("nobody", **{"x-forwarded-for": "10.0.0.1"}, **headers) as client:
        for method, path, _, body in ASKED:
            spellings = [filled(path), filled(path) + "/"]
            if path.count("/") > 1:  # else the client takes the name for a host
                spellings.append("/" + filled(path))
            for address in spellings:
                status, _ = await answer(client, method, address, body)
                is_open = address in OPEN_PATHS and not headers
                assert status == (200 if is_open else 401), (method, address)
    assert port.events == []


async def test_other_methods_and_spellings_lead_nowhere(port: Port) -> None:
    await port.let_in()
    async with port.client() as client:
        for method, path in ROUTES:
            for other in ("PUT", "TRACE", "OPTIONS", "HEAD", "CONNECT", "PROPFIND"):
                response = await client.request(other, filled(path))
                assert response.status_code in {404, 405}, (other, path)
            upper = await client.request(method, filled(path).upper())
            assert upper.status_code in {400, 404, 405, 415}, path
        for path in (
            "/api/v1/x/../status",
            "/api/v1/./status",
            "/api/v1//status",
            "/api/v1/status/",
        ):
            head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: {port.tokens['me']}\r\n"
            told = await port.raw(f"{head}Connection: close\r\n\r\n".encode())
            assert b" 404 " in told.splitlines()[0], path


async def test_ids_of_another_user_lead_to_nothing(port: Port) -> None:
    await port.let_in("anna")
    await port.let_in("ben", EVERY_SCOPE)
    now = datetime.now(UTC)
    memory = port.assistant.memory
    await memory.keep_fact("anna", f"My cat is {CANARY}.", "t0", now)
    await memory.add_notes("anna", CANARY, [CANARY], now)
    due = now + timedelta(days=400)
    await port.assistant.schedule.add(Entry("alarm", due, now, name=CANARY, user_id="anna"))
    async with port.client("anna") as anna:
        said = {"text": f"hello {CANARY}", "thread": CANARY}
        assert (await anna.post("/api/v1/turns", json=said)).status_code == 200
    async with port.client("ben") as ben:
        for (method, path), (_, body) in ROUTES.items():
            if "{" not in path:
                continue
            status, text = await answer(ben, method, filled(path, name=CANARY), body)
            assert status == 404, (method, path)
            assert f"My cat is {CANARY}" not in text
    async with port.client("anna") as anna:
        for path in (
            "facts",
            f"notes/{CANARY}",
            "schedule",
            f"threads/{CANARY}",
            "turns/t1",
            "trace/t1",
        ):
            response = await anna.get(f"/api/v1/{path}")
            assert (response.status_code, CANARY in response.text) == (200, True), path
