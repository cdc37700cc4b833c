"""Flow: programs that print, hang and refuse to end are run; what they cost stays bounded."""

import asyncio
import os
import re
import resource
import signal
import sys
import threading
from pathlib import Path

import pytest

import jarvis_voice
from jarvis_voice.platform.bounded_program import (
    ProgramEnd,
    ProgramLimits,
    bounded_program,
    give_to,
    run_bounded,
)
from jarvis_voice.platform.program_pipes import COMPLAINT_BYTES, HeardOutput, PipeThreads

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="sessions and signals are POSIX"),
]

LONG_SECONDS = 60.0
SHORT_SECONDS = 0.5
IGNORES = "import signal\nfor one in (1, 2, 13, 15): signal.signal(one, signal.SIG_IGN)\n"
LASTING = "import time\nwhile True: time.sleep(60)"


def python(code: str) -> list[str]:
    return [sys.executable, "-ISc", code]


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    path = tmp_path / "told"
    os.mkfifo(path)
    return path


@pytest.mark.parametrize("exit_code", [0, 3])
def test_a_program_that_ends_tells_what_it_printed(exit_code: int) -> None:
    code = f"import sys\nprint('a')\nprint('b', file=sys.stderr)\nsys.exit({exit_code})"
    assert run_bounded(python(code), ProgramLimits(LONG_SECONDS)) == ProgramEnd(
        exit_code, b"a\n", b"b\n"
    )


def test_a_signal_is_its_exit_code() -> None:
    done = run_bounded(python("import os; os.kill(os.getpid(), 9)"), ProgramLimits(LONG_SECONDS))
    assert done == ProgramEnd(-signal.SIGKILL)


@pytest.mark.parametrize("n_bytes", [0, 1, 65_535, 65_536, 65_537, 299_999, 300_000])
def test_all_up_to_the_bound_is_read_whole(n_bytes: int) -> None:
    code = f"import sys; sys.stdout.write('x' * {n_bytes})"
    done = run_bounded(python(code), ProgramLimits(LONG_SECONDS, 300_000))
    assert done == ProgramEnd(0, b"x" * n_bytes)


@pytest.mark.parametrize("first", ["", IGNORES])
@pytest.mark.parametrize(
    "printing",
    [
        "print('y' * 9_999)",
        "sys.stdout.write('y' * 99_999)",
        "os.fork() or os.setpgid(0, 0)\nwhile True: os.write(1, b'y' * 99_999)",
    ],
)
def test_a_program_that_prints_without_end_is_ended_at_the_bound(first: str, printing: str) -> None:
    code = f"import os, sys\n{first}while True:\n  " + printing.replace("\n", "\n  ")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    done = run_bounded(python(code), ProgramLimits(LONG_SECONDS, 1_000_000))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert (len(done.out), done.exit_code, done.is_cut) == (1_000_000, None, True)
    assert grown < 20_000, "kB"


def test_of_complaints_without_end_the_last_are_kept_until_the_time_is_over() -> None:
    code = "import os\nwhile True: os.write(2, b'no ' * 10_000)"
    done = run_bounded(python(code), ProgramLimits(SHORT_SECONDS))
    assert (done.exit_code, done.is_late, done.out) == (None, True, b"")
    assert len(done.err) <= COMPLAINT_BYTES


def test_the_end_of_many_complaints_is_kept() -> None:
    code = "import sys\nfor n in range(50_000): print(n, file=sys.stderr)"
    assert run_bounded(python(code), ProgramLimits(LONG_SECONDS)).complaint.endswith("\n49999\n")


@pytest.mark.parametrize("first", ["", IGNORES, "import os\nos.close(1); os.close(2)\n"])
def test_a_program_that_hangs_is_ended_with_what_it_started(first: str, fifo: Path) -> None:
    child = f"told = open({str(fifo)!r}, 'w'); told.write('begun'); told.flush()\n{first}{LASTING}"
    code = (
        f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-ISc', {child!r}])\n"
        f"{first}{LASTING}"
    )
    said = list[str]()
    reading = threading.Thread(target=lambda: said.append(fifo.read_text()))
    reading.start()
    done = run_bounded(python(code), ProgramLimits(2.0))
    reading.join(LONG_SECONDS)  # it reads to the end: nobody holds the other end any more
    assert (done.exit_code, done.is_late, said) == (None, True, ["begun"])


@pytest.mark.parametrize("leaves", ["", "os.setsid()\n"])
def test_what_else_holds_the_output_is_not_waited_for(leaves: str, fifo: Path) -> None:
    code = (
        "import os\nif os.fork():\n  print('done', flush=True)\n  os._exit(0)\n"
        f"{leaves}told = open({str(fifo)!r}, 'w'); told.write(str(os.getpid())); told.close()\n"
        f"{LASTING}"
    )
    done = run_bounded(python(code), ProgramLimits(LONG_SECONDS))
    os.kill(int(fifo.read_text()), signal.SIGKILL)
    assert done == ProgramEnd(0, b"done\n")


def test_a_program_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        run_bounded(["no-such-program-anywhere"], ProgramLimits(LONG_SECONDS))
    with pytest.raises(FileNotFoundError):
        give_to(["no-such-program-anywhere"], b"", LONG_SECONDS)


async def test_cancelling_ends_it(fifo: Path) -> None:
    code = f"told = open({str(fifo)!r}, 'w'); told.write('begun'); told.flush()\n{LASTING}"
    running = asyncio.create_task(bounded_program(python(code), ProgramLimits(3600.0)))
    opened = await asyncio.to_thread(fifo.open)
    assert await asyncio.to_thread(opened.read, 5) == "begun"
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await asyncio.to_thread(opened.read) == ""
    opened.close()


def test_what_is_given_is_read_and_what_is_left_behind_lives_on(fifo: Path) -> None:
    code = (
        "import os, sys\ngiven = sys.stdin.read()\nif os.fork(): os._exit(0)\n"
        f"told = open({str(fifo)!r}, 'w'); told.write(f'{{os.getpid()}} {{given}}'); told.close()\n"
        f"{LASTING}"
    )
    assert give_to(python(code), b"hello", LONG_SECONDS) == ProgramEnd(0)
    pid, given = fifo.read_text().split()
    os.kill(int(pid), signal.SIGKILL)
    assert given == "hello"


@pytest.mark.parametrize("first", ["", IGNORES, "import os\nos.close(0)\n"])
def test_who_takes_nothing_is_ended(first: str) -> None:
    done = give_to(python(f"{first}{LASTING}"), b"x" * 300_000, SHORT_SECONDS)
    assert done == ProgramEnd(None, is_late=True)


def test_who_takes_a_part_and_ends_has_ended() -> None:
    assert give_to(python("input()"), b"x\n" * 300_000, LONG_SECONDS) == ProgramEnd(0)


def test_threads_that_read_pipes_keep_as_much() -> None:
    """What stands for the selector where a pipe cannot be waited for."""
    import subprocess

    heard = HeardOutput(1_000)
    code = "import os\nos.write(2, b'why')\nfor _ in range(900): os.write(1, b'y' * 10_000)"
    child = subprocess.Popen(python(code), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    hearing = PipeThreads(child, heard)

    while hearing.is_open:
        hearing.hear(1.0)
    assert child.wait(LONG_SECONDS) == 0
    assert heard.is_full
    assert len(heard.out) <= 1_000 + 65_536
    assert heard.err == b"why"


READS = re.compile(r"capture_output|check_output\b|communicate\(\)|std(?:out|err)=\S*PIPE\b")
BOUNDED_BY_THEMSELVES = {
    "platform/bounded_program.py",
    "platform/program_lines.py",  # line by line, bounded in time, in bytes and in each line
    "platform/weights/wheels.py",  # line by line, each of a bounded length
    "tools/mcp/stdio_server.py",  # as long as the server lives, each line of a bounded length
    "tools/python/sandbox.py",  # it is cut where the program is ended
}


def test_every_other_program_is_read_by_the_one_bounded_reader() -> None:
    root = Path(jarvis_voice.__file__).parent
    found = {
        file.relative_to(root).as_posix()
        for file in root.rglob("*.py")
        if READS.search(file.read_text("utf-8"))
    }
    # the workshop's worlds and fault rounds start programs of this package alone
    assert {name for name in found if not name.startswith("workshop/")} == BOUNDED_BY_THEMSELVES
