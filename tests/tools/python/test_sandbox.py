"""Attacks: real programs try to get out of every sandbox this machine has; none may."""

import asyncio
import errno
import sqlite3
import sys
from pathlib import Path

import pytest
from tools.python.attacks import NEEDS_LINUX, REFUSED, attack, is_refused

from jarvis_voice.core.paths import Paths
from jarvis_voice.tools.python import sandbox as sandboxes
from jarvis_voice.tools.python.sandbox import (
    OUTPUT_BYTES,
    Sandbox,
    SandboxResult,
    find_sandbox,
)

pytestmark = [pytest.mark.e2e, NEEDS_LINUX]


async def test_a_program_computes_and_prints(sandbox: Sandbox) -> None:
    ran = await attack(sandbox, "import json, math", "print(json.dumps([math.factorial(5)]))")
    assert ran == SandboxResult("[120]\n", 0)


async def test_an_error_is_seen_with_its_exit_code(sandbox: Sandbox) -> None:
    ran = await attack(sandbox, "print('before')", "1/0")
    assert ran.output.startswith("before\n")
    assert is_refused(ran, "ZeroDivisionError")


@pytest.mark.parametrize(
    "line",
    [
        "import socket; socket.create_connection(('127.0.0.1', {port}), 5)",
        "import socket; socket.socket(socket.AF_UNIX)",
        "import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:{port}/')",
    ],
)
async def test_no_network(sandbox: Sandbox, line: str) -> None:
    came: list[object] = []
    server = await asyncio.start_server(lambda *ends: came.append(ends), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        ran = await attack(sandbox, line.format(port=port))
    assert ran.exit_code == 1
    assert REFUSED in ran.output
    assert came == []


@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero", "/dev/urandom"])
async def test_no_device_of_the_machine_is_changed_though_root_owns_it(
    sandbox: Sandbox, device: str
) -> None:
    mode = (
        Path(device).stat().st_mode & 0o777
    )  # the same again: a sandbox that leaks breaks nothing
    ran = await attack(sandbox, f"import os; os.chmod({device!r}, {mode})")
    assert ran.exit_code == 1
    assert is_refused(ran, ("OSError", "PermissionError", "FileNotFoundError"))


async def test_no_file_of_the_user(sandbox: Sandbox) -> None:
    secret = Path.home() / "secret"
    secret.write_text("the secret")
    ran = await attack(sandbox, f"print(open({str(secret)!r}).read())")
    assert is_refused(ran, "FileNotFoundError")
    ran = await attack(sandbox, "import os", f"print(os.path.exists({str(Path.home())!r}))")
    assert ran.output == "False\n"


async def test_not_our_database(sandbox: Sandbox, paths: Paths) -> None:
    paths.data.mkdir(parents=True)
    with sqlite3.connect(paths.database) as database:
        database.execute("CREATE TABLE facts (fact)")
    ran = await attack(
        sandbox,
        "import sqlite3",
        f"print(sqlite3.connect('file:{paths.database}?mode=ro', uri=True).execute('SELECT 1'))",
    )
    assert ran.exit_code == 1
    assert "unable to open" in ran.output


@pytest.mark.parametrize("place", ["/", "/usr", "/usr/bin", "/dev", "/etc", sys.base_prefix])
async def test_the_root_is_read_only(sandbox: Sandbox, place: str) -> None:
    ran = await attack(sandbox, f"open({place!r} + '/planted', 'w')")
    assert is_refused(ran, "OSError: [Errno 30] Read-only file system")
    assert not (Path(place) / "planted").exists()


async def test_what_it_writes_is_gone_with_it(sandbox: Sandbox) -> None:
    lines = ("import os", "print(os.listdir('/tmp'))", "open('/tmp/left', 'w').write('x')")
    assert (await attack(sandbox, *lines)).output == "[]\n"
    assert (await attack(sandbox, *lines)).output == "[]\n"
    assert not Path("/tmp/left").exists()


async def test_no_environment(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "the key")
    ran = await attack(sandbox, "import os", "print(sorted(os.environ), os.path.exists('/proc/1'))")
    assert ran.output == "['LC_CTYPE', 'MALLOC_ARENA_MAX'] False\n"


async def test_an_endless_loop_is_stopped(sandbox: Sandbox) -> None:
    ran = await attack(sandbox, "while True: pass", wall_seconds=1.0)
    assert ran.is_late
    assert ran.exit_code < 0


async def test_the_processor_time_is_limited_by_the_kernel_too(sandbox: Sandbox) -> None:
    ran = await attack(sandbox, "import resource", "print(resource.getrlimit(resource.RLIMIT_CPU))")
    assert ran.output == "(5, 5)\n"


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (("import mmap", "mmap.mmap(-1, 300 * 2**20)"), "OSError: [Errno 12]"),
        (("import os", "os.memfd_create('x')"), "PermissionError"),
        (("import resource as r", "r.setrlimit(r.RLIMIT_AS, (-1, -1))"), "ValueError"),
    ],
)
async def test_memory_is_limited(sandbox: Sandbox, lines: tuple[str, ...], error: str) -> None:
    assert is_refused(await attack(sandbox, *lines), error)


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        ("msgget", "0, 0o1600"),
        ("semget", "0, 1, 0o1600"),
        ("mq_open", "b'/x', os.O_CREAT | os.O_RDWR, 0o600, None"),
    ],
)
async def test_nothing_is_kept_in_queues_of_the_kernel(
    sandbox: Sandbox, call: str, arguments: str
) -> None:
    """They hold twice the memory that a program may have, and count as nobody's."""
    ran = await attack(
        sandbox,
        "import ctypes, os",
        "libc = ctypes.CDLL(None, use_errno=True)",
        f"print(libc.{call}({arguments}), ctypes.get_errno())",
    )
    assert ran == SandboxResult(f"-1 {errno.EPERM}\n", 0)


async def test_a_program_that_takes_all_memory_is_told_so(sandbox: Sandbox) -> None:
    ran = await attack(sandbox, "held = []", "while True: held.append(bytes(2**20))")
    # with no memory left Python 3.13 cannot word its traceback in the usual form
    assert ran.exit_code == 1
    assert "MemoryError" in ran.output


async def test_files_cannot_fill_the_memory(sandbox: Sandbox) -> None:
    ran = await attack(
        sandbox,
        "import itertools, signal",
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)",
        "for n in itertools.count():",
        "    with open(f'/tmp/{n}', 'wb') as file: file.write(bytes(4 * 2**20))",
        "    print(n, flush=True)",
    )
    assert is_refused(ran, "OSError: [Errno 28] No space left on device")
    assert ran.output.startswith("0\n1\n2\n")
    assert "4\n" not in ran.output.splitlines(keepends=True)


async def test_the_number_of_files_is_limited(sandbox: Sandbox) -> None:
    ran = await attack(
        sandbox,
        "import os",
        "made = 0",
        "try:",
        "    while True:",
        "        os.mkdir(f'/tmp/{made}') if made % 2 else open(f'/tmp/{made}', 'w').close()",
        "        made += 1",
        "except OSError as error: print(made, error)",
    )
    made, _, error = ran.output.partition(" ")
    assert 500 < int(made) < 1_024
    assert error.startswith("[Errno 28] No space left on device")


async def test_as_many_files_as_a_small_program_wants_are_made(sandbox: Sandbox) -> None:
    ran = await attack(
        sandbox,
        "import os, tempfile",
        "with tempfile.TemporaryDirectory() as folder:",
        "    for n in range(500): open(f'{folder}/{n}', 'w').write('x' * 1_000)",
        "    print(len(os.listdir(folder)))",
    )
    assert ran == SandboxResult("500\n", 0)


async def test_nothing_may_be_mounted_any_more(sandbox: Sandbox) -> None:
    ran = await attack(
        sandbox,
        "import ctypes, os",
        "libc = ctypes.CDLL(None, use_errno=True)",
        "print(libc.mount(b'tmpfs', b'/tmp', b'tmpfs', 0, None), os.strerror(ctypes.get_errno()))",
        "print(libc.umount2(b'/tmp', 2), os.strerror(ctypes.get_errno()))",
        "held = (ctypes.c_uint * 6)()",
        "print(libc.capget((ctypes.c_uint * 2)(0x20080522, 0), held), list(held))",
        "print([n for n in range(64) if libc.prctl(23, n, 0, 0, 0) == 1])",  # bounding set
    )
    refused = f"-1 {REFUSED}\n"
    assert ran.output == refused + refused + "0 [0, 0, 0, 0, 0, 0]\n[]\n"


async def test_where_nothing_may_be_mounted_a_program_runs_and_writes_no_file() -> None:
    sandboxes_left = sandboxes.sandboxes_without_files()
    if not sandboxes_left:
        pytest.skip("not run here: there is no bwrap")
    [sandbox] = sandboxes_left
    assert sandbox.holds()
    assert await attack(sandbox, "print(6 * 7)") == SandboxResult("42\n", 0)
    ran = await attack(sandbox, "open('/tmp/x', 'w')")
    assert is_refused(ran, "OSError: [Errno 30] Read-only file system")


async def test_a_flood_of_output_is_cut_and_stopped(sandbox: Sandbox) -> None:
    ran = await attack(sandbox, "while True: print('x' * 1000)")
    assert (ran.is_cut, ran.is_late) == (True, False)
    assert len(ran.output) == OUTPUT_BYTES


def test_one_that_does_not_hold_is_told_from_one_that_does(sandbox: Sandbox) -> None:
    assert sandbox.holds()
    python = sys.executable
    assert not Sandbox("open", lambda inside, root: [python, "-I", "-S", "-"]).holds()
    assert not Sandbox("broken", lambda inside, root: [python, "-c", "raise SystemExit(1)"]).holds()
    assert not Sandbox("missing", lambda inside, root: ["/nowhere/bwrap"]).holds()


def test_limits_alone_do_not_hold() -> None:
    """Without namespaces the user's files can be read: the attempt must find that out.

    Root may mount there: no mount of the machine may come of it.
    """
    mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8")
    for where in ("inside", "bare"):
        limits = Sandbox("limits", lambda inside, root: sandboxes._last(inside, where, root))  # noqa: B023 - called at once
        assert not limits.holds()
    assert Path("/proc/self/mountinfo").read_text(encoding="utf-8") == mounts


def test_where_the_interpreter_lies_among_the_users_files_there_is_none(paths: Paths) -> None:
    assert find_sandbox(Path(sys.base_prefix) / "jarvis") is None
    assert find_sandbox(paths.data) is find_sandbox(paths.data)


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_is_whole_lines_and_every_jump_stays_in_it(machine: str) -> None:
    from jarvis_voice.tools.python.sandbox_inside import refusing  # imports on Linux only

    program = refusing(machine)
    assert len(program) % 8 == 0
    lines = len(program) // 8
    for place in range(lines):
        assert place + program[8 * place + 2] < lines
