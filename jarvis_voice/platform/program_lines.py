"""Runs a program and gives what it prints line by line, bounded in time and in bytes.

Invariant: never a shell. Whoever stops reading, or is cancelled, ends the program and all that it
started in its group.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncGenerator, Sequence

from jarvis_voice.platform.bounded_program import ProgramLimits, touch
from jarvis_voice.platform.descriptor_limit import OPEN_FILES

LONGEST_LINE = 256 * 1024
"""Bytes of one line."""

END_SECONDS = 1.0
"""How long is waited for the end of a program that was killed: what left its group may hold its
output open as long as it likes."""


async def program_lines(argv: Sequence[str], limits: ProgramLimits) -> AsyncGenerator[str]:
    """The lines that a program prints on stdout, as they come.

    Args:
        argv: The program and its arguments.
        limits: What it may cost; where it costs more, there are no further lines.

    Raises:
        OSError: It cannot be started.
        TimeoutError: Its time is over.
    """
    await asyncio.to_thread(touch, argv[0])
    with OPEN_FILES.as_it_was():
        child = await asyncio.create_subprocess_exec(
            *argv,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LONGEST_LINE,
            start_new_session=True,
        )
    left = limits.most_bytes
    until = asyncio.get_running_loop().time() + limits.seconds
    try:
        while child.stdout and (line := await _line(child.stdout, until)):
            left -= len(line)
            if left < 0:
                return
            yield line.decode("utf-8", "replace").rstrip("\r\n")
    finally:
        await _end(child)


async def _line(printed: asyncio.StreamReader, until: float) -> bytes:
    """The next line; none at the end, and behind one that is too long."""
    async with asyncio.timeout_at(until):
        try:
            return await printed.readline()
        except ValueError:
            return b""


async def _end(child: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if child.returncode is None and sys.platform != "win32":
            os.killpg(child.pid, signal.SIGKILL)  # it is not reaped yet, so the group is its own
        elif child.returncode is None:
            child.kill()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(END_SECONDS):
            await child.wait()
    # the pipe would stay open as long as somebody holds its other end
    child._transport.close()  # type: ignore[attr-defined]
