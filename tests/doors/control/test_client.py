"""Flow: what a client makes of a daemon that is silent, or answers what it cannot read."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from doors.control.served import daemon

from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.paths import Paths, ensure
from jarvis_voice.doors.control.client import ask_status, command

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no unix sockets here"),
]


@asynccontextmanager
async def answering(paths: Paths, answer: bytes | None) -> AsyncIterator[None]:
    """Somebody at the socket who answers each request with this, or with nothing at all."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        if answer is None:
            await reader.read()
        else:
            writer.write(answer)
            await writer.drain()
        writer.close()

    ensure(paths.control_socket.parent)
    async with await asyncio.start_unix_server(serve, paths.control_socket):
        yield


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b"", "daemon-gone"),
        (b'{"type": "control-d', "daemon-gone"),
        (b"hello\n", "other-version"),
        (b"[]\n", "other-version"),
        (b"5\n", "other-version"),
        (b"[" * 100_000 + b"\n", "other-version"),
        (b"\xff\xfe\n", "other-version"),
        (b'{"a": 1}\n', "other-version"),
        (b'{"type": 5}\n', "other-version"),
        (b'{"type": "control-done"}\n', "other-version"),
        (b'{"type": "control-done", "status": []}\n', "other-version"),
        (b'{"type": "control-error"}\n', "None"),
        (b"x" * 2_000_000 + b"\n", "daemon-gone"),
    ],
)
async def test_an_odd_answer_is_an_error_in_words(paths: Paths, answer: bytes, code: str) -> None:
    async with answering(paths, answer):
        with pytest.raises(ControlError) as caught:
            await ask_status(paths.control_socket)
    assert caught.value.code == code


@pytest.mark.parametrize("name", ["status", "mute", "unmute", "stop", "quit"])
async def test_who_does_not_answer_at_once_is_not_waited_for(
    paths: Paths, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.doors.control.client.ANSWER_SECONDS", 0.0)
    async with answering(paths, None), asyncio.timeout(20):
        with pytest.raises(ControlError, match="does not answer"):
            await command(paths.control_socket, name)


async def test_a_turn_may_last(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jarvis_voice.doors.control.client.ANSWER_SECONDS", 0.0)
    async with daemon(paths):
        last = await command(paths.control_socket, "ask", text="hello")
    assert last == {"type": "control-done"}
