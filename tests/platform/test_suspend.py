"""Unit: that the machine slept is noticed, by clocks that a test moves."""

import asyncio
import sys

import pytest

from jarvis_voice.platform import suspend
from jarvis_voice.platform.suspend import SuspendMonitor, slept_seconds

pytestmark = pytest.mark.unit


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suspend, "LOOK_SECONDS", 0)


async def watch(*slept: float | None) -> list[float]:
    """What was told, where the sum of all sleep was `slept` at each look; then nobody counts."""
    told: list[float] = []
    left = list(slept)

    async def woken(seconds: float) -> None:
        told.append(round(seconds, 3))

    watching = asyncio.create_task(SuspendMonitor(woken, lambda: left.pop(0)).watch())
    await asyncio.wait({watching}, timeout=30)
    assert isinstance(watching.exception(), IndexError | None), "all looks were taken"
    return told


async def test_each_sleep_is_told_once_when_it_is_over() -> None:
    assert await watch(100.0, 100.0, 3_700.0, 3_700.0, 3_705.0) == [3_600.0, 5.0]


async def test_the_clocks_own_inexactness_is_no_sleep() -> None:
    assert await watch(100.0, 100.2, 100.4, 100.6, 100.4) == []


async def test_without_such_clocks_nothing_is_watched() -> None:
    assert await watch(None) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pair of clocks")
def test_the_real_clocks_agree_while_it_is_awake() -> None:
    first, second = slept_seconds(), slept_seconds()
    assert first is not None
    assert second is not None
    assert abs(second - first) < 0.4
