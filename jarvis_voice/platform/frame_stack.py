"""Reserves memory once for the frames of deep calls, instead of again and again.

Invariant: what is called does what it does anywhere else.

CPython keeps the frames of a thread in blocks of 16 kB and, before the newest 3.13, gives a block
back when the last frame in it ends (its issue 142183). A loop whose calls reach just past the end
of one takes and gives back a block with each call, which is hundreds of times slower and interrupts
all cores. Importing the brain's libraries did so 10,000 times. A frame that is larger than a block
gets one twice as large as itself, and what it calls stands behind it in there.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import TypeVar

R = TypeVar("R")

SLOTS = 70_000
"""Of 8 bytes: a frame of 0.5 MB in a block of 1 MB, of which only what is used becomes memory."""


def with_large_stack(call: Callable[[], R]) -> R:
    """Call it with room for frames that are some thousands deep, and return what it returns."""
    result: R = _roomy(call)
    return result


def _call(call: Callable[[], R]) -> R:
    return call()


_roomy = FunctionType(_call.__code__.replace(co_stacksize=SLOTS), globals(), "roomy")
