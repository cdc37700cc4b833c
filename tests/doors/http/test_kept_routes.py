"""Flow: what is kept of a user, shown and deleted over HTTP, and never another user's."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from doors.http.served_http import Port, http_port

from jarvis_voice.core.clock import elapsed
from jarvis_voice.core.events import KeptChanged
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.schedule_entries import Entry, Moment, in_seconds
from jarvis_voice.core.types import EVERY_SCOPE

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


@pytest.fixture
async def port(paths: Paths) -> AsyncIterator[Port]:
    """Anna and Ben, of whom Anna has something of each kind."""
    async with http_port(paths) as opened:
        await opened.let_in("anna")
        await opened.let_in("ben", EVERY_SCOPE)
        memory = opened.assistant.memory
        await memory.keep_fact("anna", "My cat is Pixel.", "t0", NOON)
        await memory.add_notes("anna", "shopping", ["milk", "bread"], NOON)
        due = NOON + timedelta(days=400)
        entry = Entry("alarm", due, NOON, name="early", user_id="anna")
        await opened.assistant.schedule.add(entry)
        async with opened.client("anna") as anna:
            body = {"text": "hello", "thread": "work"}
            assert (await anna.post("/api/v1/turns", json=body)).status_code == 200
        yield opened


async def got(port: Port, user: str, path: str) -> Any:
    async with port.client(user) as client:
        return (await client.get(f"/api/v1/{path}")).json()


async def deleted(port: Port, user: str, path: str) -> tuple[int, Any]:
    async with port.client(user) as client:
        answer = await client.delete(f"/api/v1/{path}")
        return answer.status_code, answer.json()


async def test_a_user_sees_what_is_kept(port: Port) -> None:
    assert (await got(port, "anna", "threads"))["threads"][0]["last_text"] == "hello anna"
    [turn] = (await got(port, "anna", "threads/work"))["turns"]
    assert (turn["text"], turn["reply"]) == ("hello", "You said hello.")
    [fact] = (await got(port, "anna", "facts"))["facts"]
    assert (fact["number"], fact["text"]) == (1, "My cat is Pixel.")
    assert await got(port, "anna", "notes") == {"lists": ["shopping"]}
    notes = (await got(port, "anna", "notes/shopping"))["notes"]
    assert [(one["number"], one["text"]) for one in notes] == [(1, "milk"), (2, "bread")]
    [entry] = (await got(port, "anna", "schedule"))["entries"]
    assert (entry["number"], entry["kind"], entry["name"]) == (1, "alarm", "early")


OF_ANNA = ("threads/work", "facts/1", "notes/shopping/1", "schedule/1")


async def test_nobody_sees_or_deletes_what_is_anothers(port: Port) -> None:
    for path in ("facts", "notes", "schedule"):
        assert list((await got(port, "ben", path)).values()) == [[]]
    assert (await got(port, "ben", "threads/work"))["code"] == "no-such-thread"
    assert (await got(port, "ben", "notes/shopping"))["code"] == "no-such-list"
    for path in OF_ANNA:
        assert (await deleted(port, "ben", path))[0] == 404
    await test_a_user_sees_what_is_kept(port)


async def test_a_user_deletes_what_is_kept(port: Port) -> None:
    for path in OF_ANNA:
        assert (await deleted(port, "anna", path))[0] == 200
        assert (await deleted(port, "anna", path))[0] == 404
    assert await got(port, "anna", "facts") == {"facts": []}
    assert await got(port, "anna", "schedule") == {"entries": []}
    assert len((await got(port, "anna", "notes/shopping"))["notes"]) == 1
    assert {type(one.event) for one in port.door._ring._users["anna"].kept} == {KeptChanged}


@pytest.mark.parametrize(
    "path",
    [
        *("facts/0", "facts/-1", "facts/99999999999999999999999", "facts/one"),
        *("schedule/0", "notes/shopping/77", "notes/work/1", "threads/..%2fwork", "threads/%00"),
    ],
)
async def test_an_odd_number_or_name_deletes_nothing(port: Port, path: str) -> None:
    status, body = await deleted(port, "anna", path)
    assert status in {400, 404, 422}
    assert set(body) == {"code", "message"}
    await test_a_user_sees_what_is_kept(port)


async def test_the_status_is_for_who_may(port: Port) -> None:
    assert (await got(port, "ben", "status"))["doing"] == "idle"
    assert (await got(port, "anna", "status"))["code"] == "not-allowed"


async def test_a_timer_is_given_more_time_and_an_alarm_is_not(port: Port) -> None:
    now = datetime.now(UTC)
    timer = in_seconds("timer", 600.0, Moment(now, *elapsed()), "tea")
    await port.assistant.schedule.add(replace(timer, user_id="anna"))
    async with port.client("anna") as anna:
        path, more = "/api/v1/schedule/{}/more", {"minutes": 5}
        assert (await anna.post(path.format(1), json=more)).status_code == 404
        longer = (await anna.post(path.format(2), json=more)).json()["entries"]
        [due] = [datetime.fromisoformat(one["due"]) for one in longer if one["kind"] == "timer"]
        assert timedelta(seconds=890) < due - now < timedelta(seconds=910)
        assert (await anna.post(path.format(2), json={"minutes": 1_441})).status_code == 422
    async with port.client("ben") as ben:
        assert (await ben.post(path.format(2), json=more)).status_code == 404


async def test_more_time_that_is_asked_for_twice_at_once_makes_no_second_timer(port: Port) -> None:
    timer = in_seconds("timer", 600.0, Moment(datetime.now(UTC), *elapsed()), "tea")
    await port.assistant.schedule.add(replace(timer, user_id="anna"))
    async with port.client("anna") as anna:
        path, more = "/api/v1/schedule/2/more", {"minutes": 5}
        answers = await asyncio.gather(*(anna.post(path, json=more) for _ in range(3)))
    assert sorted(one.status_code for one in answers) == [200, 404, 404]
    entries = await port.assistant.schedule.entries("anna")
    assert [one.name for one in entries if one.kind == "timer"] == ["tea"]


async def test_more_time_for_a_timer_that_rings_lets_others_ring_on(port: Port) -> None:
    timer = in_seconds("timer", 600.0, Moment(datetime.now(UTC), *elapsed()), "tea")
    await port.assistant.schedule.add(*(replace(timer, user_id=one) for one in ("anna", "ben")))
    [hers] = [one for one in await port.assistant.schedule.entries("anna") if one.kind == "timer"]
    [his] = [one for one in await port.assistant.schedule.entries("ben") if one.kind == "timer"]
    alarms = port.assistant.alarm_state
    alarms.ringing = (hers, his)
    async with port.client("anna") as anna:
        path = f"/api/v1/schedule/{hers.number}/more"
        assert (await anna.post(path, json={"minutes": 5})).status_code == 200
    assert [one.user_id for one in alarms.ringing] == ["ben"]
    assert not alarms.hushed.is_set()


async def test_what_is_known_of_a_person_is_forgotten_one_by_one(port: Port) -> None:
    for field, value in (("name", "Anna"), ("city", "Oslo")):
        await port.assistant.profiles.keep("anna", field, value, "t0", NOON)
    assert await got(port, "ben", "profile") == {"profile": []}
    assert [one["value"] for one in (await got(port, "anna", "profile"))["profile"]] == [
        "Anna",
        "Oslo",
    ]
    assert await deleted(port, "anna", "profile/city") == (200, {"deleted": 1})
    assert (await deleted(port, "anna", "profile/city"))[0] == 404
    assert (await deleted(port, "anna", "profile/shoe"))[0] == 404
    assert [one["field"] for one in (await got(port, "anna", "profile"))["profile"]] == ["name"]


@pytest.mark.parametrize(
    ("method", "path", "what"),
    [
        ("DELETE", "facts/1", "words"),
        ("DELETE", "threads/work", "words"),
        ("DELETE", "notes/shopping/1", "notes"),
        ("DELETE", "schedule/1", "schedule"),
        ("POST", "schedule/2/more", "schedule"),
    ],
)
async def test_a_change_is_told_to_the_users_other_pages(
    port: Port, method: str, path: str, what: str
) -> None:
    timer = in_seconds("timer", 600, Moment(NOON, *elapsed()), "tea")
    await port.assistant.schedule.add(replace(timer, user_id="anna"))
    told = port.bus.subscribe()
    async with port.client("anna") as client:
        body = {"minutes": 5} if method == "POST" else None
        answer = await client.request(method, f"/api/v1/{path}", json=body)
    assert answer.status_code == 200
    told.close()
    changes = [one async for one in told if isinstance(one, KeptChanged)]
    assert [(one.origin.user_id, one.what) for one in changes] == [("anna", what)]
