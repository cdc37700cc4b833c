"""Unit: calls of any depth find room for their frames, and nothing else about them is new."""

import sys
from collections.abc import Callable

import pytest

from jarvis_voice.platform.frame_stack import with_large_stack

pytestmark = pytest.mark.unit

CALLS = 1_000
DEPTHS = 300
"""Frames of some hundred bytes: that many go past the end of a block of 16 kB."""


def _leaf() -> None:
    return None


def _loop() -> int:
    """Pages that the system gave to this thread while it called something again and again."""
    import resource  # not there on Windows

    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    for _ in range(CALLS):
        _leaf()
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def _deep(depth: int, call: Callable[[], int]) -> int:
    return _deep(depth - 1, call) if depth else call()


def _most_pages() -> int:
    return max(_deep(depth, _loop) for depth in range(DEPTHS))


@pytest.mark.skipif(sys.platform != "linux", reason="pages are counted by thread on Linux alone")
def test_at_no_depth_each_call_takes_memory_from_the_system() -> None:
    assert with_large_stack(_most_pages) < CALLS / 10


def test_what_it_returns_is_returned() -> None:
    assert with_large_stack(lambda: "done") == "done"


def test_what_it_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        with_large_stack(lambda: 1 // 0)
