"""Unit: how late the loop is, and the stack of one that stands still."""

import asyncio
import logging
import threading
import time

import pytest

from jarvis_voice.platform.loop_lag import LagCount, LoopLag

pytestmark = pytest.mark.unit


def counted(*lags_ms: float) -> LagCount:
    count = LagCount()
    for lag_ms in lags_ms:
        count.add(lag_ms)
    return count


def test_percentiles_are_known_to_a_few_percent() -> None:
    lag = counted(*range(1, 1_001))
    assert lag.percentile_ms(50) == pytest.approx(500, rel=0.03)
    assert lag.percentile_ms(99) == pytest.approx(990, rel=0.03)
    assert lag.max_ms == 1_000
    assert lag.looks == 1_000


def test_a_percentile_is_never_above_the_longest() -> None:
    assert counted(7.0).percentile_ms(99) == 7.0


def test_without_a_look_there_is_no_lag() -> None:
    assert LagCount().percentile_ms(99) == 0.0
    assert counted(0.0).percentile_ms(99) == 0.0


def test_counts_are_merged() -> None:
    both = counted(1.0, 1.0, 1.0)
    both.merge(counted(80.0))
    assert both.looks == 4
    assert both.percentile_ms(50) == pytest.approx(1.0, rel=0.03)
    assert both.max_ms == 80.0


def test_many_lags_take_hardly_any_memory() -> None:
    lag = counted(*(number % 500 / 7 for number in range(20_000)))
    assert len(lag._counts) < 700


class Stacks:
    """Keeps what is told of a loop that stands still."""

    def __init__(self) -> None:
        self.told: list[tuple[float, str]] = []
        self.came = threading.Event()

    def tell(self, seconds: float, stack: str) -> None:
        self.told.append((seconds, stack))
        self.came.set()


async def first_look(lag: LoopLag) -> None:
    while not lag.take().looks:  # noqa: ASYNC110 - the probe tells nobody that it looked
        await asyncio.sleep(0)


def stand_still_until(came: threading.Event) -> None:
    came.wait(10)


async def test_a_loop_that_stands_still_is_told_once_with_its_stack() -> None:
    stacks = Stacks()
    async with LoopLag(every_seconds=0.01, bound_seconds=0.05, told=stacks.tell) as lag:
        await first_look(lag)
        stand_still_until(stacks.came)  # blocks the loop on purpose
        time.sleep(0.2)  # noqa: ASYNC251 - the same standstill goes on
        await asyncio.sleep(0.02)
        seen = lag.take()
    (seconds, stack), *others = stacks.told  # a busy machine may stand still by itself
    assert "stand_still_until" in stack
    assert seconds >= 0.05
    assert not any("time.sleep(0.2)" in other for _, other in others)
    assert seen.max_ms >= 50


async def test_what_is_not_watched_is_no_lag() -> None:
    stacks = Stacks()
    async with LoopLag(every_seconds=0.01, bound_seconds=30.0, told=stacks.tell) as lag:
        with lag.unwatched():
            time.sleep(0.3)  # noqa: ASYNC251 - blocks the loop on purpose
            lag.take()
        assert lag.take().looks == 0
    assert not stacks.told


async def test_the_log_has_one_stack_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    told = threading.Event()

    class Told(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.set()

    log = logging.getLogger("jarvis_voice.platform.loop_lag")
    listener = Told()
    log.addHandler(listener)
    try:
        async with LoopLag(every_seconds=0.01, bound_seconds=0.05) as lag:
            await first_look(lag)
            stand_still_until(told)
            await asyncio.sleep(0.03)
            time.sleep(0.3)  # noqa: ASYNC251 - a second standstill
    finally:
        log.removeHandler(listener)
    stacks = [one for one in caplog.records if one.name == "jarvis_voice.platform.loop_lag"]
    assert len(stacks) == 1
    assert "stand_still_until" in stacks[0].getMessage()


async def test_it_ends_with_its_thread() -> None:
    async with LoopLag(every_seconds=0.01, bound_seconds=0.02):
        [thread] = [one for one in threading.enumerate() if one.name == "loop lag"]
    await asyncio.to_thread(thread.join, 5.0)
    assert not thread.is_alive()
