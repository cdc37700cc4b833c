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


def endless(fifo: Path, then: str = "") -> str:
    """A program that prints far more than a pipe holds, tells where, and goes on printing."""
    return (
        "import os, stat\n"
        "said = b'word ' * 10_000\n"
        "for _ in range(1_000): os.write(1, said)\n"
        f"with open({str(fifo)!r}, 'w') as told:\n"
        "    told.write(f'{os.getpid()} {stat.S_ISREG(os.fstat(1).st_mode)}')\n"
        f"{then or 'while True: os.write(1, said)'}\n"
    )


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    path = tmp_path / "told"
    os.mkfifo(path)
    return path


@posix_only
@pytest.mark.parametrize("said_bytes", [0, 800])
async def test_what_a_program_prints_without_end_goes_to_nobody_and_into_no_file(
    said_bytes: int, fifo: Path
) -> None:
    started = await start_detached(python(endless(fifo)), 0.0, said_bytes)
    assert started.alive
    pid, is_file = (await asyncio.to_thread(fifo.read_text)).split()
    os.kill(int(pid), signal.SIGKILL)
    assert is_file == "False"


@posix_only
@pytest.mark.parametrize("wait_seconds", [0.0, 3600.0], ids=["after", "within"])
@pytest.mark.parametrize("first", ["", "os.write(1, b'one line')\n"])
def test_it_prints_on_when_this_program_is_killed_within_or_after_the_first_seconds(
    wait_seconds: float, first: str, tmp_path: Path, fifo: Path
) -> None:
    begun = tmp_path / "begun"
    os.mkfifo(begun)
    child = f"import os\n{first}open({str(begun)!r}, 'w').close()\n{endless(fifo)}"
    parent = (
        "import asyncio, signal, sys\n"
        "from jarvis_voice.platform.detached_process import start_detached\n"
        f"started = start_detached([sys.executable, '-c', {child!r}], {wait_seconds}, 800)\n"
        f"asyncio.run(started)\nsignal.pause()"
    )
    with subprocess.Popen([sys.executable, "-c", parent], start_new_session=True) as program:
        begun.read_text()
        os.killpg(program.pid, signal.SIGKILL)
    pid, is_file = fifo.read_text().split()
    os.kill(int(pid), signal.SIGKILL)
    assert is_file == "False"


@posix_only
@pytest.mark.filterwarnings("error::ResourceWarning")
async def test_the_first_bytes_are_kept_and_nothing_is_left_of_who_reads_the_rest(
    fifo: Path,
) -> None:
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    others = set(children.read_text().split()) if children.exists() else set()
    told = asyncio.ensure_future(asyncio.to_thread(fifo.read_text))
    much = python(endless(fifo, "raise SystemExit(0)"))
    before = set(threading.enumerate())
    assert await start_detached(much, LONG_SECONDS, 12) == Started(
        alive=False, exit_code=0, said=b"word word wo"
    )
    await told
    for watcher in set(threading.enumerate()) - before:
        if watcher.name.startswith("child "):
            await asyncio.to_thread(watcher.join, LONG_SECONDS)
    gc.collect()
    if children.exists():
        assert set(children.read_text().split()) <= others


@posix_only
@pytest.mark.parametrize("printed", ["", "one line\n", "a" * 799, "two\nlines"])
async def test_what_a_program_that_ends_has_printed_is_whole(printed: str) -> None:
    seen = await start_detached(python(f"print({printed!r}, end='')"), LONG_SECONDS, 800)
    assert seen == Started(alive=False, exit_code=0, said=printed.encode())


@posix_only
async def test_what_else_holds_the_output_of_a_program_that_has_ended_is_not_waited_for(
    fifo: Path,
) -> None:
    """And it prints on, too."""
    script = (
        "import subprocess, sys\nprint('begun', flush=True)\n"
        f"subprocess.Popen([sys.executable, '-c', {endless(fifo)!r}])"
    )
    seen = await start_detached(python(script), LONG_SECONDS, 800)
    assert (seen.exit_code, seen.said[:5]) == (0, b"begun")
    pid, _ = (await asyncio.to_thread(fifo.read_text)).split()
    os.kill(int(pid), signal.SIGKILL)


@posix_only
async def test_where_nothing_can_read_the_rest_away_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, fifo: Path
) -> None:
    monkeypatch.setattr("jarvis_voice.platform.first_output._find_reader", lambda: None)
    assert await start_detached(python("print(1)"), LONG_SECONDS, 800) == Started(
        alive=False, exit_code=0
    )
    assert (await start_detached(python(endless(fifo)), 0.0, 800)).alive
    pid, _ = (await asyncio.to_thread(fifo.read_text)).split()
    os.kill(int(pid), signal.SIGKILL)
