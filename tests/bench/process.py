"""Child processes of the bench: each in its own group, read line by line, ended for certain.

Invariant: what starts in here is gone when its `with` block is left, detached children included.
"""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

PATIENCE_SECONDS = 30.0
"""How long a condition may take on a loaded machine before it counts as failed."""

POLL_SECONDS = 0.05
READ_SECONDS = 0.2
END_SECONDS = 5.0

_OWN_PREFIXES = ("JARVIS_", "XDG_", "PULSE_", "DBUS_", "PIPEWIRE_", "WAYLAND_")
_OWN_NAMES = frozenset({"DISPLAY", "XAUTHORITY", "BROWSER", "GOOGLE_API_KEY", "SERPAPI_API_KEY"})


def clean_environment() -> dict[str, str]:
    """This process's environment without anything that leads to the user's desktop or keys."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in _OWN_NAMES and not name.startswith(_OWN_PREFIXES)
    }


def wait_until(condition: Callable[[], bool], what: str, timeout: float = PATIENCE_SECONDS) -> None:
    """Return when `condition` holds.

    Raises:
        AssertionError: It did not hold within `timeout` seconds.
    """
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"after {timeout:.0f} s still not so: {what}")
        time.sleep(POLL_SECONDS)


def run(argv: Sequence[str], env: Mapping[str, str]) -> str:
    """Run a program to its end and return what it printed.

    Raises:
        AssertionError: It failed; with what it said.
    """
    done = subprocess.run(
        argv,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(argv)}: {done.returncode}: {done.stderr.strip()}"
    return done.stdout


def end_group(child: subprocess.Popen[bytes], first: signal.Signals = signal.SIGTERM) -> None:
    """End a child that leads its own session, and everything in its group."""
    for step in (first, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(child.pid, step)
        with suppress(subprocess.TimeoutExpired):
            child.wait(END_SECONDS)
            break
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)


def end_marked(mark: str) -> None:
    """End every process whose environment or command line holds `mark`, but never ourselves.

    A program opened by the one under test is detached from it: it has another group, and only
    what it inherited tells whose it is.
    """
    deadline = time.monotonic() + END_SECONDS
    while pids := list(marked(mark)):
        late = time.monotonic() > deadline
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL if late else signal.SIGTERM)
        time.sleep(POLL_SECONDS)


def marked(mark: str) -> Iterator[int]:
    """Ids of the living processes, other than ourselves, that carry `mark`."""
    wanted = mark.encode()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal() or int(entry.name) == os.getpid():
            continue
        with suppress(OSError):
            if _is_zombie(entry):
                continue
            if any(wanted in (entry / name).read_bytes() for name in ("environ", "cmdline")):
                yield int(entry.name)


def _is_zombie(entry: Path) -> bool:
    return (entry / "stat").read_text().rpartition(")")[2].split()[0] == "Z"


class Program:
    """A running program whose lines a test reads and waits for.

    Attributes:
        lines: What it printed on stdout so far.
        errors: What it printed on stderr so far.
    """

    def __init__(self, argv: Sequence[str], env: Mapping[str, str]) -> None:
        self._argv = list(argv)
        self._env = dict(env)
        self.lines: list[str] = []
        self.errors: list[str] = []
        self._screen: list[str] = []
        self._seen = 0
        self._changed = threading.Condition()
        self._readers: list[threading.Thread] = []
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._child = subprocess.Popen(
            self._argv,
            env=self._env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        for stream, lines in ((self._child.stdout, self.lines), (self._child.stderr, self.errors)):
            reader = threading.Thread(target=self._read, args=(stream, lines), daemon=True)
            reader.start()
            self._readers.append(reader)
        return self

    def __exit__(self, *exc: object) -> None:
        child = self._running
        end_group(child)
        for reader in self._readers:
            reader.join(END_SECONDS)
        for stream in (child.stdin, child.stdout, child.stderr):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]  # all three are pipes

    @property
    def pid(self) -> int:
        """Its process id, which is also its group's."""
        return self._running.pid

    @property
    def output(self) -> str:
        """Everything it printed, for a failure message."""
        out, err = "\n".join(self.lines), "\n".join(self.errors)
        return f"{' '.join(self._argv)}\n--- stdout\n{out}\n--- stderr\n{err}"

    def expect(self, pattern: str, timeout: float = PATIENCE_SECONDS) -> re.Match[str]:
        """The next line that holds `pattern`, of either pipe, after the one found last.

        Raises:
            AssertionError: It did not come in time, or the program ended without it.
        """
        wanted = re.compile(pattern)
        deadline = time.monotonic() + timeout
        with self._changed:
            while True:
                is_over = not any(reader.is_alive() for reader in self._readers)
                while self._seen < len(self._screen):
                    self._seen += 1
                    if found := wanted.search(self._screen[self._seen - 1]):
                        return found
                if is_over:
                    raise AssertionError(f"ended without {pattern!r}: {self.output}")
                if time.monotonic() > deadline:
                    raise AssertionError(f"no {pattern!r} in {timeout:.0f} s: {self.output}")
                self._changed.wait(READ_SECONDS)

    def send_line(self, line: str) -> None:
        """Type a line on its stdin."""
        stdin = self._stdin
        stdin.write(line.encode() + b"\n")
        stdin.flush()

    def close_stdin(self) -> None:
        """End its stdin, as Ctrl-D does."""
        self._stdin.close()

    def interrupt(self) -> None:
        """Press Ctrl-C: SIGINT to the group."""
        os.killpg(self.pid, signal.SIGINT)

    def wait(self, timeout: float = PATIENCE_SECONDS) -> int:
        """Its exit code, once it ended and every line is in `lines`.

        Raises:
            AssertionError: It did not end in time.
        """
        try:
            code = self._running.wait(timeout)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"still running after {timeout:.0f} s: {self.output}") from None
        for reader in self._readers:
            reader.join(END_SECONDS)
        return code

    @property
    def _running(self) -> subprocess.Popen[bytes]:
        assert self._child is not None, "use it in a with block"
        return self._child

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._running.stdin is not None
        return self._running.stdin

    def _read(self, stream: IO[bytes], lines: list[str]) -> None:
        """Collect lines until the pipe ends, or the program does.

        A program it left behind may hold the pipe open for ever: that must not hold us.
        """
        rest = b""
        while chunk := self._next_chunk(stream):
            *whole, rest = (rest + chunk).split(b"\n")
            self._add(lines, whole)
        self._add(lines, [rest] if rest else [])

    def _next_chunk(self, stream: IO[bytes]) -> bytes:
        while True:
            ended = self._running.poll() is not None  # first: what it wrote before counts
            if select.select([stream], [], [], READ_SECONDS)[0]:
                return os.read(stream.fileno(), 65_536)
            if ended:
                return b""

    def _add(self, lines: list[str], whole: list[bytes]) -> None:
        new = [line.decode(errors="replace").rstrip("\r") for line in whole]
        with self._changed:
            lines += new
            self._screen += new
            self._changed.notify_all()
