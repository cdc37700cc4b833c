"""Unit: who goes first to a model, and that nobody who left is waited for."""

import asyncio

import pytest

from jarvis_voice.core.callers import Caller, Rank
from jarvis_voice.engines.job_line import FairOrder, JobLine

pytestmark = pytest.mark.unit

LIVE = Caller("kitchen", Rank.LIVE)
FILE_ADA = Caller("ada", Rank.FILE)
FILE_BOB = Caller("bob", Rank.FILE)


def all_of(order: FairOrder[str]) -> list[str]:
    found = []
    while (job := order.pop()) is not None:
        found.append(job)
    return found


def test_live_ears_go_before_files_that_came_earlier() -> None:
    order: FairOrder[str] = FairOrder()
    for caller, job in ((FILE_ADA, "a"), (Caller("ada", Rank.ASKED), "b"), (LIVE, "c")):
        order.put(caller, job)
    assert all_of(order) == ["c", "b", "a"]


def test_callers_of_one_rank_take_turns_however_much_one_of_them_asks() -> None:
    order: FairOrder[str] = FairOrder()
    for number in range(4):
        order.put(FILE_ADA, f"a{number}")
    for number in range(2):
        order.put(FILE_BOB, f"b{number}")
    assert all_of(order) == ["a0", "b0", "a1", "b1", "a2", "a3"]


def test_several_satellites_are_served_in_turns() -> None:
    order: FairOrder[str] = FairOrder()
    satellites = [Caller(name, Rank.LIVE) for name in ("kitchen", "office", "bath")]
    for number in range(3):
        for one in satellites:
            order.put(one, f"{one.name} {number}")
    assert [job.split()[0] for job in all_of(order)] == ["kitchen", "office", "bath"] * 3


def test_a_job_is_pressed_by_those_that_go_before_it_alone() -> None:
    order: FairOrder[str] = FairOrder()
    order.put(Caller("ada", Rank.ASKED), "a")
    assert [order.is_ahead(rank) for rank in Rank] == [False, False, True]
    order.pop()
    assert not any(order.is_ahead(rank) for rank in Rank)


def test_a_job_that_is_dropped_is_not_given() -> None:
    order: FairOrder[str] = FairOrder()
    order.put(FILE_ADA, "a")
    order.put(FILE_ADA, "b")
    order.drop(FILE_ADA, "a")
    assert all_of(order) == ["b"]
    order.put(FILE_ADA, "c")
    order.drop(FILE_ADA, "c")
    assert order.pop() is None


async def test_one_at_a_time_and_who_gives_up_is_passed_over() -> None:
    line, done = JobLine(), list[str]()

    async def work(caller: Caller, name: str) -> None:
        await line.enter(caller)
        done.append(name)

    await line.enter(FILE_ADA)
    waiting = {name: asyncio.create_task(work(FILE_ADA, name)) for name in ("a", "b")}
    live = asyncio.create_task(work(LIVE, "live"))
    await asyncio.sleep(0)
    waiting["a"].cancel()
    line.leave()
    await live
    assert done == ["live"]
    line.leave()
    await waiting["b"]
    line.leave()
    await work(FILE_BOB, "last")
    assert done == ["live", "b", "last"]


async def test_who_is_let_in_and_cancelled_at_once_lets_the_next_in() -> None:
    line = JobLine()
    await line.enter(FILE_ADA)
    gone = asyncio.create_task(line.enter(LIVE))
    there = asyncio.create_task(line.enter(FILE_BOB))
    await asyncio.sleep(0)
    line.leave()
    gone.cancel()
    await there
    assert gone.cancelled()
