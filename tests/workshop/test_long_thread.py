"""Integration: what the brain costs: the structure of the figures and a file that does not grow."""

import pytest

from jarvis_voice.workshop.benches.brain_bench import BrainFigures, bench_brain, report

pytestmark = pytest.mark.flow


async def test_a_long_thread_grows_by_little() -> None:
    figures, parts = BrainFigures(messages=200), dict[str, float]()
    await bench_brain(3, figures, lambda _, total, what: parts.update({what: total}))
    assert figures.growth_kb[0] < 50
    assert len(figures.turn_ms) == len(figures.stock_turn_ms) == 3
    assert min(*figures.turn_ms, *figures.stock_turn_ms, *figures.load_ms) > 0
    assert list(parts) == [
        "turns of 3 loops, each way",
        "turns of a long conversation",
        "sentences are understood",
    ]
    rows = {row.what: row.ours.value for row in report(figures).rows}
    assert rows["a thread of 200 messages grows in a turn by"] == figures.growth_kb[0]
    assert rows["a sentence is understood in"] > 0


def test_of_a_bench_that_was_broken_off_there_is_what_it_has() -> None:
    begun = BrainFigures(turn_ms=[1.0, 2.0], stock_turn_ms=[4.0, 8.0])
    assert [(row.what, row.ours.value) for row in report(begun).rows] == [
        ("a turn of 3 loops", 1.5),
        ("times as fast as the stock way", 4.0),
    ]
