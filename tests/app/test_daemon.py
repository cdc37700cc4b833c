"""Flow: the daemon as a child process, and its ears as far as they need no machine."""

import asyncio
import gc
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path

import pytest
from assistant.turns import HeldPlanner, assistant_with
from bench.process import Program, wait_until
from cli.command import SECONDS, environment, jarvis
from voice.talk import Talk

from jarvis_voice.app.context import AppContext
from jarvis_voice.app.daemon import Daemon
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import AudioError, StoreError
from jarvis_voice.core.paths import Paths

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of unix"),
]

RUN = [sys.executable, "-m", "jarvis_voice", "run"]


@pytest.fixture
def home(paths: Paths) -> Path:
    return paths.config


@pytest.mark.e2e
def test_ctrl_c_while_it_opens_its_models_ends_it_before_it_is_ready(
    home: Path, tmp_path: Path
) -> None:
    """The note about the models is a pipe: who reads it waits until the test has looked round."""
    models = tmp_path / "models"
    models.mkdir()
    os.mkfifo(models / "verified.json")
    with Program(RUN, environment(home, JARVIS_MODELS=str(models))) as daemon:
        note = os.open(models / "verified.json", os.O_WRONLY)  # opens when the daemon reads it
        pressed = jarvis(home, "ptt", "press")
        daemon.interrupt()
        daemon.expect("Goodbye")
        os.close(note)
        assert daemon.wait() == 0
    assert pressed.returncode == 9
    assert pressed.stderr == "jarvis: Jarvis is still starting; try again in a moment.\n"
    assert daemon.lines == ["Goodbye."]
    assert daemon.errors == []


@pytest.mark.e2e
def test_no_stdin_at_all_is_the_end_of_stdin(home: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *RUN, "--text-only"],
        capture_output=True,
        text=True,
        env=environment(home),
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "Goodbye."


@pytest.mark.e2e
def test_json_is_all_there_is_on_stdout(home: Path) -> None:
    done = jarvis(home, "run", "--text-only", "--json", stdin=b"reset\nhello\nexit\n")
    assert done.returncode == 0
    kinds = [json.loads(line)["type"] for line in done.stdout.splitlines()]
    assert (kinds[0], kinds[-1]) == ("turn-started", "turn-ended")
    assert done.stderr.splitlines()[-1] == "Goodbye."


def _most_memory(pid: int) -> int:
    """The most memory that a process ever held, in kB."""
    [peak] = [
        int(line.split()[1])
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("VmHWM")
    ]
    return peak


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells how much memory it took")
@pytest.mark.e2e
def test_a_line_without_an_end_fills_no_memory(home: Path) -> None:
    """A line of 200 MB costs less than a third of that, with what the program loads meanwhile."""
    with Program([*RUN, "--text-only"], environment(home)) as daemon:
        daemon.expect("Type what you want")
        daemon.send_line("hello")
        daemon.expect("Hello")
        before = _most_memory(daemon.pid)
        stdin = daemon._stdin
        stdin.write(b"x" * 200_000_000 + b"\n")
        stdin.flush()
        daemon.expect("more than 4,000 characters")
        grown = _most_memory(daemon.pid) - before
        daemon.send_line("exit")
        assert daemon.wait() == 0
    assert grown < 66_000, f"{grown} KB"


@pytest.mark.e2e
def test_more_connections_than_it_may_have_files_do_not_end_it(home: Path, paths: Paths) -> None:
    """It answers before, meanwhile and afterwards; those who send nothing are let go."""
    few_files = ["sh", "-c", 'ulimit -n 300; exec "$@"', "sh"]
    with (
        Program([*few_files, *RUN, "--text-only"], environment(home)) as daemon,
        ExitStack() as held,
    ):
        daemon.expect("Type what you want")
        assert jarvis(home, "ask", "hello").returncode == 0
        guests = [held.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(400)]
        for guest in guests:
            guest.connect(str(paths.control_socket))
            with suppress(OSError):  # it was refused already
                guest.sendall(b'{"c')
        asked = jarvis(home, "ask", "hello")
        assert (asked.returncode, asked.stdout[:5]) == (0, "Hello"), asked.stderr
        codes = {json.loads(guest.makefile().readline())["code"] for guest in guests}
        assert codes == {"request-late", "too-many-connections"}
        assert jarvis(home, "status").returncode == 0
        daemon.send_line("exit")
        assert daemon.wait() == 0
    assert daemon.errors == []


@pytest.mark.skipif(sys.platform != "linux", reason="Linux makes a pipe small")
@pytest.mark.e2e
def test_what_it_prints_may_stay_unread_for_ever(home: Path, paths: Paths) -> None:
    """As on a terminal that is held with Ctrl-S, or whose connection is lost."""
    read, write = os.pipe()
    fcntl = pytest.importorskip("fcntl")
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4_096)
    os.write(write, b"x" * 4_096)
    with subprocess.Popen(
        [*RUN, "--text-only"],
        stdin=subprocess.PIPE,
        stdout=write,
        stderr=write,
        env=environment(home),
    ) as daemon:
        wait_until(paths.control_socket.exists, "the socket is there", SECONDS)
        for _ in range(3):
            assert jarvis(home, "ask", "hello").returncode == 0
        assert jarvis(home, "status").returncode == 0
        daemon.terminate()
        assert daemon.wait(SECONDS) == 0
    os.close(read)
    os.close(write)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.e2e
def test_what_it_could_not_print_is_told_and_no_success(home: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*RUN, "--text-only"],
            input=b"exit\n",
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(home),
            timeout=SECONDS,
            check=False,
        )
    assert done.returncode == StoreError.exit_code
    assert b"could not be written: No space left on device." in done.stderr


def press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


async def hear(paths: Paths, talk: Talk) -> list[str]:
    """Run a daemon whose ears are those of the talk to its end; what it told."""
    told: list[str] = []
    bus, clock = Bus(), SystemClock()
    async with (
        assistant_with(paths, HeldPlanner(), bus=bus) as (assistant, _),
        AsyncExitStack() as stack,
    ):
        daemon = Daemon(AppContext(load_config(paths), paths, bus, clock, assistant), told.append)
        daemon._ears = talk.session
        await daemon.run(stack, text_only=True)
    return told


async def test_ears_lost_after_the_end_of_stdin_end_it_with_an_error(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    talk = Talk(hears=[], lost=AudioError("microphone-lost", "The microphone is gone."))
    talk.microphone.script = ("....",)
    async with asyncio.timeout(60):
        with pytest.raises(AudioError) as caught:
            await hear(paths, talk)
    assert caught.value.code == "ears-lost"


async def test_when_all_is_loaded_it_is_passed_over_and_the_rest_collected(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded, loop = asyncio.Event(), asyncio.get_running_loop()
    passed_over: list[bool] = []
    monkeypatch.setattr(gc, "freeze", lambda: passed_over.append(gc.isenabled()))
    seen: list[tuple[bool, bool]] = []
    monkeypatch.setattr(
        "jarvis_voice.app.daemon.give_back", lambda: loop.call_soon_threadsafe(loaded.set)
    )
    monkeypatch.setattr(sys, "stdin", None)
    talk = Talk(hears=[])
    talk.microphone.script = (
        "....",
        loaded.wait,
        lambda: seen.append((gc.isenabled(), passed_over == [False])),
        press_ctrl_c,
        asyncio.Event().wait,
    )
    async with asyncio.timeout(60):
        await hear(paths, talk)
    assert seen == [(True, True)]


async def test_loading_ahead_that_breaks_ends_nothing(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded, loop = asyncio.Event(), asyncio.get_running_loop()

    async def broken(_: Assistant) -> None:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Assistant, "preload", broken)
    monkeypatch.setattr(
        "jarvis_voice.app.daemon.give_back", lambda: loop.call_soon_threadsafe(loaded.set)
    )
    monkeypatch.setattr(sys, "stdin", None)
    talk = Talk(hears=[])
    talk.microphone.script = ("....", loaded.wait, press_ctrl_c, asyncio.Event().wait)
    async with asyncio.timeout(60):
        assert await hear(paths, talk) == []


async def test_ctrl_c_does_not_say_that_it_is_deaf(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    talk = Talk(hears=[])
    talk.microphone.script = (
        "....",
        press_ctrl_c,
        asyncio.Event().wait,
    )
    async with asyncio.timeout(60):
        assert await hear(paths, talk) == []
