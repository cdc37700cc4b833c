"""Runs one piece of work in a new interpreter, and ends it when nobody waits for it any more.

Invariant: no such process outlives the call, and Ctrl-C reaches it only through the caller.
"""

from __future__ import annotations

import asyncio
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from jarvis_voice.core.errors import JarvisError

P = ParamSpec("P")
R = TypeVar("R")

RESULT, KNOWN, UNKNOWN = "result", "known", "unknown"


async def in_fresh_process(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """The result of the work, done in an interpreter that has imported nothing of ours.

    Args:
        work: A function of a module, not of another function.
        args: For it.
        kwargs: For it.

    Raises:
        JarvisError: As the work raised it.
        RuntimeError: It failed in another way, or its process ended without a result.
    """
    context = get_context("spawn")
    results, told = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(told, work, args, kwargs))
    with _interrupts_held():
        process.start()
    told.close()  # the child has its own: where that ends, so does the pipe
    try:
        kind, value = await asyncio.to_thread(_received, results)
    finally:
        process.kill()
        process.join()
    if kind == KNOWN:
        error, code, message = value
        raise error(code, message)
    if kind == UNKNOWN:
        raise RuntimeError(value)
    result: R = value
    return result


def _received(results: Connection) -> tuple[str, Any]:
    try:
        kind, value = results.recv()
    except EOFError:
        return UNKNOWN, "a process of the bench ended without a result"
    return kind, value


def _work(told: Connection, work: Callable[..., object], args: Any, kwargs: Any) -> None:
    """In the new process."""
    try:
        told.send((RESULT, work(*args, **kwargs)))
    except JarvisError as error:
        told.send((KNOWN, (type(error), error.code, error.message)))
    except Exception:  # noqa: BLE001 - the caller raises it
        told.send((UNKNOWN, traceback.format_exc()))


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let a process that is started here never see Ctrl-C, which a terminal sends to all of them.

    Windows has no such mask: there the new process may print a traceback on its way out.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
