"""Flow: what was measured is shown to whose turns it were; words of another user to nobody."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from doors.http.served_http import Port, http_port

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.types import EVERY_SCOPE

pytestmark = pytest.mark.flow


@pytest.fixture
async def port(paths: Paths) -> AsyncIterator[Port]:
    """Anna, who has asked something, and Ben, who may do everything."""
    async with http_port(paths) as opened:
        await opened.let_in("anna")
        await opened.let_in("ben", EVERY_SCOPE)
        async with opened.client("anna", accept="application/json") as anna:
            answer = (await anna.post("/api/v1/turns", json={"text": "hello"})).json()
        store = opened.assistant._store
        await store.latency.add(TurnStages(answer["turn_id"], "http", {"whole": 0.25}))
        yield opened


async def got(port: Port, user: str, path: str) -> tuple[int, Any]:
    async with port.client(user) as client:
        answer = await client.get(f"/api/v1/{path}")
        return answer.status_code, answer.json()


async def test_times_are_shown_by_source_and_stage(port: Port) -> None:
    whole = {"turns": 1, "p50_ms": 250.0, "p90_ms": 250.0, "p95_ms": 250.0}
    assert await got(port, "anna", "latency") == (
        200,
        {"turns": 1, "sources": {"http": {"whole": whole}}},
    )
    assert await got(port, "ben", "latency") == (200, {"turns": 0, "sources": {}})
    assert (await got(port, "ben", "latency?user=*"))[1]["turns"] == 1
    assert (await got(port, "ben", "latency?user=anna&last=5"))[1]["turns"] == 1


async def test_cost_is_shown_in_sum_and_by_turn(port: Port) -> None:
    status, body = await got(port, "anna", "cost?days=1")
    assert status == 200
    assert (body["days"], body["currency"], body["sum"]["turns"]) == (1, "USD", 1)
    assert [one["turn_id"] for one in body["turns"]] == ["t1"]
    assert (await got(port, "ben", "cost"))[1]["turns"] == []
    assert (await got(port, "ben", "cost?user=*"))[1]["sum"]["turns"] == 1


@pytest.mark.parametrize("path", ["latency", "cost"])
async def test_figures_of_others_need_a_scope(port: Port, path: str) -> None:
    for user in ("*", "ben", "me", "nobody"):
        assert (await got(port, "anna", f"{path}?user={user}"))[0] == 403
    assert (await got(port, "anna", f"{path}?user=anna"))[0] == 200


async def test_how_a_turn_went_is_shown_to_its_user_alone(port: Port) -> None:
    status, body = await got(port, "anna", "trace/t1")
    assert (status, body["turn"]["text"]) == (200, "hello")
    assert {one["kind"] for one in body["trace"]} <= {"thought", "action", "observation"}
    for user, turn in (("ben", "t1"), ("anna", "t99"), ("anna", "%00"), ("anna", "T1")):
        assert (await got(port, user, f"trace/{turn}"))[0] == 404


@pytest.mark.parametrize("query", ["last=0", "last=x", "last=99999"])
async def test_an_odd_number_is_refused(port: Port, query: str) -> None:
    status, body = await got(port, "anna", f"latency?{query}")
    assert (status, body["code"]) == (422, "bad-request")
