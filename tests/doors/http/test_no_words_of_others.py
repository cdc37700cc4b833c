"""Flow: words of one user are in no answer, stream or record that another gets, by any route."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from doors.control.served import STATUS
from doors.http.served_http import Port, http_port
from doors.http.test_route_scopes import OPEN_ENDED, ROUTES, filled, sent

from jarvis_voice.core.operations import DaemonStatus, NextEntry
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import EVERY_SCOPE, ME

pytestmark = pytest.mark.flow

CANARY = "zanzibar"


async def leave_words(port: Port, user: str) -> None:
    """Let a user say, set and keep something of every kind."""
    now, memory = datetime.now(UTC), port.assistant.memory
    await memory.keep_fact(user, f"My cat is {CANARY}.", "t0", now)
    await memory.add_notes(user, f"{CANARY} list", [CANARY], now)
    due = now + timedelta(days=400)
    await port.assistant.schedule.add(Entry("alarm", due, now, name=CANARY, user_id=user))
    async with port.client(user) as client:
        chat = {"messages": [{"role": "user", "content": f"tell {CANARY}"}]}
        for path, body in (
            ("/api/v1/turns", {"text": f"hello {CANARY}", "thread": CANARY}),
            ("/v1/chat/completions", chat | {"user": CANARY}),
            ("/v1/chat/completions", chat),
            ("/not-jarvis/stream", {"user_goal": f"hello {CANARY}"}),
        ):
            answer = await client.post(path, json=body)
            assert (answer.status_code, CANARY in answer.text) == (200, True), path
        assert CANARY in (await client.get("/api/v1/trace/t1")).text


@pytest.fixture(params=["anna", ME])
async def port(paths: Paths, request: pytest.FixtureRequest) -> AsyncIterator[Port]:
    """Somebody, or the owner, who has said much; and Ben, who may do everything."""
    async with http_port(
        paths, not_jarvis=True, turns_per_minute=1_000, concurrent_turns=100
    ) as opened:
        await opened.let_in(request.param)
        await opened.let_in("ben", EVERY_SCOPE)
        await leave_words(opened, request.param)
        yield opened


def filled_ways(path: str) -> list[str]:
    """An address with each id that may lead to the words."""
    ids = [{"turn": f"t{number}", "number": str(number)} for number in range(6)]
    names = ["default", "passing", "passing-1", "list", "chat"]
    ways = [filled(path, **one, name=name) for one in ids for name in names]
    queries = (
        ["", "?user=*", "?user=anna", "?user=me"] if path.endswith(("cost", "latency")) else [""]
    )
    return [f"{way}{query}" for way in dict.fromkeys(ways) for query in queries]


async def test_no_route_tells_the_words_of_another(port: Port) -> None:
    async def status() -> DaemonStatus:
        return replace(STATUS, next=NextEntry("alarm", CANARY, "2027-01-01T00:00:00+00:00"))

    port.operations.status = status  # type: ignore[method-assign]
    async with port.client("ben") as ben:
        for (method, path), (_, body) in ROUTES.items():
            if (method, path) == OPEN_ENDED:
                continue
            for way in filled_ways(path):
                answer = await ben.request(method, way, **sent(body))
                assert CANARY not in answer.text, (method, way)
                assert CANARY not in str(answer.headers), (method, way)


async def events_from_the_first(client: httpx.AsyncClient, until: str) -> str:
    """All events that can be sent again, up to one with some words."""
    headers = {"last-event-id": "00000000-0"}
    text = ""
    async with client.stream("GET", "/api/v1/events", headers=headers) as stream:
        async for part in stream.aiter_text():
            text += part
            if until in text:
                return text
    return text


async def test_no_event_tells_the_words_of_another(port: Port) -> None:
    async with port.client("ben") as ben:
        await ben.post("/api/v1/turns", json={"text": "the last words"})
        told = await events_from_the_first(ben, "You said the last words.")
    assert CANARY not in told
    marks = {json.loads(line[6:])["user_id"] for line in told.splitlines() if line[:6] == "data: "}
    assert marks == {"ben"}
