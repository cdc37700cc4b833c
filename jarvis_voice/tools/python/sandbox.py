"""Runs a small Python program in a sandbox without network or the user's files.

Invariant: never a shell; a sandbox is used only after attacks were tried in it and failed, and
nothing that was started in one outlives the call.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import platform
import secrets
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jarvis_voice.core.paths import home_folder
from jarvis_voice.platform.descriptor_limit import OPEN_FILES

log = logging.getLogger(__name__)

WALL_SECONDS = 5.0
PROBE_SECONDS = 15.0
"""The attempts take a tenth of a second; a machine that starts everything at once is slower."""

OUTPUT_BYTES = 4_096

_SHOWN = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/sbin")
_SHOWN_FILES = ("/etc/ld.so.cache", "/etc/localtime")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
_MACHINES = frozenset({"x86_64", "aarch64"})
_READ_BYTES = 65_536

Wrap = Callable[[str, str], Sequence[str]]
"""The command line of a sandbox, from the text that closes it and an empty folder."""


@dataclass(frozen=True, slots=True)
class SandboxResult:
    """Output and exit code of a program that ran in a sandbox.

    Attributes:
        output: What it printed, both streams, at most `OUTPUT_BYTES`.
        exit_code: What it ended with; negative is a signal.
        is_late: It was stopped because its time was over.
        is_cut: It was stopped because it printed too much.
    """

    output: str
    exit_code: int
    is_late: bool = False
    is_cut: bool = False


class Sandbox:
    """One way to confine a program.

    Args:
        name: The program that makes the namespaces.
        wrap: Its command line.
        has_files: Whether a program may write files of its own, in /tmp.
    """

    def __init__(self, name: str, wrap: Wrap, *, has_files: bool = True) -> None:
        self.name = name
        self._wrap = wrap
        self._attacks = _ATTACKS + (_OWN_FILES if has_files else _NO_FILES)

    async def run(self, program: str, wall_seconds: float = WALL_SECONDS) -> SandboxResult:
        """Run a program; cancelling kills it.

        Raises:
            OSError: The sandbox could not be started.
        """
        with tempfile.TemporaryDirectory(prefix="jarvis-sandbox-") as root:
            with OPEN_FILES.as_it_was():
                child = await asyncio.create_subprocess_exec(
                    *self._wrap(_inside(), root),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.STDOUT,
                    env={},
                    cwd="/",
                    start_new_session=True,
                )
            output, is_late = bytearray(), False
            try:
                async with asyncio.timeout(wall_seconds):
                    await _talk(child, program, output)
            except TimeoutError:
                is_late = True
            finally:
                exit_code = await _end(child)
        return SandboxResult(
            output[:OUTPUT_BYTES].decode("utf-8", "replace"),
            exit_code,
            is_late=is_late,
            is_cut=len(output) > OUTPUT_BYTES,
        )

    def holds(self) -> bool:
        """Whether attacks from within fail, tried for real; blocks for some tenths of a second."""
        with ThreadPoolExecutor(1, "sandbox-probe") as worker:  # there may be a loop in this thread
            return worker.submit(asyncio.run, self._holds()).result()

    async def _holds(self) -> bool:
        word = secrets.token_hex(8)
        try:
            with (
                tempfile.NamedTemporaryFile("w", dir=home_folder(), prefix=".jarvis-") as planted,
                socket.create_server(("127.0.0.1", 0)) as server,
            ):
                planted.write(word)
                planted.flush()
                port = server.getsockname()[1]
                attack = self._attacks.format(word=word, planted=planted.name, port=port)
                ran = await self.run(attack, PROBE_SECONDS)
        except (OSError, RuntimeError) as error:
            log.info("no sandbox by %s: %s", self.name, error)
            return False
        log.info("sandbox by %s: exit code %d", self.name, ran.exit_code)
        return ran.exit_code == 0 and ran.output.split() == ["held", word]


async def _talk(child: asyncio.subprocess.Process, program: str, output: bytearray) -> None:
    """Hand the program over and read until it ends, or until it has printed too much."""
    if child.stdin is None or child.stdout is None:
        raise RuntimeError("the child has no pipes")
    child.stdin.write(program.encode())
    child.stdin.close()
    while len(output) <= OUTPUT_BYTES:
        piece = await child.stdout.read(_READ_BYTES)
        if not piece:
            await child.wait()
            return
        output += piece


async def _end(child: asyncio.subprocess.Process) -> int:
    """Kill a child and its group, which it cannot leave; its exit code."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    while child.stdout and await child.stdout.read(_READ_BYTES):
        pass  # what was printed too much: the pipe is read to its end so that it gets closed
    return await child.wait()


def find_sandbox(*hidden: Path) -> Sandbox | None:
    """The first sandbox of this machine that holds; tried once, which blocks.

    Args:
        hidden: Folders of the user that no program may see.
    """
    shown = [Path(path).resolve() for path in _shown()]
    if any(folder.resolve().is_relative_to(path) for folder in hidden for path in shown):
        return None
    return _sandbox_that_holds()


@cache
def _sandbox_that_holds() -> Sandbox | None:
    if sys.platform != "linux" or platform.machine() not in _MACHINES:
        return None
    every = (*possible_sandboxes(), *sandboxes_without_files())
    return next((one for one in every if one.holds()), None)


def possible_sandboxes() -> list[Sandbox]:
    """Those whose programs are installed."""
    found = []
    if program := shutil.which("bwrap"):
        found.append(
            Sandbox("bwrap", lambda inside, root: _with_bwrap(program, inside, root, "inside"))
        )
    if unshare := shutil.which("unshare"):
        found.append(Sandbox("unshare", lambda inside, root: _with_unshare(unshare, inside, root)))
    return found


def sandboxes_without_files() -> list[Sandbox]:
    """Those for a machine where nothing may be mounted in them.

    There the number of files that a program makes cannot be limited, so it makes none.
    """
    program = shutil.which("bwrap")
    if not program:
        return []
    return [
        Sandbox(
            "bwrap",
            lambda inside, root: _with_bwrap(program, inside, root, "bare"),
            has_files=False,
        )
    ]


def _python() -> str:
    """The interpreter itself, not the link of a virtual environment."""
    base: str = getattr(sys, "_base_executable", sys.executable)
    return str(Path(base).resolve())


def _shown() -> list[str]:
    """The folders a bare interpreter needs: those of the system, and its own."""
    own = {sys.base_prefix, sys.base_exec_prefix, str(Path(_python()).parent)}
    own = {path for path in own if not Path(path).is_relative_to("/usr")}
    return [path for path in (*_SHOWN, *_SHOWN_FILES, *sorted(own)) if os.path.lexists(path)]


def _inside() -> str:
    return Path(__file__).with_name("sandbox_inside.py").read_text(encoding="utf-8")


def _last(inside: str, where: str, root: str, folders: Sequence[str] = ()) -> list[str]:
    python = _python()
    return [python, "-I", "-S", "-c", inside, where, root, python, *folders]


def _with_bwrap(program: str, inside: str, root: str, where: str) -> list[str]:
    argv = [program, "--unshare-all", "--die-with-parent", "--clearenv", "--cap-drop", "ALL"]
    if where == "inside":  # it mounts /tmp and gives the right to do so away
        argv += ["--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"]
    for path in map(Path, _shown()):
        if path.is_symlink() and path.is_dir():
            argv += ["--symlink", str(path.readlink()), str(path)]
        else:
            argv += ["--ro-bind", str(path), str(path)]
    # root owns the machine's own devices and could change who may use them; bwrap cannot show
    # one read-only, so a program of root gets none
    argv += ["--dir", "/dev"]
    for device in _DEVICES if os.geteuid() else ():
        argv += ["--dev-bind", device, device]
    argv += ["--dir", "/tmp", "--remount-ro", "/"]  # noqa: S108 - the sandbox's own
    return [*argv, "--", *_last(inside, where, root)]


def _with_unshare(program: str, inside: str, root: str) -> list[str]:
    spaces = ["--user", "--map-root-user", "--mount", "--net", "--ipc", "--uts", "--pid"]
    argv = [program, *spaces, "--fork", "--kill-child"]
    return [*argv, "--", *_last(inside, "outside", root, [*_shown(), *_DEVICES])]


_ATTACKS = """
import ctypes, os, socket, subprocess, threading
def held(attack, *errors):
    try:
        attack()
    except errors:
        return
    raise SystemExit("broken out")
def connect():
    socket.create_connection(("127.0.0.1", {port}), 1)
held(connect, OSError)
held(lambda: open({planted!r}).read(), OSError)
for place in ("/", "/usr", "/usr/bin", "/dev"):
    held(lambda: open(place + "/written", "w"), OSError)
held(lambda: os.chmod("/dev/null", 0o666), OSError)
held(os.fork, OSError)
over = threading.Event()
def crowd():
    for _ in range(1_000):
        threading.Thread(target=over.wait, daemon=True).start()
held(crowd, RuntimeError)
over.set()
for thread in threading.enumerate()[1:]:
    thread.join()
held(lambda: subprocess.run(["/bin/true"]), OSError)
held(os.setsid, OSError)
held(lambda: bytearray(400 * 2**20), MemoryError)
if os.environ.keys() - {{"LC_CTYPE", "MALLOC_ARENA_MAX"}}:
    raise SystemExit("broken out")
libc = ctypes.CDLL(None, use_errno=True)
if libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None) == 0 or libc.prctl(23, 21, 0, 0, 0) != 0:
    raise SystemExit("broken out")
"""

_OWN_FILES = """
def fill():
    for number in range(10_000):
        open("/tmp/" + str(number), "w").close()
with open("/tmp/own", "w") as own:
    own.write("{word}")
held(fill, OSError)
print("held", open("/tmp/own").read())
"""

_NO_FILES = """
held(lambda: open("/tmp/own", "w"), OSError)
print("held", "{word}")
"""
