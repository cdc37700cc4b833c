"""MeasuredSteps: runs a coroutine, and counts how long each of its steps holds the loop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import Any


class MeasuredSteps:
    """A coroutine whose steps are measured.

    Args:
        awaited: What is awaited.
        seconds: Monotonic seconds.
        count: Gets the seconds of each step. The time between two steps, in which the coroutine
            waits, is not counted.
    """

    def __init__(
        self,
        awaited: Awaitable[None],
        seconds: Callable[[], float],
        count: Callable[[float], None],
    ) -> None:
        self._awaited = awaited
        self._seconds = seconds
        self._count = count

    def __await__(self) -> Generator[Any, Any, None]:
        """Step by step, as the loop asks for them."""
        steps = self._awaited.__await__()
        send, value = steps.send, None
        while True:
            began_at = self._seconds()
            try:
                waits_for = send(value)
            except StopIteration:
                return
            finally:
                self._count(self._seconds() - began_at)
            try:
                send, value = steps.send, (yield waits_for)
            except BaseException as error:  # noqa: BLE001 - it is thrown into the coroutine
                send, value = steps.throw, error
