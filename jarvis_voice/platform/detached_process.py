"""Starts a child process that outlives Jarvis and leaves no zombie.

Invariant: never a shell; nothing is claimed beyond what was seen in the first seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jarvis_voice import OWN_VARIABLES
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.platform.bounded_program import touch
from jarvis_voice.platform.descriptor_limit import OPEN_FILES
from jarvis_voice.platform.first_output import FirstOutput

WAIT_SECONDS = 1.0
"""How long a child is watched: one that fails at once has done so by then."""

BEGIN_SECONDS = 4.0
"""How long is waited until the system has begun to run a program: on a network folder that does
not answer it never begins, and nobody is told that it runs."""


@dataclass(frozen=True, slots=True)
class Started:
    """What was seen of a child process while it was watched.

    Attributes:
        alive: It still ran.
        exit_code: What it ended with, or None while it runs; negative is a signal.
        has_begun: The system runs the program; False while that is not known yet.
        said: The first bytes that it printed, if it has ended and they were asked for.
    """

    alive: bool
    exit_code: int | None
    has_begun: bool = True
    said: bytes = b""

    @property
    def is_good(self) -> bool:
        """It runs, or ended without an error."""
        return self.alive or self.exit_code == 0


NOT_KNOWN_YET = Started(alive=False, exit_code=None, has_begun=False)
"""The system was asked to run the program and has not answered."""


def not_known_yet(name: str) -> str:
    """What is told of a program while nothing is known of it."""
    return f"I have asked for {name} to start; I do not know yet whether it did."


@dataclass(frozen=True, slots=True)
class _Watch:
    """What the thread that waits for a child tells the loop."""

    loop: asyncio.AbstractEventLoop
    begun: asyncio.Future[None]
    ended: asyncio.Future[Started]


@dataclass(frozen=True, slots=True)
class _Task:
    """What the thread is to start, and what is wanted of its output."""

    argv: list[str]
    wait_seconds: float
    said_bytes: int


async def start_detached(
    argv: Sequence[str],
    wait_seconds: float = WAIT_SECONDS,
    said_bytes: int = 0,
    begin_seconds: float = BEGIN_SECONDS,
) -> Started:
    """Start a program in a session of its own and watch it for a moment.

    Args:
        argv: The program and its arguments.
        wait_seconds: How long it is watched, from when the system runs it.
        said_bytes: How much of what it prints meanwhile is wanted. Whatever else it prints goes to
            nobody, for as long as it lives, and it is not held up by that.
        begin_seconds: How long the system may take until it runs it.

    Raises:
        ToolError: "not-started": there is no such program, it may not be run, or its arguments
            cannot be passed on.
    """
    loop = asyncio.get_running_loop()
    watch = _Watch(loop, loop.create_future(), loop.create_future())
    for future in (watch.begun, watch.ended):
        # what comes after nobody waits any more is no error that was never retrieved
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        _start_watcher(_Task(list(argv), wait_seconds, said_bytes), watch)
        await asyncio.wait({watch.begun}, timeout=begin_seconds)
        if not watch.begun.done():
            return NOT_KNOWN_YET
        watch.begun.result()
        await asyncio.wait({watch.ended}, timeout=wait_seconds)
        if watch.ended.done():
            return watch.ended.result()
    except Exception as error:
        raise _not_started(argv[0], error) from error
    return Started(alive=True, exit_code=None)


def _start_watcher(task: _Task, watch: _Watch) -> None:
    """Start the thread that starts the child and waits for it as long as it lives.

    Nobody else would reap it, and the thread ends with the program without ending the child.
    """
    threading.Thread(
        target=_run, args=(task, watch), name=f"child {task.argv[0]}", daemon=True
    ).start()


def _run(task: _Task, watch: _Watch) -> None:
    output = FirstOutput(task.said_bytes)
    try:
        child = _begin(task, output)
        with child:
            _settle(watch, watch.begun, None)
            said = output.listen(lambda: child.poll() is not None, task.wait_seconds)
            output.hand_over()
            ended = Started(alive=False, exit_code=child.wait(), said=said)
    except Exception as error:  # noqa: BLE001 - whatever it is, the program does not run
        _settle(watch, watch.begun, error)
        _settle(watch, watch.ended, error)
    else:
        _settle(watch, watch.ended, ended)
    finally:
        output.hand_over()
        output.reap()


def _begin(task: _Task, output: FirstOutput) -> subprocess.Popen[bytes]:
    touch(task.argv[0])
    into = output.open() if task.said_bytes else subprocess.DEVNULL
    try:
        with OPEN_FILES.as_it_was():
            return subprocess.Popen(  # noqa: S603 - an argument vector of ours, never a shell
                task.argv,
                stdin=subprocess.DEVNULL,
                stdout=into,
                stderr=subprocess.DEVNULL,
                env={name: text for name, text in os.environ.items() if name not in OWN_VARIABLES},
                start_new_session=True,
                creationflags=_creation_flags(),
            )
    finally:
        if into != subprocess.DEVNULL:
            os.close(into)


def _settle(
    watch: _Watch, future: asyncio.Future[Any], outcome: Started | Exception | None
) -> None:
    def settle() -> None:
        if future.done():
            return
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)

    with contextlib.suppress(RuntimeError):  # the loop was closed: nobody waits any more
        watch.loop.call_soon_threadsafe(settle)


def _not_started(program: str, error: Exception) -> ToolError:
    why = error.strerror if isinstance(error, OSError) and error.strerror else "it was refused"
    return ToolError(
        "not-started",
        f"{visible_line(program)} cannot be started: {why}.",
        spoken="It could not be started.",
    )


def _creation_flags() -> int:
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    else:
        flags = 0
    return flags
