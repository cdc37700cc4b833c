"""The garbage collector: it rests while much is loaded, and passes over what was loaded.

Invariant: it collects again whenever nothing is being loaded. What is loaded stays, so looking
through it finds nothing: that is a tenth of the time the program takes to load, and afterwards
0.13 s at a time in which no thread runs, in the middle of a turn as likely as anywhere.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_rests() -> Iterator[None]:
    """Collect nothing within it, nor ever look through what was loaded; for once in a process.

    What is garbage by its end is never freed, less than 1 MB of it; where it fails, nothing is
    passed over. One within another changes nothing.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
        if collects:
            gc.freeze()
    finally:
        if collects:
            gc.enable()
