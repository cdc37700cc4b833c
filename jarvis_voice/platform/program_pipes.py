"""Takes what a program prints out of its pipes, and keeps no more of it than its bounds."""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import threading
from collections.abc import Callable
from typing import IO

COMPLAINT_BYTES = 16_384
"""Of what is printed on stderr the end is kept, where the reason stands."""

_PIECE_BYTES = 65_536


class HeardOutput:
    """What a program has printed so far; grows to its bounds and no further.

    Args:
        most_bytes: The bound of what it prints on stdout.

    Attributes:
        out: What it printed on stdout; a piece more than the bound at the most.
        err: The end of what it printed on stderr.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self.out = bytearray()
        self.err = bytearray()

    @property
    def is_full(self) -> bool:
        """Whether more than the bound was printed."""
        return len(self.out) > self._most_bytes

    def print(self, piece: bytes) -> None:
        """Take a piece of stdout."""
        if not self.is_full:
            self.out += piece

    def complain(self, piece: bytes) -> None:
        """Take a piece of stderr."""
        self.err += piece
        del self.err[:-COMPLAINT_BYTES]


class SelectedPipes:
    """Reads both pipes in the calling thread."""

    def __init__(self, child: subprocess.Popen[bytes], heard: HeardOutput) -> None:
        self._selector = selectors.DefaultSelector()
        for pipe, take in ((child.stdout, heard.print), (child.stderr, heard.complain)):
            if pipe is not None:
                self._selector.register(pipe, selectors.EVENT_READ, take)

    @property
    def is_open(self) -> bool:
        """Whether more may come."""
        return bool(self._selector.get_map())

    def hear(self, seconds: float) -> bool:
        """Take what comes in so many seconds; whether anything came."""
        ready = self._selector.select(seconds)
        for key, _ in ready:
            piece = os.read(key.fd, _PIECE_BYTES)
            if piece:
                key.data(piece)
            else:
                self._selector.unregister(key.fileobj)
        return bool(ready)

    def close(self) -> None:
        """Read no more."""
        self._selector.close()


class PipeThreads:
    """Reads each pipe in a thread of its own, where a pipe cannot be waited for (Windows).

    A thread ends with the last process that holds its pipe, and keeps no more than the bounds.
    """

    def __init__(self, child: subprocess.Popen[bytes], heard: HeardOutput) -> None:
        self._came = threading.Event()
        self._threads = [
            threading.Thread(target=self._read, args=(pipe, take), daemon=True)
            for pipe, take in ((child.stdout, heard.print), (child.stderr, heard.complain))
        ]
        for thread in self._threads:
            thread.start()
        child.stdout = child.stderr = None  # each is closed by the thread that reads it

    @property
    def is_open(self) -> bool:
        """Whether more may come."""
        return any(thread.is_alive() for thread in self._threads)

    def hear(self, seconds: float) -> bool:
        """Wait until something comes, so many seconds at the most; whether anything came."""
        has_come = self._came.wait(seconds)
        self._came.clear()
        return has_come

    def close(self) -> None:
        """Wait for nobody: who still holds a pipe is read away."""

    def _read(self, pipe: IO[bytes], take: Callable[[bytes], None]) -> None:
        with pipe, contextlib.suppress(OSError, ValueError):
            while piece := os.read(pipe.fileno(), _PIECE_BYTES):
                take(piece)
                self._came.set()
        self._came.set()
