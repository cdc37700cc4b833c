"""Attacks: real programs try to start others and to live on; none may."""

import asyncio
import errno
import platform
from pathlib import Path

import pytest
from bench.process import marked
from tools.python.attacks import NEEDS_LINUX, REFUSED, attack

from jarvis_voice.tools.python.sandbox import (
    Sandbox,
    SandboxResult,
)

pytestmark = [pytest.mark.e2e, NEEDS_LINUX]


@pytest.mark.parametrize(
    "line",
    [
        "import os; os.fork()",
        "import os; os.posix_spawn('/bin/true', ['true'], {})",
        "import subprocess; subprocess.run(['/bin/true'])",
        "import os; os.system('true') and os.fork()",
        "import os; os.setsid()",
        "import os; os.setpgid(0, 0)",
        "import os; os.chroot('/tmp')",
        "import ctypes; libc = ctypes.CDLL(None, use_errno=True)\n"
        "if libc.unshare(0x10000000): raise OSError(ctypes.get_errno(), 'Operation not permitted')",
    ],
)
async def test_no_second_process_and_no_way_out_of_the_first(sandbox: Sandbox, line: str) -> None:
    ran = await attack(sandbox, line)
    assert ran.exit_code == 1, ran.output
    assert REFUSED in ran.output


async def test_a_fork_bomb_does_not_go_off(sandbox: Sandbox) -> None:
    ran = await attack(
        sandbox,
        "import os",
        "started = 0",
        "for _ in range(1000):",
        "    try: os.fork(); started += 1",
        "    except OSError: pass",
        "print(started)",
    )
    assert ran == SandboxResult("0\n", 0)


@pytest.mark.parametrize(
    "lines",
    [
        ("import threading", "t = threading.Thread(target=print, args=(15,)); t.start(); t.join()"),
        (
            "from concurrent.futures import ThreadPoolExecutor",
            "with ThreadPoolExecutor(20) as pool: print(sum(pool.map(abs, range(-5, 1))))",
        ),
        ("import os, threading", "os.nice(0); threading.Timer(0, print, (15,)).start()"),
    ],
)
async def test_a_program_has_threads(sandbox: Sandbox, lines: tuple[str, ...]) -> None:
    assert await attack(sandbox, *lines) == SandboxResult("15\n", 0)


async def test_it_does_not_have_many(sandbox: Sandbox) -> None:
    ran = await attack(
        sandbox,
        "import os, threading, time",
        "n = 0",
        "try:",
        "    while True:",
        "        threading.Thread(target=time.sleep, args=(99,), daemon=True).start()",
        "        n += 1",
        "except RuntimeError:",
        "    os.write(1, b'%d' % (16 <= n < 40))",
        "os._exit(0)",
    )
    assert ran == SandboxResult("1", 0)


async def test_threads_share_the_time_of_one_program_and_end_with_it(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    mark = f"threads-of-{tmp_path.name}-{sandbox.name}"
    ran = await attack(
        sandbox,
        "import os, sys, threading",
        f"line = 'import threading # {mark}\\n'",
        "line += 'def burn():\\n while True: pass\\n'",
        "line += 'for _ in range(8): threading.Thread(target=burn).start()'",
        "os.execv(sys.executable, [sys.executable, '-c', line])",
    )
    assert (ran.exit_code != 0, ran.is_late) == (True, False)
    assert list(marked(mark)) == []


@pytest.mark.parametrize("namespace", [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x40000000, 0])
@pytest.mark.parametrize("call", ["clone", "clone3"])
async def test_a_thread_takes_no_namespace_and_no_process_along(
    sandbox: Sandbox, namespace: int, call: str
) -> None:
    number = {"clone": {"x86_64": 56, "aarch64": 220}[platform.machine()], "clone3": 435}[call]
    ran = await attack(
        sandbox,
        "import ctypes, os, struct",
        "libc = ctypes.CDLL(None, use_errno=True)",
        f"flags = {namespace} | {17 if not namespace else 0x10F00}",
        "many = ctypes.create_string_buffer(struct.pack('8Q', flags, *[0] * 7), 64)",
        f"asked = ctypes.c_ulong(flags) if {call!r} == 'clone' else many",
        f"print(libc.syscall({number}, asked, ctypes.c_ulong(64 if {call!r} == 'clone3' else 0)))",
        "print(ctypes.get_errno())",
    )
    refused = errno.EPERM if call == "clone" else errno.ENOSYS
    assert (ran.output.split(), ran.exit_code) == (["-1", str(refused)], 0)


async def test_nothing_is_left_running(sandbox: Sandbox, tmp_path: Path) -> None:
    mark = f"left-by-{tmp_path.name}-{sandbox.name}"
    ran = await attack(
        sandbox,
        "import ctypes, os, signal, sys",
        "for number in range(1, 65):",
        "    try: signal.signal(number, signal.SIG_IGN)",
        "    except (OSError, ValueError): pass",
        "ctypes.CDLL(None).prctl(1, 0)",  # the parent's death would no longer be told
        "try: os.setsid()",
        "except OSError: pass",
        "print('staying', flush=True)",
        f"line = 'import time; time.sleep(600) # {mark}'",
        "os.execv(sys.executable, [sys.executable, '-c', line])",
        wall_seconds=2.0,
    )
    assert (ran.output, ran.is_late) == ("staying\n", True)
    assert list(marked(mark)) == []


async def test_a_cancelled_program_is_killed(sandbox: Sandbox, tmp_path: Path) -> None:
    mark = f"cancelled-{tmp_path.name}-{sandbox.name}"
    line = f"import os, sys; os.execv(sys.executable, [sys.executable, '-c', 'input() # {mark}'])"
    running = asyncio.create_task(
        attack(sandbox, line.replace("input()", "import time; time.sleep(600)"))
    )
    while not await asyncio.to_thread(lambda: list(marked(mark))):
        assert not running.done(), running.result()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert list(marked(mark)) == []
