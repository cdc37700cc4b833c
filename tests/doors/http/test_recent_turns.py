"""Flow: requests that are sent again while what they asked for first is still ending."""

import asyncio
from dataclasses import dataclass
from typing import Any, cast

import pytest
from doors.http.served_http import http_port

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import HERE
from jarvis_voice.doors.http.recent_turns import RecentTurns, SharedTurn

pytestmark = pytest.mark.flow


@dataclass
class EndingTurn:
    """A turn whose client has left, and that did nothing."""

    ending: asyncio.Event
    is_over: bool = False
    acted: bool = False
    was_cancelled: bool = True

    async def settle(self) -> None:
        await self.ending.wait()
        self.is_over = True


@dataclass
class RunningTurn:
    """A turn that somebody listens to."""

    is_over: bool = False
    acted: bool = False
    was_cancelled: bool = False

    async def settle(self) -> None:
        """Somebody listens: nothing is waited for."""


def as_shared(turn: object) -> SharedTurn:
    return cast("SharedTurn", turn)


async def test_of_two_that_wait_for_the_same_turn_one_begins_anew() -> None:
    recent, ending = RecentTurns(lambda: 0.0), asyncio.Event()
    recent.keep("key", as_shared(EndingTurn(ending)))
    begun: list[Any] = []

    async def ask() -> object:
        if found := await recent.again("key", is_same_request=True):
            return found
        turn = RunningTurn()
        begun.append(turn)
        recent.keep("key", as_shared(turn))
        return turn

    asking = [asyncio.create_task(ask()) for _ in range(3)]
    await asyncio.sleep(0)
    ending.set()
    answered = await asyncio.gather(*asking)
    assert len(begun) == 1
    assert answered == begun * 3


async def test_a_turn_that_is_let_go_twice_ends_for_who_asks_again(paths: Paths) -> None:
    async with http_port(paths) as port:
        context, ending, may_end = port.door._context, asyncio.Event(), asyncio.Event()

        async def afterwards(_: SharedTurn) -> None:
            ending.set()
            await may_end.wait()

        shared = SharedTurn(context, context.turn("wait", HERE, None), afterwards)
        following = shared.follow()
        assert (await anext(following)).type == "turn-started"
        await port.planner.reached.wait()
        leaving = asyncio.create_task(following.aclose())
        await ending.wait()
        shared.let_go()
        may_end.set()
        async with asyncio.timeout(5):
            told = [event.type async for event in shared.follow()]
            await leaving
    assert told[:1] == ["turn-started"]
    assert shared.is_over
