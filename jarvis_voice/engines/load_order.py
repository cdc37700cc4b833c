"""Decides which native models load at the same time, and which of those that wait is next.

Invariant: a place that is given back is free, however its load ended.
"""

from __future__ import annotations

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
        """Within it a model may load."""
        with self._changed:
            self._long_waiting += is_long
            self._changed.wait_for(lambda: self._free and (is_long or not self._long_waiting))
            self._long_waiting -= is_long
            self._free -= 1
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()
