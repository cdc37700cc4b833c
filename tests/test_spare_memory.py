"""Unit: memory is given back once, a while after work, and not without work."""

import asyncio

from jarvis_voice.spare_memory import SpareMemory, give_back


class Given:
    """Counts how often memory was given back."""

    def __init__(self) -> None:
        self.times = 0
        self.came = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def give(self) -> None:
        self.times += 1
        self._loop.call_soon_threadsafe(self.came.set)


async def test_it_is_given_back_once_however_much_work_there_was() -> None:
    given = Given()
    async with SpareMemory(0.02, given.give) as spare:
        for _ in range(100):
            spare.note_work()
        await asyncio.wait_for(given.came.wait(), 30)
        assert given.times == 1
        given.came.clear()
        spare.note_work()
        await asyncio.wait_for(given.came.wait(), 30)
        assert given.times == 2


async def test_nothing_is_given_back_when_it_was_closed_before() -> None:
    given = Given()
    async with SpareMemory(3_600, given.give):
        pass
    assert given.times == 0


async def test_without_work_nothing_wakes_up() -> None:
    given = Given()
    async with SpareMemory(0.0, given.give) as spare:
        await asyncio.wait_for(given.came.wait(), 30)
        assert spare._timer is None


def test_this_system_survives_it() -> None:
    give_back()
