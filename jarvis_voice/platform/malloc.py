"""Keeps memory use low after models ran: threads share freed memory, and the system gets it back.

Invariant: nothing wakes up while nothing happens, and nobody waits for it: it runs on a thread.

Speech to text and voice take tens of megabytes for a moment, of another size each time. glibc keeps
what they free, in pieces that fit nothing later: some hundred megabytes after an hour of talk. Each
thread has a place of its own for that, unless told otherwise: 555 MB (PSS) after six commands where
one place for all makes 478, and speech to text is no slower (209 and 204 ms at p50).
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections.abc import Callable
from functools import cache
from typing import Self

AFTER_SECONDS = 60.0
"""From the first work to giving back what it left. The next answer's first word comes some 40 ms
later for it, which may not happen to every turn of a conversation."""


_ARENAS, _LARGE, _SPARE = -8, -3, -1
"""`M_ARENA_MAX`, `M_MMAP_THRESHOLD` and `M_TRIM_THRESHOLD` of glibc's malloc.h: from how many
places threads take memory, from which size on from the system, how much may be left unused."""

LARGE_BYTES = 4 * 2**20
SPARE_BYTES = 32 * 2**20
"""Unless told, glibc learns from the first weights that are let go to take blocks up to 32 MB from
its own: after 85 commands speech to text held 241 to 256 MB, told 192 to 221, as fast."""


class MallocTrimmer:
    """Lets threads share freed memory, and returns it to the system while it is open.

    Args:
        after_seconds: How long after work was noted.
        give: Does it, on a thread.
    """

    def __init__(
        self, after_seconds: float = AFTER_SECONDS, give: Callable[[], None] | None = None
    ) -> None:
        self._after_seconds = after_seconds
        self._give = give or give_back
        self._timer: asyncio.TimerHandle | None = None
        self._giving: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """What was loaded so far left something, too."""
        share_among_threads()
        self.note_work()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Give nothing back any more."""
        if self._timer:
            self._timer.cancel()
        if self._giving:
            await asyncio.wait({self._giving})

    def note_work(self) -> None:
        """Something was done that may have taken memory; costs next to nothing."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._after_seconds, self._begin)

    def _begin(self) -> None:
        self._timer = None
        self._giving = asyncio.create_task(asyncio.to_thread(self._give), name="spare memory")


def give_back() -> None:
    """Give back what is free, where the system's allocator can be asked to; takes some 20 ms."""
    if trim := _glibc("malloc_trim"):
        trim(0)


def share_among_threads() -> None:
    """Let threads that begin from now on take memory from one place, where they can be told.

    What is large is taken from the system and given back at once, so that it leaves no holes.
    """
    if choose := _glibc("mallopt"):
        choose(_ARENAS, 1)
        choose(_LARGE, LARGE_BYTES)
        choose(_SPARE, SPARE_BYTES)


@cache
def _glibc(name: str) -> Callable[..., object] | None:
    """A function of glibc; other allocators do it unasked, or not at all."""
    if sys.platform != "linux":
        return None
    return getattr(ctypes.CDLL(None), name, None)
