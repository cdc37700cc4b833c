"""Flow: how long sentences take to be understood; the trained reader is left out."""

import pytest

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.sentence_reader import MeaningReader
from jarvis_voice.workshop.benches.reading_cost import bench_reading, scenario_sentences

pytestmark = pytest.mark.flow


def _no_reader() -> MeaningReader:
    raise ModelError("bad-reader", "left out")


async def test_each_sentence_takes_time_of_the_processor() -> None:
    took_ms: list[float] = []
    await bench_reading(took_ms, ("set a timer for ten minutes", "what time is it"), _no_reader)
    assert len(took_ms) == 2
    assert min(took_ms) > 0


def test_the_scenarios_say_each_sentence_once() -> None:
    said = scenario_sentences()
    assert len(said) == len(set(said)) > 100
