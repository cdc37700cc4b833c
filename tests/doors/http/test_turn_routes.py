"""Flow: turns and events over HTTP, of one user and of two."""

import asyncio
import json

import httpx
import pytest
from assistant.turns import seen
from doors.http.served_http import Port, http_port, sent_events

from jarvis_voice.core.events import EarsMuted, ProblemReported, ScheduleMissed
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE, ME, Origin
from jarvis_voice.doors.http import event_stream, recent_events

pytestmark = pytest.mark.flow

JSON = {"accept": "application/json"}


async def test_a_turn_is_streamed_as_its_events(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("anna")
        async with port.client("anna") as client:
            answer = await client.post("/api/v1/turns", json={"text": "hello", "thread": "work"})
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    events = sent_events(answer.text)
    assert [one["event"] for one in events] == ["turn-started", "reply-text", "turn-ended"]
    assert [one["type"] for one in events] == [one["event"] for one in events]
    assert {(one["user_id"], one["place"]) for one in events} == {("anna", "anna-phone")}
    assert events[0]["source"] == "http"
    assert events[0]["thread_id"] == "work"
    assert events[-1]["reply"] == "You said hello."
    assert events[-1]["time"][:4].isdecimal()


async def test_a_turn_is_one_answer_where_json_is_wanted(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in()
        async with port.client() as client:
            answer = await client.post("/api/v1/turns", json={"text": "hello"}, headers=JSON)
    assert answer.json() == {
        "heard": "", "turn_id": "t1", "reply": "You said hello.", "outcome": "done", "sources": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"text": " "}, "no-words"),
        ({"text": "a" * 4_001}, "text-too-long"),
        ({"text": "hello", "thread": "../etc"}, "thread-name"),
        ({"text": "hello", "thread": ".."}, "thread-name"),
    ],
)
async def test_what_is_no_turn_is_refused(paths: Paths, body: dict[str, str], code: str) -> None:
    async with http_port(paths, open_on_loopback=True) as port, port.client() as client:
        answer = await client.post("/api/v1/turns", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert port.events == []


@pytest.mark.parametrize("headers", [{}, JSON], ids=["stream", "json"])
async def test_a_client_that_leaves_cancels_its_turn(paths: Paths, headers: dict[str, str]) -> None:
    async with http_port(paths, open_on_loopback=True) as port:
        async with port.client() as client:
            body = {"text": "wait"}
            asking = asyncio.create_task(client.post("/api/v1/turns", json=body, headers=headers))
            await port.planner.reached.wait()
            asking.cancel()
            await asyncio.wait({asking})
        async with port.client() as client:  # waits for the thread, so for the end of that turn
            await client.post("/api/v1/turns", json={"text": "hello"})
    assert [one["outcome"] for one in seen(port.events, "turn-ended")] == ["cancelled", "done"]


async def test_a_turn_that_runs_when_the_port_shuts_is_cancelled(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port, port.client() as client:
        streams = asyncio.create_task(client.post("/api/v1/turns", json={"text": "wait"}))
        await port.planner.reached.wait()
        await port.door.__aexit__()
        assert sent_events((await streams).text)[0]["event"] == "turn-started"
    assert [one["outcome"] for one in seen(port.events, "turn-ended")] == ["cancelled"]


async def test_too_many_turns_are_refused_with_the_time_to_wait(paths: Paths) -> None:
    async with http_port(paths, turns_per_minute=2) as port:
        await port.let_in("anna")
        await port.let_in("ben")
        async with port.client("anna") as anna, port.client("ben") as ben:
            body = {"text": "hello"}
            first = [(await anna.post("/api/v1/turns", json=body)).status_code for _ in range(3)]
            third = await anna.post("/api/v1/turns", json=body)
            other = await ben.post("/api/v1/turns", json=body)
    assert first == [200, 200, 429]
    assert third.json()["code"] == "too-many-requests"
    assert 1 <= int(third.headers["retry-after"]) <= 60
    assert other.status_code == 200


async def test_so_many_turns_run_at_once_and_a_place_comes_back(paths: Paths) -> None:
    opened = http_port(paths, concurrent_turns=1, open_on_loopback=True)
    async with opened as port, port.client() as client:
        asking = asyncio.create_task(client.post("/api/v1/turns", json={"text": "wait"}))
        await port.planner.reached.wait()
        other = await client.post("/api/v1/turns", json={"text": "hello", "thread": "two"})
        port.planner.let_go.set()
        await asking
        after = await client.post("/api/v1/turns", json={"text": "hello"})
    assert (other.status_code, after.status_code) == (429, 200)


async def next_events(client: httpx.AsyncClient, count: int, last: str = "", **query: str) -> str:
    """So many events of the stream, as they are on the wire."""
    headers = {"last-event-id": last} if last else {}
    async with client.stream("GET", "/api/v1/events", headers=headers, params=query) as stream:
        text = ""
        async for part in stream.aiter_text():
            text += part
            if text.count("data: ") >= count:
                break
        return text


async def test_events_are_sent_again_behind_the_last_one_that_was_seen(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in()
        async with port.client() as client:
            await client.post("/api/v1/turns", json={"text": "hello"})
            start = f"{port.door._ring.run}-0"
            all_three = await next_events(client, 3, start)
            marks = [line[4:] for line in all_three.splitlines() if line.startswith("id: ")]
            last_two = await next_events(client, 2, marks[0])
            of_old_run = await next_events(client, 3, "0badcafe-7")
            some = await next_events(client, 1, start, types="turn-ended", thread="default")
            await client.post("/api/v1/turns", json={"text": "hello", "thread": "other"})
            rest = await next_events(client, 2, marks[0], thread="default")
    kinds = ["turn-started", "reply-text", "turn-ended"]
    assert [one["event"] for one in sent_events(all_three)] == kinds
    assert [one["event"] for one in sent_events(last_two)] == kinds[1:]
    assert [one["event"] for one in sent_events(of_old_run)] == kinds
    assert [one["event"] for one in sent_events(some)] == ["turn-ended"]
    assert [(one["event"], one["turn_id"]) for one in sent_events(rest)] == [
        ("reply-text", "t1"),
        ("turn-ended", "t1"),
    ]


async def test_what_was_forgotten_elsewhere_is_not_sent_again(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in()
        async with port.client() as client:
            await client.post("/api/v1/turns", json={"text": "my secret"})
            await port.operations.forget_words(ME, "thread", "default")
            await client.post("/api/v1/turns", json={"text": "not kept", "dry_run": True})
            await client.post("/api/v1/turns", json={"text": "hello", "thread": "other"})
            text = await next_events(client, 5, f"{port.door._ring.run}-0")
    assert "secret" not in text
    assert "not kept" not in text
    dropped, changed, *others = sent_events(text)
    assert dropped == {"event": "dropped", "events": 3}
    assert (changed["event"], changed["what"]) == ("kept-changed", "words")
    assert [one["turn_id"] for one in others] == ["t3"] * 3


async def test_a_stream_ends_when_its_token_is_removed(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("anna")
        async with port.client("anna") as anna, anna.stream("GET", "/api/v1/events") as stream:
            lines = stream.aiter_lines()
            assert await anext(lines) == ": connected"
            port.bus.publish(ScheduleMissed(0.0, "tea", origin=Origin("anna")))
            assert [await anext(lines) for _ in range(2)] == ["", "event: schedule-missed"]
            await port.operations.people.remove_token("anna-phone")
            port.bus.publish(ScheduleMissed(0.0, "my secret", origin=Origin("anna")))
            rest = [line async for line in lines]
    assert "tea" in rest[0]
    assert not any("secret" in line for line in rest)


async def test_an_idle_stream_ends_at_once_and_those_of_other_tokens_stay(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("anna")
        await port.let_in("ben", EVERY_SCOPE)
        async with (
            port.client("anna") as anna,
            port.client("ben") as ben,
            anna.stream("GET", "/api/v1/events") as idle,
            ben.stream("GET", "/api/v1/events") as other,
        ):
            left, stays = idle.aiter_lines(), other.aiter_lines()
            assert [await anext(left), await anext(stays)] == [": connected"] * 2
            await ben.delete("/api/v1/tokens/anna-phone")
            assert [line async for line in left] == [""]
            port.bus.publish(ScheduleMissed(0.0, "tea", origin=Origin("ben")))
            assert [await anext(stays) for _ in range(2)] == ["", "event: schedule-missed"]
        async with port.client("anna") as anna:
            assert (await anna.get("/api/v1/events")).status_code == 401


async def test_all_streams_of_a_removed_user_end(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("anna")
        async with port.client("anna") as anna, anna.stream("GET", "/api/v1/events") as stream:
            await port.operations.people.remove_user("anna")
            assert (await stream.aread()).startswith(b": connected")


async def test_nobody_sees_the_events_of_another(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in("anna")
        await port.let_in("ben", EVERY_SCOPE)
        async with port.client("anna") as anna, port.client("ben") as ben:
            await anna.post("/api/v1/turns", json={"text": "my secret"})
            await ben.post("/api/v1/turns", json={"text": "hello"})
            seen_by_ben = await next_events(ben, 3, f"{port.door._ring.run}-0")
    assert "secret" not in seen_by_ben
    assert {one["user_id"] for one in sent_events(seen_by_ben)} == {"ben"}


async def test_events_of_the_program_need_a_scope(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in(name="phone")
        start = f"{port.door._ring.run}-0"
        port.bus.publish(EarsMuted(0.0))
        port.bus.publish(ProblemReported(0.0, "no-microphone", "There is none."))
        async with port.client() as client:
            await client.post("/api/v1/turns", json={"text": "hello"})
            talks = await next_events(client, 3, start)
        await port.let_in(may=EVERY_SCOPE, name="desk")
        async with port.client() as client:
            rules = await next_events(client, 5, start)
    assert sent_events(talks)[0]["event"] == "turn-started"
    assert [one["event"] for one in sent_events(rules)][:2] == ["ears-muted", "problem-reported"]


async def test_what_fell_out_of_the_ring_is_told(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_events, "KEPT_EVENTS", 2)
    async with http_port(paths) as port:
        await port.let_in()
        async with port.client() as client:
            await client.post("/api/v1/turns", json={"text": "hello"})
            text = await next_events(client, 3, f"{port.door._ring.run}-0")
    assert [one["event"] for one in sent_events(text)] == ["dropped", "reply-text", "turn-ended"]
    assert sent_events(text)[0]["events"] == 1


async def test_a_silent_stream_says_that_it_is_there(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "IDLE_SECONDS", 0.02)
    async with (
        http_port(paths, open_on_loopback=True) as port,
        port.client() as client,
        client.stream("GET", "/api/v1/events") as stream,
    ):
        lines = stream.aiter_lines()
        told = [await anext(lines) for _ in range(5)]
    assert told == [": connected", "", ": still here", "", ": still here"]


async def test_streams_are_counted_and_given_back(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.doors.http.turn_limits.MOST_STREAMS", 1)
    async with http_port(paths, open_on_loopback=True) as port, port.client() as client:
        async with client.stream("GET", "/api/v1/events") as stream:
            lines = stream.aiter_lines()  # held: a stream whose lines nobody holds is closed
            assert await anext(lines) == ": connected"
            assert (await client.get("/api/v1/events")).status_code == 429
        while True:
            async with client.stream("GET", "/api/v1/events") as stream:
                if stream.status_code == 200:
                    return


async def test_the_address_of_the_api_is_described(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port, port.client() as client:
        described = (await client.get("/openapi.json")).json()
        pages = [(await client.get(one)).status_code for one in ("/docs", "/redoc")]
    assert {"/api/v1/turns", "/api/v1/events", "/healthz"} <= set(described["paths"])
    assert described["components"]["securitySchemes"]["HTTPBearer"]["scheme"] == "bearer"
    assert pages == [404, 404]


def test_a_text_of_several_lines_is_several_lines_of_data() -> None:
    assert event_stream.server_sent("a\nb\r\nc", "x", "7") == (
        "event: x\ndata: a\ndata: b\ndata: c\nid: 7\n\n"
    )
    assert event_stream.server_sent("") == "data: \n\n"


def origin_of(port: Port) -> Origin:
    """Whose the newest event is."""
    return port.events[-1].origin


async def test_the_owner_without_a_token_is_at_this_machine(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port, port.client() as client:
        await client.post("/api/v1/turns", content=json.dumps({"text": "hello"}).encode(),
                          headers={"content-type": "application/json"})  # fmt: skip
    assert (origin_of(port).user_id, origin_of(port).place) == (ME, "")
