"""Runs work that cannot be interrupted on a thread of its own.

Invariant: whoever waits is let go at once when cancelled; the thread is told and ends in its own
time. It holds up the end of the program only where that is asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
IsAbandoned = Callable[[], bool]

HELD_SECONDS = 1.0
"""How long the end of the program may be held up."""

LOOK_SECONDS = 0.02

_holding: set[threading.Thread] = set()


async def in_own_thread(
    name: str, work: Callable[[IsAbandoned], T], *, holds_exit: bool = False
) -> T:
    """Call `work(is_abandoned)` in a thread and wait for its result.

    Args:
        name: The thread's.
        work: Asks `is_abandoned` now and then where it takes long.
        holds_exit: The program ends only behind it: for imports of native code, under which an
            interpreter that ends would abort.

    Raises:
        Exception: What `work` raised.
    """
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[T] = loop.create_future()
    abandoned = threading.Event()

    def run() -> None:
        result: T | None = None
        failure: BaseException | None = None
        try:
            result = work(abandoned.is_set)
        except BaseException as error:  # noqa: BLE001 - carried over to whoever waits
            failure = error
        finally:
            _holding.discard(threading.current_thread())
        with contextlib.suppress(RuntimeError):  # the loop has closed: nobody waits any more
            loop.call_soon_threadsafe(_end, ended, result, failure)

    thread = threading.Thread(target=run, name=name, daemon=not holds_exit)
    if holds_exit:
        _holding.add(thread)
    thread.start()
    try:
        return await ended
    finally:
        abandoned.set()


async def leave_what_holds(exit_code: int, seconds: float = HELD_SECONDS) -> None:
    """End the program at once where threads at work would hold up its end for longer.

    The interpreter does not end by itself then: under an import of native code it would abort.
    All else must be closed before.
    """
    ending = asyncio.create_task(asyncio.get_running_loop().shutdown_default_executor())
    until = time.monotonic() + seconds
    while _holding or not ending.done():
        if time.monotonic() >= until:
            break
        await asyncio.sleep(LOOK_SECONDS)
    else:
        return
    logging.shutdown()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with contextlib.suppress(OSError, ValueError):  # it is closed
            stream.flush()
    os._exit(exit_code)


def _end(ended: asyncio.Future[T], result: T | None, failure: BaseException | None) -> None:
    if ended.done():
        return
    if failure is None:
        ended.set_result(result)  # type: ignore[arg-type] # None only where T is None
    elif isinstance(failure, StopIteration):  # a future refuses to carry it
        ended.set_exception(RuntimeError("work ended with StopIteration"))
    else:
        ended.set_exception(failure)
