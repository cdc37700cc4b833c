"""The lock that lets only one process write the database.

Invariant: the lock is the operating system's, so it ends with its process; the file beside it only
names the holder and what it does.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Self

from jarvis_voice.core.errors import AlreadyRunningError, StoreError
from jarvis_voice.core.file_kind import no_file
from jarvis_voice.core.paths import Paths, ensure

DAEMON = "run"
"""The one role that holds the lock for long: to wait for it is in vain."""

TRY_AGAIN_SECONDS = 0.1


class ProcessLock:
    """The lock of the writing process; it is held inside `async with`.

    Args:
        lock: The file that is locked.
        role: The command that takes it, such as "run" or "ask"; who else wants it is told.
        wait_seconds: How long to wait for each command other than `run` to end.

    Attributes:
        role: As given.
    """

    def __init__(self, lock: Path, role: str, wait_seconds: float = 0.0) -> None:
        from filelock import FileLock

        self._path = lock
        self.role = role
        self._wait_seconds = wait_seconds
        self._pid_file = pid_file_of(lock)
        self._lock = FileLock(lock, mode=0o600)

    async def __aenter__(self) -> Self:
        """Take the lock.

        Raises:
            AlreadyRunningError: Another process holds it; the message names its pid.
            StoreError: The folder cannot be written.
        """
        loop = asyncio.get_running_loop()
        waited_for, deadline = "", 0.0
        while not self._try():
            pid, role = self._holder()
            if pid != waited_for:
                waited_for, deadline = pid, loop.time() + self._wait_seconds
            if role == DAEMON or loop.time() >= deadline:
                raise _busy(pid, role)
            await asyncio.sleep(TRY_AGAIN_SECONDS)
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._pid_file.unlink(missing_ok=True)
        self._lock.release()

    def _try(self) -> bool:
        """Take the lock if it is free now."""
        from filelock import Timeout

        for file in (self._path, self._pid_file):
            if why := no_file(file):
                raise StoreError("folder-unwritable", f"Cannot write to {file}: {why}.")
        try:
            ensure(self._path.parent)
            self._lock.acquire(timeout=0)
            self._pid_file.write_text(f"{os.getpid()} {self.role}", encoding="ascii")
        except Timeout:
            return False
        except OSError as error:
            self._lock.release()
            raise StoreError(
                "folder-unwritable", f"Cannot write to {self._path.parent}: {error.strerror}."
            ) from error
        return True

    def _holder(self) -> tuple[str, str]:
        """The pid and the role of the process that holds the lock, where they can be read."""
        try:
            pid, role = _written(self._pid_file)
        except (OSError, ValueError):
            return "unknown", ""
        return pid or "unknown", role


def pid_file_of(lock: Path) -> Path:
    """The file beside a lock that names its holder."""
    return lock.with_suffix(".pid")


def _busy(pid: str, role: str) -> AlreadyRunningError:
    if role == DAEMON:
        return AlreadyRunningError(
            "already-running",
            f"Jarvis is already running (pid {pid}). Stop it first, or talk to it with "
            "`jarvis ask`.",
            holder=pid,
        )
    return AlreadyRunningError(
        "busy",
        f"Another jarvis command is at work (pid {pid}). Try again when it has ended.",
        holder=pid,
    )


def _written(pid_file: Path) -> tuple[str, str]:
    """The pid and the role that a file names.

    Raises:
        OSError: It cannot be read.
        ValueError: It is no text in ASCII, or no file.
    """
    if why := no_file(pid_file):
        raise ValueError(why)
    pid, _, role = pid_file.read_text(encoding="ascii").partition(" ")
    return pid, role


def holder_of(paths: Paths) -> tuple[int, str] | None:
    """Process and role of the holder of the lock, where that process lives."""
    try:
        pid, role = _written(pid_file_of(paths.lock))
        number = int(pid)
    except (OSError, ValueError):
        return None
    if sys.platform == "win32":
        return number, role  # there a signal 0 would end it
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        return number, role
    return number, role
