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
from typing import IO

from jarvis_voice import OWN_VARIABLES
from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.descriptor_limit import OPEN_FILES

WAIT_SECONDS = 1.0
"""How long a child is watched: one that fails at once has done so by then."""


@dataclass(frozen=True, slots=True)
class Started:
    """What was seen of a child process while it was watched.

    Attributes:
        alive: It still ran.
        exit_code: What it ended with, or None while it runs; negative is a signal.
    """

    alive: bool
    exit_code: int | None

    @property
    def is_good(self) -> bool:
        """It runs, or ended without an error."""
        return self.alive or self.exit_code == 0


async def start_detached(
    argv: Sequence[str], wait_seconds: float = WAIT_SECONDS, output: IO[bytes] | None = None
) -> Started:
    """Start a program in a session of its own and watch it for a moment.

    Args:
        argv: The program and its arguments.
        wait_seconds: How long it is watched.
        output: A file that takes what it prints; without one it prints to nobody.

    Raises:
        ToolError: "not-started": there is no such program, or it may not be run.
    """
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[int] = loop.create_future()
    # A thread of its own waits for the child as long as it lives: nobody else would reap it, and
    # the thread ends with the program without ending the child.
    target = subprocess.DEVNULL if output is None else os.dup(output.fileno())
    watcher = threading.Thread(
        target=_run, args=(list(argv), target, loop, ended), name=f"child {argv[0]}", daemon=True
    )
    watcher.start()
    try:
        exit_code = await asyncio.wait_for(asyncio.shield(ended), wait_seconds)
    except TimeoutError:
        # what is still to come has no reader; an error in it would be reported as never retrieved
        ended.add_done_callback(lambda done: done.cancelled() or done.exception())
        return Started(alive=True, exit_code=None)
    except OSError as error:
        raise ToolError(
            "not-started",
            f"{argv[0]} cannot be started: {error.strerror}.",
            spoken="It could not be started.",
        ) from error
    return Started(alive=False, exit_code=exit_code)


def _run(
    argv: list[str], output: int, loop: asyncio.AbstractEventLoop, ended: asyncio.Future[int]
) -> None:
    try:
        with OPEN_FILES.as_it_was():
            child = subprocess.Popen(  # noqa: S603 - an argument vector of ours, never a shell
                argv,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.DEVNULL,
                env={name: text for name, text in os.environ.items() if name not in OWN_VARIABLES},
                start_new_session=True,
                creationflags=_creation_flags(),
            )
        with child:
            exit_code = child.wait()
    except OSError as error:
        _tell(loop, ended, error)
    else:
        _tell(loop, ended, exit_code)
    finally:
        if output != subprocess.DEVNULL:
            os.close(output)


def _tell(
    loop: asyncio.AbstractEventLoop, ended: asyncio.Future[int], outcome: int | OSError
) -> None:
    def settle() -> None:
        if ended.done():
            return
        if isinstance(outcome, OSError):
            ended.set_exception(outcome)
        else:
            ended.set_result(outcome)

    with contextlib.suppress(RuntimeError):  # the loop was closed: nobody waits any more
        loop.call_soon_threadsafe(settle)


def _creation_flags() -> int:
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    else:
        flags = 0
    return flags
