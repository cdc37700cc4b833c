"""Runs a device's blocking calls on one thread; the program can exit without waiting for it.

Invariant: calls run one at a time, in order; a call that never returns (a wedged sound server)
holds up this thread alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import Any
from weakref import WeakSet

CLOSE_SECONDS = 1.5
"""Closing takes about 0.1 s, unless the sound server is wedged."""

HOPELESS_SECONDS = 0.25

_stuck: WeakSet[asyncio.Future[Any]] = WeakSet()


class DeviceWorker(Executor):
    """An executor with one daemon thread; `ThreadPoolExecutor` would wait for its thread at exit.

    Args:
        name: The thread's name.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._works: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a call after those before it."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        future: Future[Any] = Future()
        self._works.put((future, lambda: fn(*args, **kwargs)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as Executor declares it
        """End the thread after the calls that were submitted; never waits for it."""
        del wait, cancel_futures
        self._works.put(None)

    def _run(self) -> None:
        while work := self._works.get():
            future, call = work
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = call()
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits, as executors do
                future.set_exception(error)
            else:
                future.set_result(result)


async def ends_within(seconds: float, worker: Executor | None, call: Callable[[], object]) -> bool:
    """Run a call on a worker; whether it ended in time.

    One that did not is not cancelled: it runs when the worker is free again.
    """
    work = asyncio.get_running_loop().run_in_executor(worker, call)
    try:
        await asyncio.wait({work}, timeout=seconds)
    finally:
        if not work.done():
            _stuck.add(work)
    if not work.done():
        return False
    work.result()
    return True


async def is_set_within(seconds: float, event: asyncio.Event) -> bool:
    """Wait for an event; whether it came in time."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True


def call_on_loop(
    loop: asyncio.AbstractEventLoop, call: Callable[..., object], *arguments: object
) -> None:
    """Let the loop call something soon, from a device's thread."""
    with contextlib.suppress(RuntimeError):  # the loop was closed before the device
        loop.call_soon_threadsafe(call, *arguments)


async def is_closed(worker: Executor | None, close: Callable[[], object]) -> bool:
    """Close a device on its worker; whether that ended within 1.5 s.

    Where another call hangs already it will not end, as all wait for the same lock: so that
    several devices on a wedged sound server do not add up their waiting, it is not waited for.
    """
    loop = asyncio.get_running_loop()
    hangs = any(not work.done() and work.get_loop() is loop for work in _stuck)
    return await ends_within(HOPELESS_SECONDS if hangs else CLOSE_SECONDS, worker, close)
