"""Flow: many who connect to the control socket, and what they cost; a real socket and client."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from doors.control.served import daemon, raw, refusal, send

from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.control.connections import MOST_CONNECTIONS

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no unix sockets here"),
]

Guest = tuple[asyncio.StreamReader, asyncio.StreamWriter]
SERVER = "jarvis_voice.doors.control.server"
CONNECTIONS = "jarvis_voice.doors.control.connections"
CLIENT = "jarvis_voice.doors.control.client"


@asynccontextmanager
async def half_open(paths: Paths, count: int) -> AsyncIterator[list[Guest]]:
    """So many who have begun a request and send no more."""
    guests: list[Guest] = []
    for _ in range(count):
        guest = await asyncio.open_unix_connection(paths.control_socket)
        guest[1].write(b'{"c')
        guests.append(guest)
    try:
        yield guests
    finally:
        for _, writer in guests:
            writer.close()


async def told(guest: Guest) -> str:
    """The code of the refusal that a guest reads; the connection ends after it."""
    lines = [json.loads(line) async for line in guest[0]]
    return str(lines[-1]["code"])


async def test_one_more_than_there_are_places_is_told_so(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{CLIENT}.PATIENCE_SECONDS", 0.0)
    async with daemon(paths), half_open(paths, MOST_CONNECTIONS):
        [answer] = await raw(paths, b'{"command": "status"}\n')
        assert await refusal(paths, command="status") == "too-many-connections"
    assert answer["code"] == "too-many-connections"
    assert "64 programs" in answer["message"]


async def test_the_last_place_is_one(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{CLIENT}.PATIENCE_SECONDS", 0.0)
    async with daemon(paths), half_open(paths, MOST_CONNECTIONS - 1):
        assert (await send(paths, command="status"))[-1]["type"] == "control-done"


async def test_of_a_crowd_that_reads_nothing_those_who_came_first_go_first(paths: Paths) -> None:
    async with daemon(paths), half_open(paths, 3 * MOST_CONNECTIONS) as guests:
        refused = guests[MOST_CONNECTIONS:]
        for guest in refused[:MOST_CONNECTIONS]:
            assert await told(guest) == "too-many-connections"
            assert await guest[0].read() == b"", "it was closed to make room"
        newcomer = await raw(paths, b'{"command": "status"}\n')
    assert newcomer[-1]["code"] == "too-many-connections"


async def test_who_sends_no_whole_request_in_time_is_told_so_and_leaves_its_place(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{SERVER}.FIRST_LINE_SECONDS", 0.1)
    monkeypatch.setattr(f"{CONNECTIONS}.PART_SECONDS", 0.1)
    async with daemon(paths), half_open(paths, MOST_CONNECTIONS) as guests:
        assert {await told(guest) for guest in guests} == {"request-late"}
        assert (await send(paths, command="status"))[-1]["type"] == "control-done"


async def test_a_client_of_ours_asks_again_until_there_is_a_place(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with daemon(paths), half_open(paths, MOST_CONNECTIONS) as guests:
        asking = asyncio.create_task(send(paths, command="ask", text="hello"))
        done, _ = await asyncio.wait({asking}, timeout=0.3)
        assert not done
        guests[0][1].close()
        assert (await asking)[-1]["type"] == "control-done"


async def test_many_more_clients_than_places_are_all_answered(paths: Paths) -> None:
    async with daemon(paths):
        asked = [send(paths, command="status") for _ in range(MOST_CONNECTIONS + 20)]
        answers = await asyncio.gather(*asked)
    assert {answer[-1]["type"] for answer in answers} == {"control-done"}


async def test_a_request_that_is_carried_out_may_take_longer_than_the_first_line(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{SERVER}.FIRST_LINE_SECONDS", 0.1)
    monkeypatch.setattr(f"{CONNECTIONS}.PART_SECONDS", 0.1)
    async with daemon(paths) as (planner, _, _events):
        asking = asyncio.create_task(send(paths, command="ask", text="wait"))
        await planner.reached.wait()
        async with half_open(paths, 1) as [guest]:
            assert await told(guest) == "request-late"
        planner.let_go.set()
        assert (await asking)[-1]["type"] == "control-done"


async def test_who_keeps_an_answered_connection_open_loses_it(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{CONNECTIONS}.PART_SECONDS", 0.1)
    async with daemon(paths):
        reader, writer = await asyncio.open_unix_connection(paths.control_socket)
        writer.write(b'{"command": "status"}\n')
        assert json.loads(await reader.readline())["type"] == "control-done"
        assert await reader.read() == b""
        with pytest.raises(ConnectionError):  # noqa: PT012 - the system tells it at some write
            while True:
                writer.write(b"more\n")
                await writer.drain()
                await asyncio.sleep(0)
        writer.close()


@pytest.mark.parametrize("size", [70_000, 1_000_000, 8_000_000])
async def test_a_client_that_sends_too_much_reads_why(paths: Paths, size: int) -> None:
    async with daemon(paths):
        for _ in range(5):
            assert await refusal(paths, command="say", text="x" * size) == "request-too-long"


async def test_a_full_queue_in_front_of_the_door_is_not_taken_for_nobody(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    import socket

    monkeypatch.setattr(f"{CLIENT}.PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr("jarvis_voice.doors.control.address.KNOCKS", 2)
    paths.control_socket.parent.mkdir(parents=True)
    with socket.socket(socket.AF_UNIX) as busy, socket.socket(socket.AF_UNIX) as first:
        busy.bind(str(paths.control_socket))
        busy.listen(0)
        first.connect(str(paths.control_socket))
        assert await refusal(paths, command="status") == "too-many-connections"


async def test_a_daemon_that_ends_ends_every_connection(paths: Paths) -> None:
    async with AsyncExitStack() as stack:
        async with daemon(paths):
            guests = await stack.enter_async_context(half_open(paths, MOST_CONNECTIONS + 3))
            refused = guests[MOST_CONNECTIONS:]
            lines = [json.loads(await guest[0].readline()) for guest in refused]
        assert {line["code"] for line in lines} == {"too-many-connections"}
        assert {await guest[0].read() for guest in guests} == {b""}
