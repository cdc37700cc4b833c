"""Flow: the bench of stores takes the turns that it says, both ways."""

import pytest

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME
from jarvis_voice.store.factory import make_reader
from jarvis_voice.workshop.benches.store_bench import bench_store

pytestmark = pytest.mark.flow


async def test_turns_of_several_threads_are_taken_and_measured(paths: Paths) -> None:
    figures = await bench_store(paths, turns=5, at_once=2)
    assert figures.at_once == 2
    assert figures.ours.turns_per_second > 0
    assert figures.stock.processor_ms > 0
    assert [one.turns for one in make_reader(paths).threads(ME)] == [2, 2]
