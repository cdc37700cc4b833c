"""The lock of the one process that may write the database.

Invariant: the lock is the operating system's, so it ends with its process; the pid beside it only
names the holder.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Self

from jarvis_voice.errors import AlreadyRunningError, StoreError
from jarvis_voice.paths import ensure


class ProcessLock:
    """Held inside `with`."""

    def __init__(self, lock: Path) -> None:
        from filelock import FileLock

        self._path = lock
        self._pid_file = lock.with_suffix(".pid")
        self._lock = FileLock(lock, mode=0o600)

    def __enter__(self) -> Self:
        """Take the lock at once or not at all.

        Raises:
            AlreadyRunningError: Another process holds it; the message names its pid.
            StoreError: The folder cannot be written.
        """
        from filelock import Timeout

        try:
            ensure(self._path.parent)
            self._lock.acquire(timeout=0)
            self._pid_file.write_text(str(os.getpid()), encoding="ascii")
        except Timeout:
            raise AlreadyRunningError(
                "already-running",
                f"Jarvis is already running (pid {self.holder() or 'unknown'}). "
                "Stop it first, or talk to it with `jarvis ask`.",
            ) from None
        except OSError as error:
            raise StoreError(
                "folder-unwritable", f"Cannot write to {self._path.parent}: {error.strerror}."
            ) from error
        return self

    def __exit__(self, *exc: object) -> None:
        self._pid_file.unlink(missing_ok=True)
        self._lock.release()

    def holder(self) -> int | None:
        """The pid of the process that holds the lock, where it can be read."""
        try:
            return int(self._pid_file.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None
