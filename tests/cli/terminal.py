"""A program in a pseudo-terminal of 80 columns: what it shows, and keys typed to it."""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import Popen
from types import TracebackType
from typing import Self

from bench.process import wait_until
from cli.command import SECONDS, environment

ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[=>])")
"""What steers a terminal and is not to be read."""

TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""Then Ctrl-C and Ctrl-Z reach the program, as in a window."""

ROWS, COLUMNS = 24, 80
CTRL_C, CTRL_D, CTRL_Z, TAB = "\x03", "\x04", "\x1a", "\t"


class Terminal:
    """Runs a program on a terminal of its own; open inside `with`, which ends the program.

    Args:
        argv: The program; it has the terminal as its own, as in a window.
        env: Its environment.

    Attributes:
        seen: All that it has shown, without what steers the terminal.
    """

    def __init__(self, argv: Sequence[str], env: Mapping[str, str]) -> None:
        self._argv, self._env = argv, {**env, "TERM": "xterm", "COLUMNS": str(COLUMNS)}
        self.seen = ""
        self._read_to = 0

    def __enter__(self) -> Self:
        self._ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        argv = [sys.executable, "-c", TAKE_TERMINAL, *self._argv]
        self.process = Popen(
            argv, stdin=theirs, stdout=theirs, stderr=theirs, env=self._env, start_new_session=True
        )
        os.close(theirs)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._ours)  # hangs up
        self.process.kill()
        self.process.wait(SECONDS)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._ours, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C when the program waits for keys.

        Python does not notice a Ctrl-C that comes behind the prompt and before the read.
        """
        wait_until(self._sleeps, "it waits for keys")
        self.type(CTRL_C)

    def expect(self, text: str) -> str:
        """Read until it shows a text that it had not shown before; all that came, to its end.

        Args:
            text: Where it has a space, a line may end.
        """
        deadline = time.monotonic() + SECONDS
        wanted = re.compile(r"\s+".join(map(re.escape, text.split(" "))))
        while not (found := wanted.search(self.seen, self._read_to)):
            if not self._read(deadline):
                raise AssertionError(f"{text!r} was not shown, but: {self.seen[self._read_to :]!r}")
        came = self.seen[self._read_to : found.end()]
        self._read_to = found.end()
        return came

    def end(self) -> int:
        """Read to the end of the program; its exit code."""
        deadline = time.monotonic() + SECONDS
        while self._read(deadline):
            continue
        return self.process.wait(max(deadline - time.monotonic(), 0.1))

    def hides_typing(self) -> bool:
        """Whether the terminal does not show what is typed."""
        return not termios.tcgetattr(self._ours)[3] & termios.ECHO

    def _sleeps(self) -> bool:
        """Whether the system says so; only Linux tells."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        return not stat.exists() or stat.read_text("utf-8").rpartition(")")[2].split()[0] == "S"

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], max(deadline - time.monotonic(), 0))
        if not ready:
            return False
        try:
            block = os.read(self._ours, 65536)
        except OSError:  # Linux says so when nobody has it open any more
            return False
        if b"\x1b[6n" in block:  # asks where the cursor is
            os.write(self._ours, b"\x1b[1;1R")
        self.seen += ESCAPES.sub("", block.decode(errors="replace").replace("\r", ""))
        return bool(block)


def jarvis_at_terminal(home: Path, *args: str, **more: str) -> Terminal:
    """`jarvis` in a terminal."""
    return Terminal([sys.executable, "-m", "jarvis_voice", *args], environment(home, **more))
