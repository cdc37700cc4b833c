"""Decides which native models load at the same time, and which of those that wait is next.

Invariant: a place that is given back is free, however its load ended.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class LoadOrder:
    """Lets some models load at once; one that takes long goes before the others that wait.

    Args:
        most: How many load at once.
    """

    def __init__(self, most: int) -> None:
        self._free = most
        self._long_waiting = 0
        self._changed = threading.Condition()

    @contextmanager
    def place(self, *, is_long: bool) -> Iterator[None]:
        """Within it a model may load; waits until it may."""
        with self._changed:
            self._long_waiting += is_long
            self._changed.wait_for(lambda: self._free > 0 and (is_long or not self._long_waiting))
            self._long_waiting -= is_long
            self._free -= 1
            self._changed.notify_all()  # the others need not wait for it any more
        with self._given_back():
            yield

    @contextmanager
    def one_less(self) -> Iterator[None]:
        """Within it one model less loads at once: another work needs a core. Waits for nobody."""
        with self._changed:
            self._free -= 1
        with self._given_back():
            yield

    @contextmanager
    def _given_back(self) -> Iterator[None]:
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()


LOADING = LoadOrder(max(2, os.cpu_count() or 1))
"""As many models load at once as there are cores, and one less while the brain's libraries are
imported: where more load at once all of them are late, and the program is ready 0.3 s later."""
