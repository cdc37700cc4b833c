"""Unit: memory is given back once, a while after work, and not without work."""

import asyncio
import subprocess
import sys

import pytest

from jarvis_voice.platform.malloc import MallocTrimmer, give_back, share_among_threads

pytestmark = pytest.mark.unit


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
    async with MallocTrimmer(0.02, given.give) as spare:
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
    async with MallocTrimmer(3_600, given.give):
        pass
    assert given.times == 0


async def test_without_work_nothing_wakes_up() -> None:
    given = Given()
    async with MallocTrimmer(0.0, given.give) as spare:
        await asyncio.wait_for(given.came.wait(), 30)
        assert spare._timer is None


FOUR_THREADS = """
import ctypes, sys, threading
from jarvis_voice.platform.malloc import share_among_threads
if "shared" in sys.argv:
    share_among_threads()
libc, together = ctypes.CDLL(None), threading.Barrier(4)
libc.malloc.restype = ctypes.c_void_p
threads = [threading.Thread(target=lambda: libc.malloc(9) and together.wait()) for _ in range(4)]
[one.start() for one in threads], [one.join() for one in threads]
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
"""
"""Prints what the allocator says of itself, a "heap" for each place that memory is taken from."""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's allocator alone tells")
@pytest.mark.parametrize(("words", "places"), [(["shared"], 1), ([], 5)])
@pytest.mark.e2e
def test_threads_take_their_memory_from_one_place(words: list[str], places: int) -> None:
    told = subprocess.run(
        [sys.executable, "-c", FOUR_THREADS, *words], capture_output=True, text=True, check=True
    )
    assert told.stdout.count("<heap ") == places


def test_this_system_survives_it() -> None:
    share_among_threads()
    give_back()
