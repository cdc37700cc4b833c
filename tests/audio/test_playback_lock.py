"""One sound at a time (unit): in order of asking, stopped by `stop`, and none left behind."""

from __future__ import annotations

import asyncio

import pytest

from jarvis_voice.audio.playback_lock import PlaybackLock

pytestmark = pytest.mark.flow


class Player:
    """Works that end when they are let go."""

    def __init__(self) -> None:
        self.lock = PlaybackLock()
        self.log: list[str] = []
        self.go_on = asyncio.Event()

    async def work(self, name: str) -> None:
        self.log.append(name)
        try:
            await self.go_on.wait()
        finally:
            self.log.append(f"{name} ended")

    def play(self, name: str) -> asyncio.Task[bool]:
        return asyncio.create_task(self.lock.run(self.work(name)))


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_works_run_in_the_order_they_were_asked_for() -> None:
    player = Player()
    first, second = player.play("one"), player.play("two")
    await settle()
    assert player.log == ["one"]
    player.go_on.set()
    assert await first
    assert await second
    assert player.log == ["one", "one ended", "two", "two ended"]


async def test_stop_ends_the_one_that_runs_and_the_next_keeps_its_turn() -> None:
    player = Player()
    first, second = player.play("one"), player.play("two")
    await settle()
    player.lock.stop()
    player.lock.stop()
    assert not await first
    await settle()
    assert player.log == ["one", "one ended", "two"]
    player.go_on.set()
    assert await second


@pytest.mark.filterwarnings("error")
async def test_a_work_that_is_cancelled_before_its_turn_never_begins() -> None:
    player = Player()
    first, second = player.play("one"), player.play("two")
    await settle()
    second.cancel()
    await settle()
    assert second.cancelled()
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert player.log == ["one", "one ended"]


async def test_an_error_of_a_work_is_its_callers() -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await PlaybackLock().run(fail())
