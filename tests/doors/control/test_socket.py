"""Flow: the control socket as a file: whose it is, what it replaces, who is answered through it."""

import asyncio
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from assistant.turns import HeldPlanner, assistant_with
from doors.control.served import NotedOperations, daemon, raw, refusal, send

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.paths import SOCKET_PATH_BYTES, Paths, find_paths
from jarvis_voice.doors.control.server import ControlServer

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no unix sockets here"),
]


async def test_nobody_listening_is_no_daemon(paths: Paths) -> None:
    assert await refusal(paths, command="ptt", action="press") == "no-daemon"


async def test_a_socket_left_behind_is_no_daemon_and_is_taken_over(paths: Paths) -> None:
    paths.control_socket.parent.mkdir(parents=True)
    server = await asyncio.start_unix_server(lambda *_: None, paths.control_socket)
    left = paths.control_socket.with_name("left")
    paths.control_socket.rename(left)
    server.close()
    left.rename(paths.control_socket)
    assert await refusal(paths, command="ptt", action="press") == "no-daemon"
    async with daemon(paths):
        assert (await send(paths, command="ask", text="hello"))[-1]["type"] == "control-done"


async def test_a_plain_file_in_its_place_is_no_daemon_and_is_taken_over(paths: Paths) -> None:
    paths.control_socket.parent.mkdir(parents=True)
    paths.control_socket.write_text("", encoding="utf-8")
    assert await refusal(paths, command="ptt", action="press") == "no-daemon"
    async with daemon(paths):
        assert (await send(paths, command="ask", text="hello"))[-1]["type"] == "control-done"


async def test_the_socket_is_the_users_alone_and_gone_afterwards(paths: Paths) -> None:
    before = os.umask(0)
    try:
        async with daemon(paths):
            mode = stat.S_IMODE(paths.control_socket.stat().st_mode)
            assert mode == 0o600
            assert os.umask(0) == 0, "the process's own umask is as it was"
    finally:
        os.umask(before)
    assert not paths.control_socket.exists()


def vanish(socket: Path) -> None:
    socket.unlink()


def be_a_file(socket: Path) -> None:
    socket.unlink()
    socket.write_text("", encoding="utf-8")


def be_a_link(socket: Path) -> None:
    socket.unlink()
    socket.symlink_to("/etc/hostname")


@pytest.mark.parametrize("spoil", [vanish, be_a_file, be_a_link])
async def test_a_socket_that_is_gone_is_made_anew_and_what_is_under_way_goes_on(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None]
) -> None:
    monkeypatch.setattr("jarvis_voice.doors.control.server.LOOK_SECONDS", 0.01)
    async with daemon(paths) as (planner, _, _):
        asking = asyncio.create_task(send(paths, command="ask", text="wait"))
        await planner.reached.wait()
        spoil(paths.control_socket)
        async with asyncio.timeout(10):
            await reached(paths)
        planner.let_go.set()
        assert (await asking)[-1]["type"] == "control-done"
    assert not os.path.lexists(paths.control_socket)


async def reached(paths: Paths) -> None:
    is_reached = False
    while not is_reached:
        is_reached = await refusal(paths, command="ptt", action="press") != "no-daemon"
        await asyncio.sleep(0)


async def test_what_somebody_else_put_there_is_left_at_the_end(paths: Paths) -> None:
    async with daemon(paths):
        be_a_file(paths.control_socket)
    assert paths.control_socket.exists()


async def test_what_others_write_while_it_is_being_made_has_their_own_mode(paths: Paths) -> None:
    masks = set()

    async def others() -> None:
        while True:
            masks.add(mask := os.umask(0o22))
            os.umask(mask)
            await asyncio.sleep(0)

    writing = asyncio.create_task(others())
    await asyncio.sleep(0)
    async with daemon(paths):
        mode = stat.S_IMODE(paths.control_socket.stat().st_mode)
    writing.cancel()
    assert (len(masks), mode) == (1, 0o600)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells who the peer is")
async def test_a_peer_of_another_user_is_not_answered(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with daemon(paths) as (_, _operations, events):
        stranger = os.getuid() + 1
        monkeypatch.setattr(os, "getuid", lambda: stranger)
        assert await raw(paths) == []
        assert await refusal(paths, command="ask", text="hello") == "no-daemon"
    assert events == []


async def test_a_long_home_is_served_by_its_short_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("JARVIS_HOME", str(tmp_path / ("long" * 40)))
    paths = find_paths()
    assert len(os.fsencode(paths.control_socket)) <= SOCKET_PATH_BYTES
    async with daemon(paths):
        assert (await send(paths, command="ask", text="hello"))[-1]["type"] == "control-done"
        folder = stat.S_IMODE(paths.control_socket.parent.stat().st_mode)
        assert folder == 0o700


async def test_a_folder_that_cannot_be_made_is_an_error_that_names_the_socket(
    tmp_path: Path, paths: Paths
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    async with assistant_with(paths, HeldPlanner()) as (assistant, _):
        path = tmp_path / "file" / "jarvis.sock"
        server = ControlServer(path, assistant, Bus(), NotedOperations(assistant, Bus(), None))
        with pytest.raises(ControlError) as caught:
            await server.__aenter__()
    assert caught.value.code == "control-socket"
    assert str(path) in caught.value.message


@pytest.mark.parametrize("mode", [0o770, 0o777])
async def test_a_folder_that_others_may_write_to_gets_no_socket(paths: Paths, mode: int) -> None:
    paths.control_socket.parent.mkdir(parents=True)
    paths.control_socket.parent.chmod(mode)
    async with assistant_with(paths, HeldPlanner()) as (assistant, _):
        operations = NotedOperations(assistant, Bus(), None)
        server = ControlServer(paths.control_socket, assistant, Bus(), operations)
        with pytest.raises(ControlError) as caught:
            await server.__aenter__()
    assert caught.value.code == "control-folder"
    assert f"chmod go-w {paths.control_socket.parent}" in caught.value.message
    assert not paths.control_socket.exists()


@pytest.mark.parametrize("is_a_link", [False, True])
async def test_nothing_is_said_to_a_socket_in_a_strangers_folder(
    paths: Paths, tmp_path: Path, is_a_link: bool
) -> None:
    heard: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read())
        writer.close()

    (tmp_path / "strange").mkdir()
    if is_a_link:
        paths.control_socket.parent.symlink_to(tmp_path / "strange")
    else:
        paths.control_socket.parent.mkdir()
        paths.control_socket.parent.chmod(0o777)
    async with await asyncio.start_unix_server(listen, paths.control_socket):
        assert await refusal(paths, command="ask", text="my secret") == "no-daemon"
    assert heard == []
