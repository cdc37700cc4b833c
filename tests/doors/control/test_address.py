"""Contract: the control socket where there are no unix sockets, a real port of this machine.

Forced, so that it runs on every system.
"""

import asyncio
import json
import socket
import stat
import sys
from pathlib import Path

import pytest
from doors.control.served import daemon

from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.control import address
from jarvis_voice.doors.control.client import command, request

pytestmark = pytest.mark.contract


@pytest.fixture(autouse=True)
def without_unix_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "HAS_UNIX_SOCKETS", False)


def note(paths: Paths) -> Path:
    return paths.control_socket.with_suffix(".port")


async def refusal(paths: Paths) -> str:
    with pytest.raises(ControlError) as caught:
        await command(paths.control_socket, "status")
    return caught.value.code


async def raw(paths: Paths, *lines: bytes) -> list[bytes]:
    """What somebody is answered who found the port, but not the token."""
    port = json.loads(note(paths).read_text())["port"]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for line in lines:
            writer.write(line)
        writer.write_eof()
        return (await reader.read()).splitlines()
    finally:
        writer.close()


async def test_a_turn_is_asked_for_and_answered_at_the_port(paths: Paths) -> None:
    async with daemon(paths):
        assert not paths.control_socket.exists()
        body = {"command": "ask", "text": "hello"}
        answers = [one async for one in request(paths.control_socket, body)]
    assert [one["type"] for one in answers] == [
        "turn-started", "reply-text", "turn-ended", "control-done",
    ]  # fmt: skip
    assert not note(paths).exists()


async def test_a_client_that_leaves_cancels_its_turn_there_too(paths: Paths) -> None:
    async with daemon(paths) as (planner, _, events):
        asking = asyncio.create_task(command(paths.control_socket, "ask", text="wait"))
        await planner.reached.wait()
        asking.cancel()
        await asyncio.wait({asking})
        await command(paths.control_socket, "ask", text="hello")
    outcomes = [one.outcome for one in events if one.type == "turn-ended"]  # type: ignore[union-attr] # of that type
    assert outcomes == ["cancelled", "done"]


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there: the folder is the user's")
async def test_the_token_is_for_the_user_alone_and_new_each_time(paths: Paths) -> None:
    tokens = set()
    for _ in range(2):
        async with daemon(paths):
            assert stat.S_IMODE(note(paths).stat().st_mode) == 0o600
            tokens.add(json.loads(note(paths).read_text())["token"])
    assert len(tokens) == 2
    assert [len(token) for token in tokens] == [64, 64]


@pytest.mark.parametrize(
    "lines",
    [
        (b'{"command": "status"}\n',),
        (b"challenge\n", b"guess\n", b'{"command": "status"}\n'),
        (b"challenge\n", b"\xff\xfe\n", b'{"command": "status"}\n'),
        (b"x" * 100_000,),
        (b"",),
    ],
)
async def test_who_cannot_read_the_token_is_told_nothing_and_moves_nothing(
    paths: Paths, lines: tuple[bytes, ...]
) -> None:
    async with daemon(paths):
        said = await raw(paths, *lines)
        assert (await command(paths.control_socket, "status"))["status"]["doing"] == "idle"
        token = json.loads(note(paths).read_text())["token"]
    assert len(said) <= 1, "the proof at the most"
    assert token.encode() not in b"".join(said)


async def test_what_listens_there_must_know_the_token_before_it_is_told_anything(
    paths: Paths,
) -> None:
    heard: list[bytes] = []

    async def impostor(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readline())
        writer.write(b"0" * 64 + b" 0123\n")
        heard.append(await reader.readline())
        writer.close()

    async with daemon(paths):
        kept = json.loads(note(paths).read_text())
    server = await asyncio.start_server(impostor, "127.0.0.1", 0)
    async with server:
        kept["port"] = server.sockets[0].getsockname()[1]
        note(paths).write_text(json.dumps(kept))
        assert await refusal(paths) == "no-daemon"
    assert b"".join(heard).count(b"\n") == 1, "the challenge alone"
    assert kept["token"].encode() not in b"".join(heard)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"port": "x", "token": ""}', "\x00"])
async def test_a_damaged_note_is_as_good_as_none(paths: Paths, text: str) -> None:
    paths.runtime.mkdir(parents=True)
    note(paths).write_text(text)
    assert await refusal(paths) == "no-daemon"


async def test_a_note_of_a_daemon_that_was_killed_is_replaced(paths: Paths) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
    paths.runtime.mkdir(parents=True)
    note(paths).write_text(json.dumps({"port": port, "token": "0" * 64}))
    assert await refusal(paths) == "no-daemon"
    async with daemon(paths):
        assert (await command(paths.control_socket, "status"))["status"]
