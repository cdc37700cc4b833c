"""Notices that the machine was asleep: compares a clock that counts sleep with one that does not.

Invariant: one look a second; where the system has no such pair of clocks nothing is watched.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

LOOK_SECONDS = 1.0
SHORTEST_SECONDS = 0.5
"""Less than this is the clocks' own inexactness."""


def slept_seconds() -> float | None:
    """How long the machine has slept since it was started; None where nobody counts that."""
    if hasattr(time, "CLOCK_BOOTTIME"):  # Linux
        return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)
    if hasattr(time, "CLOCK_UPTIME_RAW") and hasattr(time, "CLOCK_MONOTONIC_RAW"):  # macOS
        awake = time.clock_gettime(time.CLOCK_UPTIME_RAW)
        return time.clock_gettime(time.CLOCK_MONOTONIC_RAW) - awake
    return None


class SuspendMonitor:
    """Reports each sleep of the machine after it is over.

    Args:
        woken: Told for how many seconds the machine slept.
        slept: How long it has slept in all; see `slept_seconds`.
    """

    def __init__(
        self,
        woken: Callable[[float], Awaitable[None]],
        slept: Callable[[], float | None] = slept_seconds,
    ) -> None:
        self._woken = woken
        self._slept = slept

    async def watch(self) -> None:
        """Look once a second, until cancelled; returns at once where nothing can be seen."""
        before = self._slept()
        while before is not None:
            await asyncio.sleep(LOOK_SECONDS)
            now = self._slept() or 0.0
            if now - before >= SHORTEST_SECONDS:
                await self._woken(now - before)
            before = now
