"""Integration: the bench of turns, once, with the real models, at real speed."""

import pytest

from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.stage_times import Stage
from jarvis_voice.workshop.benches.turn_bench import TurnFigures, TurnOptions, bench_turn
from jarvis_voice.workshop.benches.turn_report import report

pytestmark = [pytest.mark.e2e, pytest.mark.models, pytest.mark.timeout(300)]

ALWAYS: set[Stage] = {"pause", "transcribe", "plan", "word", "synthesise", "output", "whole"}


async def test_one_turn_of_each_way_is_heard_from_the_label_to_the_first_word() -> None:
    said: list[str] = []
    options = TurnOptions(find_paths().models, turns=1, loading=False)
    figures = TurnFigures()
    await bench_turn(options, figures, lambda *told: said.append(told[2]))
    assert said[:2] == ["the program starts", "the commands are made"]
    assert said[2].endswith("what time is it?")
    assert said[3:] == ["the program ends"]
    for [turn] in (figures.ours, figures.stock):
        assert turn.stages is not None
        assert set(turn.stages.seconds) >= ALWAYS
        parts = [took for stage, took in turn.stages.seconds.items() if stage != "whole"]
        assert sum(parts) == pytest.approx(turn.stages.seconds["whole"])
    rows = {row.what for row in report(figures).rows}
    assert "first time in another city, typed, its library not loaded yet" in rows
