"""Unit: a coroutine goes in; what it gives, and how long its steps took, comes out."""

import asyncio

import pytest

from jarvis_voice.doors.http.measured_steps import MeasuredSteps

pytestmark = pytest.mark.unit


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_only_the_steps_are_counted_and_not_what_is_waited_for() -> None:
    clock, counted, gate = Clock(), list[float](), asyncio.Event()

    async def answer() -> None:
        clock.now += 2
        await gate.wait()
        clock.now += 3

    async def run() -> None:
        await MeasuredSteps(answer(), clock, counted.append)

    running = asyncio.create_task(run())
    await asyncio.sleep(0)
    clock.now += 50
    gate.set()
    await running
    assert counted == [2, 3]


async def test_an_error_and_a_cancelling_reach_the_coroutine_and_go_on() -> None:
    clock, counted, seen = Clock(), list[float](), list[str]()

    async def answer() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            seen.append("cancelled")
            clock.now += 1
            raise

    async def run() -> None:
        await MeasuredSteps(answer(), clock, counted.append)

    running = asyncio.create_task(run())
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (seen, counted) == (["cancelled"], [0, 1])

    async def broken() -> None:
        clock.now += 4
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await MeasuredSteps(broken(), clock, counted.append)
    assert counted == [0, 1, 4]
