"""Unit: work on a thread of its own ends for whoever waits, whatever the thread does."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from jarvis_voice.platform.own_thread import IsAbandoned, in_own_thread, leave_what_holds

pytestmark = pytest.mark.unit


async def test_the_result_and_the_error_come_over() -> None:
    assert await in_own_thread("sum", lambda _: 1 + 1) == 2
    with pytest.raises(ZeroDivisionError):
        await in_own_thread("sum", lambda _: 1 // 0)


@pytest.mark.parametrize("holds_exit", [False, True])
async def test_the_end_of_the_program_waits_where_that_is_asked_for(*, holds_exit: bool) -> None:
    is_daemon = await in_own_thread(
        "import", lambda _: threading.current_thread().daemon, holds_exit=holds_exit
    )
    assert is_daemon != holds_exit


async def test_an_error_that_no_future_carries_is_an_error_too() -> None:
    with pytest.raises(RuntimeError, match="StopIteration"):
        await in_own_thread("next", lambda _: next(iter(())))


async def test_cancelling_lets_go_at_once_and_tells_the_thread() -> None:
    begun, told, go_on = threading.Event(), threading.Event(), threading.Event()

    def stubborn(is_abandoned: IsAbandoned) -> None:
        begun.set()
        go_on.wait()
        if is_abandoned():
            told.set()

    task = asyncio.create_task(in_own_thread("stubborn", stubborn))
    assert await asyncio.to_thread(begun.wait, 30)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    go_on.set()
    assert await asyncio.to_thread(told.wait, 30)


def test_a_thread_that_outlives_its_loop_is_no_error(
    recwarn: pytest.WarningsRecorder,
) -> None:
    go_on = threading.Event()

    async def leave() -> threading.Thread:
        before = set(threading.enumerate())
        task = asyncio.create_task(in_own_thread("late", lambda _: go_on.wait()))
        await asyncio.sleep(0)
        task.cancel()
        [thread] = set(threading.enumerate()) - before
        return thread

    thread = asyncio.run(leave())
    assert thread.daemon
    go_on.set()
    thread.join(30)
    assert not thread.is_alive()
    assert not recwarn.list


async def import_slowly(go_on: threading.Event) -> None:
    await in_own_thread("import", lambda _: go_on.wait(), holds_exit=True)


async def work_in_the_pool(go_on: threading.Event) -> None:
    await asyncio.to_thread(go_on.wait)


@pytest.mark.parametrize("hold", [import_slowly, work_in_the_pool])
def test_the_end_is_not_held_up_for_long(
    monkeypatch: pytest.MonkeyPatch, hold: Callable[[threading.Event], Awaitable[None]]
) -> None:
    codes: list[int] = []
    go_on = threading.Event()

    def leave(code: int) -> None:
        codes.append(code)
        go_on.set()

    monkeypatch.setattr("os._exit", leave)
    monkeypatch.setattr("logging.shutdown", lambda: None)

    async def end() -> None:
        task = asyncio.ensure_future(hold(go_on))
        await asyncio.sleep(0)
        task.cancel()
        await leave_what_holds(3, seconds=0.0)

    asyncio.run(end())
    assert codes == [3]


def test_the_end_of_a_program_that_nothing_holds_is_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("os._exit")

    async def end() -> int:
        await asyncio.to_thread(int)
        await leave_what_holds(3, seconds=30)
        return 1

    assert asyncio.run(end()) == 1
