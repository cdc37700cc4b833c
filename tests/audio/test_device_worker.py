"""Calls in, their order and their ends out; what hangs is freed by the test."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from jarvis_voice.audio import device_worker as module
from jarvis_voice.audio.device_worker import (
    DeviceWorker,
    call_on_loop,
    ends_within,
    is_closed,
    is_set_within,
)

pytestmark = pytest.mark.flow


@pytest.fixture
def worker() -> Iterator[DeviceWorker]:
    worker = DeviceWorker("test")
    yield worker
    worker.shutdown()


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    gate = threading.Event()
    yield gate
    gate.set()


def test_calls_run_in_order_on_one_thread_that_no_exit_joins(worker: DeviceWorker) -> None:
    threads = [worker.submit(threading.current_thread) for _ in range(3)]
    assert len({work.result() for work in threads}) == 1
    assert threads[0].result().daemon


def test_an_error_comes_out_of_the_call(worker: DeviceWorker) -> None:
    assert isinstance(worker.submit(int, "x").exception(), ValueError)
    assert worker.submit(int, "7").result() == 7


def test_after_shutdown_the_calls_before_it_run(gate: threading.Event) -> None:
    worker = DeviceWorker("test")
    worker.submit(gate.wait)
    last = worker.submit(lambda: "done")
    worker.shutdown()
    gate.set()
    assert last.result(10) == "done"


async def test_a_call_that_hangs_is_left_alone_and_runs_later(
    worker: DeviceWorker, gate: threading.Event
) -> None:
    calls: list[str] = []
    assert not await ends_within(0, worker, gate.wait)
    assert not await ends_within(0, worker, lambda: calls.append("close"))
    gate.set()
    assert await ends_within(10, worker, lambda: calls.append("last"))
    assert calls == ["close", "last"]


async def test_a_second_close_does_not_wait_for_what_hangs(
    monkeypatch: pytest.MonkeyPatch, worker: DeviceWorker, gate: threading.Event
) -> None:
    monkeypatch.setattr(module, "CLOSE_SECONDS", 1e9)
    monkeypatch.setattr(module, "HOPELESS_SECONDS", 0)
    assert not await ends_within(0, worker, gate.wait)
    assert not await is_closed(worker, lambda: None)
    gate.set()
    assert await ends_within(10, worker, lambda: None)
    assert await is_closed(worker, lambda: None)


async def test_a_thread_reaches_the_loop_at_once_and_a_closed_loop_never() -> None:
    event = asyncio.Event()
    thread = threading.Thread(target=call_on_loop, args=(asyncio.get_running_loop(), event.set))
    thread.start()
    assert await is_set_within(30, event)
    assert not await is_set_within(0, asyncio.Event())
    gone = asyncio.new_event_loop()
    gone.close()
    call_on_loop(gone, event.set)
