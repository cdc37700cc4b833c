"""Integration: what the brain costs: the structure of the figures and a file that does not grow."""

import pytest

from jarvis_voice.workshop.benches.brain_bench import bench_brain

pytestmark = pytest.mark.flow


async def test_a_long_thread_grows_by_little() -> None:
    figures = await bench_brain(turns=3, messages=200)
    assert figures.messages == 200
    assert figures.growth_kb < 50
    assert min(figures.turn_ms, figures.stock_turn_ms, figures.load_ms) > 0
    assert figures.times_as_fast == figures.stock_turn_ms / figures.turn_ms
