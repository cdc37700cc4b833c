"""How many files and sockets the daemon may hold open, and what the programs that it starts get.

Invariant: what was raised here is never handed on: a program that is started gets the limit that
this process got.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from collections.abc import Iterator

if sys.platform != "win32":
    import resource

log = logging.getLogger(__name__)

MOST = 8_192
"""Many systems allow a million; what is far above need only hides a leak."""

ROOM = 64
"""Descriptors that must be free below the usual limit before it is put back for a moment."""


class DescriptorLimit:
    """The soft limit of open files of one process.

    Threads and tasks may start programs at the same time: the limit is raised again when the last
    of them has started.
    """

    def __init__(self) -> None:
        self._usual = 0
        self._raised = 0
        self._n_starting = 0
        self._lock = threading.Lock()

    def raise_it(self, most: int = MOST) -> int:
        """Raise the soft limit to the hard one, but not above `most`.

        Returns:
            The soft limit that holds now; 0 where the system has none.
        """
        if sys.platform == "win32":
            return 0
        with self._lock:
            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
            if soft == resource.RLIM_INFINITY or soft >= wanted or not _set_soft(wanted):
                return soft
            self._usual, self._raised = soft, wanted
            log.info("open files: at most %d, raised from %d", wanted, soft)
            return wanted

    @contextlib.contextmanager
    def as_it_was(self) -> Iterator[None]:
        """Start a program in here: it gets the limit that held before it was raised."""
        with self._lock:
            self._n_starting += 1
            if self._n_starting == 1 and self._usual and _is_free_below(self._usual - ROOM):
                _set_soft(self._usual)
        try:
            yield
        finally:
            with self._lock:
                self._n_starting -= 1
                if not self._n_starting and self._usual:
                    _set_soft(self._raised)


OPEN_FILES = DescriptorLimit()
"""That of this process: the system knows one for each, so there is one object."""


def _set_soft(soft: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    except (OSError, ValueError) as error:  # macOS has a limit of its own below the hard one
        log.info("the limit of open files stays: %s", type(error).__name__)
        return False
    return True


def _is_free_below(number: int) -> bool:
    """Whether the next descriptor is below; else nothing could be opened with the usual limit."""
    try:
        free = os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return False
    os.close(free)
    return free < number
