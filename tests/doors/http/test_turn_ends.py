"""Flow: turns are looked up, cancelled and stopped over HTTP, by their own user alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from doors.http.served_http import Port, http_port

from jarvis_voice.core.events import TurnEnded, TurnStarted
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import EVERY_SCOPE, Origin

pytestmark = pytest.mark.flow

JSON = {"accept": "application/json"}
CHANGED, UNCHANGED = {"changed": True}, {"changed": False}


@asynccontextmanager
async def two_users(
    paths: Paths,
) -> AsyncIterator[tuple[Port, httpx.AsyncClient, httpx.AsyncClient]]:
    """Anna, and Ben, who may do everything."""
    async with http_port(paths) as port:
        await port.let_in("anna")
        await port.let_in("ben", EVERY_SCOPE)
        async with port.client("anna", **JSON) as anna, port.client("ben", **JSON) as ben:
            yield port, anna, ben


def waiting(client: httpx.AsyncClient, thread: str = "") -> asyncio.Task[httpx.Response]:
    """A turn that is held."""
    body = {"text": "wait", "thread": thread}
    return asyncio.create_task(client.post("/api/v1/turns", json=body))


async def test_a_turn_is_shown_while_it_runs_and_cancelled_by_its_user(paths: Paths) -> None:
    async with two_users(paths) as (port, anna, ben):
        asking = waiting(anna)
        await port.planner.reached.wait()
        shown = (await anna.get("/api/v1/turns/t1")).json()
        assert (shown["text"], shown["outcome"]) == ("wait", "")
        assert (await ben.get("/api/v1/turns/t1")).status_code == 404
        assert (await ben.delete("/api/v1/turns/t1")).status_code == 404
        assert not asking.done()
        assert (await anna.delete("/api/v1/turns/t1")).json() == CHANGED
        assert (await asking).json()["outcome"] == "cancelled"
        assert (await anna.delete("/api/v1/turns/t1")).json() == UNCHANGED
        assert (await anna.get("/api/v1/turns/t1")).json()["outcome"] == "cancelled"
        for odd in ("t2", "1", "%00", "..%2f..", "t" * 5_000, "%ff"):
            assert (await anna.delete(f"/api/v1/turns/{odd}")).status_code == 404


async def test_stop_ends_the_turns_of_its_user_and_those_that_wait(paths: Paths) -> None:
    async with two_users(paths) as (port, anna, ben):
        begun = port.bus.subscribe()
        asking = [waiting(anna, "one"), waiting(anna, "one"), waiting(ben, "one")]
        users: set[str] = set()
        async for event in begun:
            if isinstance(event, TurnStarted):
                users.add(event.origin.user_id)
            if users == {"anna", "ben"}:
                break
        begun.close()
        assert (await anna.post("/api/v1/stop")).json() == CHANGED
        ended = [(await one).json()["outcome"] for one in asking[:2]]
        assert ended == ["cancelled", "cancelled"]
        assert not asking[2].done()
        port.planner.let_go.set()
        assert (await asking[2]).json()["outcome"] == "done"
        assert (await anna.post("/api/v1/stop")).json() == UNCHANGED
    assert sum(isinstance(one, TurnEnded) for one in port.events) == 3


async def test_stop_hushes_what_rings_for_its_user_alone(paths: Paths) -> None:
    async with two_users(paths) as (port, anna, ben):
        state, now = port.assistant.alarm_state, port.door._context.now()
        origin = Origin("anna", "anna-phone")
        state.ringing = (Entry("timer", now, now, number=7, user_id="anna", place=origin.place),)
        assert (await ben.post("/api/v1/stop")).json() == UNCHANGED
        assert not state.hushed.is_set()
        assert (await anna.post("/api/v1/stop")).json() == CHANGED
        assert state.hushed.is_set()
