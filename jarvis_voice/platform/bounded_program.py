"""Runs a program to its end and reads what it prints, bounded in time and in bytes.

Invariant: never a shell. Whatever the program does - print without end, hang, refuse to end, leave
a child that holds its output open - the caller goes on within the limit, and a program that has not
ended by then is ended with all that it started in its group.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.platform.descriptor_limit import OPEN_FILES
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.platform.program_pipes import HeardOutput, PipeThreads, SelectedPipes

MOST_BYTES = 1_000_000
"""Of what a program prints, where the caller names no other bound."""

_LOOK_SECONDS = 0.05
"""How often is looked whether the program has ended while something still holds its output."""

_KILL_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class ProgramEnd:
    """How a program ended, and what it printed.

    Attributes:
        exit_code: What it ended with; negative is a signal, None where it was ended by us.
        out: What it printed on stdout, cut at the bound.
        err: The end of what it printed on stderr.
        is_late: Its time was over.
        is_cut: It printed more than the bound.
    """

    exit_code: int | None
    out: bytes = b""
    err: bytes = b""
    is_late: bool = False
    is_cut: bool = False

    @property
    def text(self) -> str:
        """What it printed on stdout."""
        return self.out.decode("utf-8", "replace")

    @property
    def complaint(self) -> str:
        """The end of what it printed on stderr."""
        return self.err.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What a program may cost.

    Attributes:
        seconds: How long it may run.
        most_bytes: How much it may print on stdout.
    """

    seconds: float
    most_bytes: int = MOST_BYTES


def run_bounded(
    argv: Sequence[str],
    limits: ProgramLimits,
    *,
    env: Mapping[str, str] | None = None,
    cwd: str | None = None,
    at_terminal: bool = False,
    is_abandoned: Callable[[], bool] = lambda: False,
) -> ProgramEnd:
    """Run a program and read what it prints; blocks for `limits.seconds` at the most.

    Args:
        argv: The program and its arguments.
        limits: What it may cost.
        env: Its whole environment; None is ours.
        cwd: The folder that it runs in; None is ours.
        at_terminal: It may ask the user at our terminal; else it gets a session of its own.
        is_abandoned: Whether nobody waits any more: the program is then ended.

    Raises:
        OSError: It cannot be started.
    """
    touch(argv[0])
    with OPEN_FILES.as_it_was():
        child = subprocess.Popen(  # noqa: S603 - an argument vector of ours, never a shell
            argv,
            stdin=None if at_terminal else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
            cwd=cwd,
            start_new_session=not at_terminal,
        )
    heard = HeardOutput(limits.most_bytes)
    until = time.monotonic() + limits.seconds
    try:
        is_late = _listen(child, heard, until, is_abandoned)
    finally:
        has_ended = child.poll() is not None
        _end(child, is_leader=not at_terminal)
    return ProgramEnd(
        child.returncode if has_ended and not heard.is_full else None,
        bytes(heard.out[: limits.most_bytes]),
        bytes(heard.err),
        is_late=is_late,
        is_cut=heard.is_full,
    )


def give_to(argv: Sequence[str], given: bytes, seconds: float) -> ProgramEnd:
    """Run a program that takes bytes on stdin; what it prints is read by nobody.

    What it leaves behind lives on: a clipboard program holds the text as long as it is wanted.

    Args:
        argv: The program and its arguments.
        given: What it reads.
        seconds: How long it may run.

    Raises:
        OSError: It cannot be started.
    """
    touch(argv[0])
    with OPEN_FILES.as_it_was():
        child = subprocess.Popen(  # noqa: S603 - an argument vector of ours, never a shell
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C on us must not end what it leaves behind
        )
    try:
        child.communicate(given, timeout=seconds)
    except subprocess.TimeoutExpired:
        return ProgramEnd(None, is_late=True)
    finally:
        _end(child, is_leader=True)
    return ProgramEnd(child.returncode)


async def bounded_program(
    argv: Sequence[str],
    limits: ProgramLimits,
    *,
    env: Mapping[str, str] | None = None,
    cwd: str | None = None,
) -> ProgramEnd:
    """Run a program beside the loop; as `run_bounded`. Cancelling ends it.

    Raises:
        OSError: It cannot be started.
    """
    return await in_own_thread(
        f"program {argv[0]}",
        lambda is_abandoned: run_bounded(argv, limits, env=env, cwd=cwd, is_abandoned=is_abandoned),
    )


def touch(program: str) -> None:
    """Read the program's first byte: where its folder does not answer, this thread alone waits.

    Popen would wait inside of the interpreter's lock, and everything else with it.
    """
    import shutil

    with contextlib.suppress(OSError):  # Popen says what is wrong with it
        path = shutil.which(program)
        if path and (file := Path(path)).is_file():
            with file.open("rb") as opened:
                opened.read(1)


def _listen(
    child: subprocess.Popen[bytes],
    heard: HeardOutput,
    until: float,
    is_abandoned: Callable[[], bool],
) -> bool:
    """Read until the program has ended, or has to be ended; whether its time was over.

    When it has ended, what is in the pipes is read: nobody waits for what else holds them.
    """
    hearing = SelectedPipes(child, heard) if sys.platform != "win32" else PipeThreads(child, heard)
    with contextlib.closing(hearing):
        while not heard.is_full and not is_abandoned():
            left = until - time.monotonic()
            if left <= 0:
                return child.poll() is None
            wait_seconds = min(left, _LOOK_SECONDS)
            if hearing.is_open:
                if not hearing.hear(wait_seconds) and child.poll() is not None:
                    return False
                continue
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(wait_seconds)
                return False
    return False


def _end(child: subprocess.Popen[bytes], *, is_leader: bool) -> None:
    """End a program that still runs, and reap it; whoever else holds its pipes keeps them alone."""
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):  # what it was not given is given to nobody
                pipe.close()
    if child.poll() is not None:
        return
    if is_leader and sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)  # it is not reaped yet, so the group is its own
    child.kill()
    try:
        child.wait(_KILL_SECONDS)
    except subprocess.TimeoutExpired:  # a file system that does not answer holds it
        threading.Thread(target=child.wait, daemon=True).start()
