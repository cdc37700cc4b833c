"""Keeps the first bytes that a program prints, and lets it print on for as long as it lives.

Invariant: who prints into the pipe is never held up, nor ended by it, and what is printed costs no
disk and no more memory than a pipe has: also after this process has ended, however it ended.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from jarvis_voice.platform.descriptor_limit import OPEN_FILES

_READER = "cat"
_READER_PLACES = ("/bin/cat", "/usr/bin/cat")
"""Where it is looked for when PATH does not lead to it."""

_PIECE_BYTES = 65_536
_LOOK_SECONDS = 0.05
"""How often is looked whether the program has ended while something still holds its output."""


class FirstOutput:
    """A pipe to print into, with a small program behind it that reads away what nobody wants.

    That program, `cat`, is there from the start. It waits for the end of a second pipe, which this
    process holds open while it reads the first bytes itself. So it takes over when it is let to,
    and as well when this process is gone.

    Args:
        most_bytes: How much is kept.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._output = -1
        self._hold = -1
        self._reader: subprocess.Popen[bytes] | None = None

    def open(self) -> int:
        """Make the pipe.

        Returns:
            The end to print into; the caller closes it. Where nothing can read the rest away it
            leads to nobody, and nothing is kept.

        Raises:
            OSError: No more files can be opened.
        """
        program = _find_reader()
        if program is None and sys.platform != "win32":
            return os.open(os.devnull, os.O_WRONLY)
        self._output, into = os.pipe()
        try:
            if program:
                self._start_reader(program)
        except OSError:
            os.close(into)
            self.hand_over()
            return os.open(os.devnull, os.O_WRONLY)
        return into

    def listen(self, has_ended: Callable[[], bool], seconds: float) -> bytes:
        """Read until the program has ended, the bound is reached, or the time is over.

        On Windows, where nothing else reads, it reads until nobody can print any more.

        Args:
            has_ended: Whether the program has ended: what else holds its output is not waited for.
            seconds: How long at the most.

        Returns:
            The first bytes that were printed.
        """
        kept = bytearray()
        if self._output < 0:
            return b""
        if sys.platform == "win32":
            while piece := os.read(self._output, _PIECE_BYTES):
                kept += piece[: self._most_bytes - len(kept)]
            return bytes(kept)
        until = time.monotonic() + seconds
        # without a selector there is nothing to read with, and the reader takes over
        with contextlib.suppress(OSError), selectors.DefaultSelector() as waiting:
            waiting.register(self._output, selectors.EVENT_READ)
            while len(kept) < self._most_bytes:
                over = has_ended()
                left = 0.0 if over else max(0.0, until - time.monotonic())
                if waiting.select(min(left, _LOOK_SECONDS)):
                    piece = os.read(self._output, self._most_bytes - len(kept))
                    if not piece:
                        break
                    kept += piece
                elif not left:
                    break
        return bytes(kept)

    def hand_over(self) -> None:
        """Read no more: whatever is printed from now on is read away elsewhere."""
        for end in (self._output, self._hold):
            if end >= 0:
                os.close(end)
        self._output = self._hold = -1

    def reap(self) -> None:
        """Wait for the reader to end, which it does when nobody can print any more."""
        if self._reader:
            self._reader.wait()

    def _start_reader(self, program: str) -> None:
        waits, self._hold = os.pipe()
        try:
            with OPEN_FILES.as_it_was():
                self._reader = subprocess.Popen(  # noqa: S603 - fixed arguments
                    [program, f"/dev/fd/{waits}", "-"],
                    stdin=self._output,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    pass_fds=(waits,),
                    cwd="/",
                    env={},
                    start_new_session=True,
                )
        finally:
            os.close(waits)


def _find_reader() -> str | None:
    if sys.platform == "win32" or not Path("/dev/fd/0").exists():
        return None
    found = shutil.which(_READER)
    places = (found, *_READER_PLACES) if found else _READER_PLACES
    return next((place for place in places if os.access(place, os.X_OK)), None)
