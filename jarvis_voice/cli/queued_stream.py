"""QueuedStream: what the daemon prints, written by a thread of its own.

Invariant: `write` and `flush` never wait. A terminal that is held (Ctrl-S, a lost connection) and a
pipe that nobody reads take nothing for as long as they like: the event loop must not wait for them.
"""

from __future__ import annotations

import io
import logging
import os
import select
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

log = logging.getLogger(__name__)

HELD_BYTES = 1024 * 1024
"""So much waits for a terminal or pipe that takes nothing; what comes then is dropped."""

LAST_SECONDS = 1.0
"""How long the end of the program, and Ctrl-Z, wait until all is written."""


class QueuedStream(io.TextIOBase):
    """A text stream whose descriptor another thread writes to.

    An error of the descriptor is raised by the next `write` or `flush`, and by each after it.

    Args:
        stream: What it stands for; nothing else may write to it meanwhile.
    """

    def __init__(self, stream: TextIO) -> None:
        self.original = stream
        self._number = stream.fileno()
        self._pieces: deque[bytes] = deque()
        self._held_bytes = 0
        self._dropped = 0
        self._failure: OSError | None = None
        self._changed = threading.Condition()
        threading.Thread(target=self._write_out, name="screen", daemon=True).start()

    @property
    def encoding(self) -> str:  # type: ignore[override]  # an attribute there, None at first
        """As the stream that it stands for has it."""
        return self.original.encoding

    def fileno(self) -> int:
        """The descriptor that is written to."""
        return self._number

    def isatty(self) -> bool:
        """Whether a terminal shows it."""
        return self.original.isatty()

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, text: str, /) -> int:
        """Hand a text to the thread; dropped whole where too much waits already.

        Raises:
            OSError: What was written before could not be.
        """
        data = text.encode(self.encoding, "replace")
        with self._changed:
            self._raise()
            if self._held_bytes + len(data) > HELD_BYTES:
                if not self._dropped:
                    log.warning("what is printed is not read: further text is dropped")
                self._dropped += 1
            elif data:
                self._pieces.append(data)
                self._held_bytes += len(data)
                self._changed.notify_all()
        return len(text)

    def flush(self) -> None:
        """Nothing waits but for the thread.

        Raises:
            OSError: What was written before could not be.
        """
        with self._changed:
            self._raise()

    @property
    def has_failed(self) -> bool:
        """Whether something could not be written."""
        return self._failure is not None

    def drain(self, seconds: float) -> bool:
        """Wait until all is written or refused; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._held_bytes, seconds)

    def _raise(self) -> None:
        if self._failure is not None:
            raise OSError(self._failure.errno, self._failure.strerror)

    def _write_out(self) -> None:
        """Write what comes, for as long as the program runs or until it cannot be written."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._pieces)
                piece = self._pieces.popleft()
            try:
                _write_whole(self._number, piece)
            except OSError as error:
                with self._changed:
                    self._failure, self._held_bytes = error, 0
                    self._pieces.clear()
                    self._changed.notify_all()
                return
            with self._changed:
                self._held_bytes -= len(piece)
                self._note_flow()
                self._changed.notify_all()

    def _note_flow(self) -> None:
        if self._dropped and not self._held_bytes:
            log.warning("what is printed is read again; %d texts were dropped", self._dropped)
            self._dropped = 0


def _write_whole(number: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(number, rest) :]
        except BlockingIOError:  # somebody who has the same terminal open made it so
            select.select([], [number], [])


@contextmanager
def queued_streams() -> Iterator[None]:
    """Let another thread write to stdout and stderr; on Windows a console is never held so."""
    names = ("stdout", "stderr") if os.name == "posix" else ()
    streams: dict[str, QueuedStream] = {}
    for name in names:
        if (stream := getattr(sys, name)) is not None:
            stream.flush()
            streams[name] = QueuedStream(stream)
            setattr(sys, name, streams[name])
    try:
        with _written_before_a_stop(list(streams.values())):
            yield
    finally:
        _drain(streams.values())
        for name, queued in streams.items():
            is_written = queued.drain(0)
            if is_written and not queued.has_failed and getattr(sys, name) is queued:
                setattr(sys, name, queued.original)


@contextmanager
def _written_before_a_stop(streams: list[QueuedStream]) -> Iterator[None]:
    """Let SIGTSTP (Ctrl-Z) stop the program behind what was printed, never in front of it.

    A stop holds the thread that writes as well: the rest would come when the program goes on, and
    a prompt that was to be erased would stand there, as one that can be typed to.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, _: FrameType | None) -> None:
        _drain(streams)
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)  # it returns when the program goes on
        signal.signal(number, stop)

    before = signal.getsignal(signal.SIGTSTP)
    if before is not signal.SIG_DFL:  # a parent may have it ignored
        yield
        return
    signal.signal(signal.SIGTSTP, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, before)


def _drain(streams: Iterable[QueuedStream]) -> None:
    """Wait until all of them are written, `LAST_SECONDS` together at the most."""
    until = time.monotonic() + LAST_SECONDS
    for stream in streams:
        stream.drain(max(0.0, until - time.monotonic()))
