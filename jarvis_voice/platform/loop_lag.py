"""Measures how late the event loop is, and finds out what it did when it was blocked.

Invariant: nothing here grows with time: lags are counted in a histogram, stacks are told to whoever
asked and not kept. A process that did not run at all (suspended, starved) is no lag of the loop.
"""

from __future__ import annotations

import asyncio
import logging
import math
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Self

log = logging.getLogger(__name__)

STEPS_A_DECADE = 100
"""A lag is known to 2.3 %."""

LEAST_MS = 0.001

QUIET_SECONDS = 60.0
"""Between two stacks in the log: a loop that blocks often may not flood it."""

Told = Callable[[float, str], None]
"""Told on a thread of its own how many seconds the loop has stood still, and its stack."""


class LagCount:
    """Lags, counted by size: it needs hardly any memory, however many there are.

    Attributes:
        looks: How many there are.
        sum_ms: All together.
        max_ms: The longest.
    """

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self.looks = 0
        self.sum_ms = 0.0
        self.max_ms = 0.0

    def add(self, lag_ms: float) -> None:
        """Count one."""
        step = STEPS_A_DECADE * math.log10(lag_ms / LEAST_MS) if lag_ms > LEAST_MS else 0.0
        self._counts[int(step)] += 1
        self.looks += 1
        self.sum_ms += lag_ms
        self.max_ms = max(self.max_ms, lag_ms)

    def merge(self, other: LagCount) -> None:
        """Count all that another one counted."""
        self._counts.update(other._counts)
        self.looks += other.looks
        self.sum_ms += other.sum_ms
        self.max_ms = max(self.max_ms, other.max_ms)

    def looks_below(self, bound_ms: float) -> int:
        """How many lags were shorter than a bound, as exactly as they are counted."""
        step = STEPS_A_DECADE * math.log10(bound_ms / LEAST_MS)
        return sum(count for one, count in self._counts.items() if one < step)

    def percentile_ms(self, percent: float) -> float:
        """So many percent of the lags were shorter; 0 where there are none."""
        wanted, seen = percent / 100 * self.looks, 0
        for step, count in sorted(self._counts.items()):
            seen += count
            if seen >= wanted:
                return min(LEAST_MS * 10 ** ((step + 1) / STEPS_A_DECADE), self.max_ms)
        return 0.0


class LoopLag:
    """Watches the loop that opens it, with a timer on the loop and a thread beside it.

    It wakes the process twice in `every_seconds`. The daemon looks once a second: beside 12 frames
    of sound a second that is nothing, and a lag of a second is what a user notices. A bench looks
    more often, for its percentiles.

    Args:
        every_seconds: How often to look.
        bound_seconds: A loop that stands still for longer has its stack told, once.
        told: Told of that, on the thread; None is the log, at most once a minute.
    """

    def __init__(
        self, *, every_seconds: float = 1.0, bound_seconds: float = 1.0, told: Told | None = None
    ) -> None:
        self._every_seconds = every_seconds
        self._bound_seconds = bound_seconds
        self._told = told or _LogOnce().tell
        self._counts = LagCount()
        self._due = 0.0
        self._due_before = math.nan  # told already
        self._timer: asyncio.TimerHandle | None = None
        self._end = threading.Event()
        self._thread: threading.Thread | None = None
        self._loop_thread = 0

    async def __aenter__(self) -> Self:
        """Begin to look."""
        self._loop_thread = threading.get_ident()
        self._arm(asyncio.get_running_loop())
        self._thread = threading.Thread(target=self._watch, name="loop lag", daemon=True)
        self._thread.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Look no more; the thread ends by itself, within a moment."""
        self._end.set()
        if self._timer:
            self._timer.cancel()

    @property
    def so_far(self) -> LagCount:
        """The lags since the last `take`, or since the beginning; they go on to be counted."""
        return self._counts

    def take(self) -> LagCount:
        """The lags since the last call of this, or since the beginning."""
        counts, self._counts = self._counts, LagCount()
        return counts

    @contextmanager
    def unwatched(self) -> Iterator[None]:
        """What the loop does inside is no part of what is measured."""
        if self._timer:
            self._timer.cancel()
        self._due = math.inf
        try:
            yield
        finally:
            self._arm(asyncio.get_running_loop())

    def _arm(self, loop: asyncio.AbstractEventLoop) -> None:
        # the thread reads this: monotonic is one clock for all threads
        self._due = monotonic() + self._every_seconds
        self._timer = loop.call_later(self._every_seconds, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self._counts.add(1_000 * max(monotonic() - self._due, 0.0))
        self._arm(loop)

    def _watch(self) -> None:
        pause = max(self._bound_seconds / 2, self._every_seconds)
        while True:
            wakes_at = monotonic() + pause
            if self._end.wait(pause):
                return
            now, due = monotonic(), self._due
            was_starved = now - wakes_at > self._bound_seconds / 2
            if now - due < self._bound_seconds or due == self._due_before or was_starved:
                continue
            frame = sys._current_frames().get(self._loop_thread)
            if frame is not None and due == self._due:
                self._due_before = due
                # file, line and source alone: a stack with values could quote the user
                self._told(now - due, "".join(traceback.format_stack(frame)))


class _LogOnce:
    """Writes a stack into the log, and no other for a minute."""

    def __init__(self) -> None:
        self._quiet_until = -math.inf

    def tell(self, seconds: float, stack: str) -> None:
        if monotonic() >= self._quiet_until:
            self._quiet_until = monotonic() + QUIET_SECONDS
            log.warning("the event loop has stood still for %.1f s, in\n%s", seconds, stack)
