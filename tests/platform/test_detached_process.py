"""Flow: real child processes are started and what was seen of them comes out."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.detached_process import NOT_KNOWN_YET, Started, start_detached

pytestmark = pytest.mark.e2e

LONG_SECONDS = 60.0
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="sessions and signals are POSIX")


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


@pytest.mark.parametrize("exit_code", [0, 3])
async def test_a_child_that_ends_tells_its_exit_code(exit_code: int) -> None:
    seen = await start_detached(python(f"raise SystemExit({exit_code})"), LONG_SECONDS)
    assert seen == Started(alive=False, exit_code=exit_code)
    assert seen.is_good is (exit_code == 0)


@pytest.mark.parametrize("users", ["", "4"])
async def test_a_child_does_not_see_what_is_set_for_this_program_alone(users: str) -> None:
    """What the user has set themselves it does see."""
    name = "OPENBLAS_NUM_THREADS"
    check = f"import os; raise SystemExit(os.environ.get({name!r}, '') != {users!r})"
    start = (
        "import asyncio, jarvis_voice, sys\n"
        "from jarvis_voice.platform.detached_process import start_detached\n"
        f"seen = asyncio.run(start_detached([sys.executable, '-c', {check!r}], {LONG_SECONDS}))\n"
        "raise SystemExit(seen.exit_code)"
    )
    without = {key: text for key, text in os.environ.items() if key != name}
    env = without | ({name: users} if users else {})
    child = await asyncio.to_thread(subprocess.run, python(start), env=env, check=False)
    assert child.returncode == 0


async def test_a_program_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ToolError) as caught:
        await start_detached(["no-such-program-anywhere"], LONG_SECONDS)
    assert caught.value.code == "not-started"


@pytest.mark.parametrize(
    "argv",
    [["a\0b"], [sys.executable, "a\0b"], [sys.executable, "\ud800"], [sys.executable, 3], [""]],
)
async def test_what_cannot_be_passed_on_is_an_error_and_never_running(argv: list[str]) -> None:
    with pytest.raises(ToolError) as caught:
        await start_detached(argv, LONG_SECONDS)
    assert caught.value.code == "not-started"


@pytest.mark.parametrize("error", [OSError(5, "broken"), TimeoutError(), MemoryError(), KeyError()])
async def test_whatever_breaks_in_starting_is_an_error_and_never_running(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(subprocess, "Popen", break_off)
    with pytest.raises(ToolError) as caught:
        await start_detached(python(""), LONG_SECONDS)
    assert caught.value.code == "not-started"


async def test_what_has_not_begun_is_not_known_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a program on a network folder that does not answer; its error comes too late."""
    answers = threading.Event()

    def wait(*_: object, **__: object) -> None:
        answers.wait(LONG_SECONDS)
        raise OSError(5, "broken")

    monkeypatch.setattr(subprocess, "Popen", wait)
    before = set(threading.enumerate())
    try:
        assert await start_detached(python(""), LONG_SECONDS, begin_seconds=0.0) == NOT_KNOWN_YET
    finally:
        answers.set()
        for watcher in set(threading.enumerate()) - before:
            await asyncio.to_thread(watcher.join, LONG_SECONDS)
    await asyncio.sleep(0)
    gc.collect()


async def test_it_is_watched_from_when_the_system_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow start takes nothing from the time in which a failure is seen."""
    begun = threading.Event()
    real = subprocess.Popen

    def slow(*args: Any, **options: Any) -> subprocess.Popen[bytes]:
        begun.wait(LONG_SECONDS)
        return real(*args, **options)

    monkeypatch.setattr(subprocess, "Popen", slow)
    starting = asyncio.create_task(start_detached(python("raise SystemExit(3)"), LONG_SECONDS))
    await asyncio.sleep(0)
    assert not starting.done()
    begun.set()
    assert await starting == Started(alive=False, exit_code=3)


@posix_only
@pytest.mark.filterwarnings("error::ResourceWarning")
async def test_a_child_that_stays_has_a_session_of_its_own_and_leaves_no_zombie(
    tmp_path: Path,
) -> None:
    fifo = tmp_path / "pid"
    os.mkfifo(fifo)
    child = python(
        "import os, signal\n"
        f"with open({str(fifo)!r}, 'w') as told: told.write(f'{{os.getpid()}} {{os.getsid(0)}}')\n"
        "signal.pause()"
    )
    before = set(threading.enumerate())
    assert await start_detached(child, 0.0) == Started(alive=True, exit_code=None)
    pid, session = map(int, (await asyncio.to_thread(fifo.read_text)).split())
    assert session == pid != os.getsid(0)
    os.kill(pid, signal.SIGTERM)
    for watcher in set(threading.enumerate()) - before:
        if watcher.name.startswith("child "):
            await asyncio.to_thread(watcher.join, LONG_SECONDS)
    gc.collect()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@posix_only
def test_a_child_outlives_the_program_and_no_warning_is_printed(tmp_path: Path) -> None:
    fifo = tmp_path / "pid"
    os.mkfifo(fifo)
    child = (
        "import os, signal\n"
        f"with open({str(fifo)!r}, 'w') as told: told.write(str(os.getpid()))\n"
        "signal.pause()"
    )
    # the program ends only after the child runs: a program killed before its watcher started the
    # child would have nothing to outlive it
    parent = (
        "import asyncio, sys\n"
        "from jarvis_voice.platform.detached_process import start_detached\n"
        f"print(asyncio.run(start_detached([sys.executable, '-c', {child!r}], 0.0)).alive)\n"
        f"print(open({str(fifo)!r}).read(), flush=True)"
    )
    program = subprocess.run(
        [sys.executable, "-c", parent], capture_output=True, text=True, check=True, timeout=60
    )
    alive, pid = program.stdout.split()
    assert (alive, program.stderr) == ("True", "")
    os.kill(int(pid), 0)
    os.kill(int(pid), signal.SIGKILL)


@posix_only
def test_a_child_outlives_a_program_that_is_killed(tmp_path: Path) -> None:
    """As apps that were opened outlive a daemon that is killed, its group with it."""
    fifo = tmp_path / "pid"
    os.mkfifo(fifo)
    child = (
        "import os, signal\n"
        f"with open({str(fifo)!r}, 'w') as told: told.write(str(os.getpid()))\n"
        "signal.pause()"
    )
    parent = (
        "import asyncio, sys\n"
        "from jarvis_voice.platform.detached_process import start_detached\n"
        f"asyncio.run(start_detached([sys.executable, '-c', {child!r}], 3600.0))"
    )
    with subprocess.Popen([sys.executable, "-c", parent], start_new_session=True) as program:
        pid = int(fifo.read_text())
        os.killpg(program.pid, signal.SIGKILL)
        assert program.wait(60) == -signal.SIGKILL
    os.kill(pid, 0)
    assert os.getpgid(pid) == pid
    os.kill(pid, signal.SIGKILL)
