"""Unit: from turns as they were heard to the rows of the table, and to the picture."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.workshop.benches import turn_picture
from jarvis_voice.workshop.benches.comparison import Row
from jarvis_voice.workshop.benches.load_times import MEASURED
from jarvis_voice.workshop.benches.process_memory import own_memory_mb, pss_kib
from jarvis_voice.workshop.benches.turn_bench import TurnFigures, interleaved
from jarvis_voice.workshop.benches.turn_picture import draw
from jarvis_voice.workshop.benches.turn_report import report, took_ms
from jarvis_voice.workshop.benches.turn_ways import HeardTurn

pytestmark = pytest.mark.unit


def turn(
    whole_seconds: float | None, *, is_cut_off: bool = False, is_real: bool = False
) -> HeardTurn:
    stages = None
    if whole_seconds is not None:
        seconds = {"pause": 0.2, "plan": 0.01, "whole": whole_seconds}
        stages = TurnStages("t1", "voice", seconds)  # type: ignore[arg-type] # keys are stages
    return HeardTurn("joe: hello", stages, stages is not None, is_cut_off, is_real)


FIGURES = TurnFigures(
    ours=[turn(0.5), turn(0.6), turn(0.7), turn(9.0, is_cut_off=True), turn(None)],
    stock=[turn(1.5), turn(1.8), turn(2.1), turn(2.4), turn(1.8)],
    memory_mb=(512.3, 412.3),
    cold_ms={"first conversion of units": 350.0},
    loading={
        "ready": [2.0, 2.2, 2.1],
        "ready at the first start": [2.4, 2.3, 2.5],
        "brain": [1.5, 1.4, 1.6],
        "voice": [0.9, 0.8, 1.0],
    },
    ledger_ms=[0.02],
    loudspeaker="a loudspeaker of the bench",
)


def rows(figures: TurnFigures) -> dict[str, Row]:
    return {row.what: row for row in report(figures).rows}


def test_a_turn_that_was_cut_off_or_not_answered_has_no_time_and_is_counted() -> None:
    assert took_ms(FIGURES.ours, "whole") == (500.0, 600.0, 700.0)
    counted = rows(FIGURES)
    assert counted["answered, of 5"].ours.value == 4
    assert counted["did what was asked, of 5"].ours.value == 4
    cut = counted["cut off before the speech had ended, of 5"]
    assert (cut.ours.value, cut.stock.value if cut.stock else None) == (1, 0)


def test_the_whole_and_the_stages_at_three_percentiles_beside_the_stock_way() -> None:
    table = rows(FIGURES)
    whole = "last sample of speech to the answer's first word"
    values = [round(table[f"{whole}, {name}"].ours.value) for name in ("p50", "p90", "p95")]
    assert values == [600, 680, 690]
    stock = table[f"{whole}, p50"].stock
    assert stock is not None
    assert stock.value == 1_800
    assert table["times as fast as the stock way, p50"].ours.value == 3.0
    assert table["pause: until the end is decided, p50"].wanted == "200 ms"


def test_the_costs_are_rows() -> None:
    table = rows(FIGURES)
    assert table["memory (PSS), everything warm"].ours.value == 512.3
    assert table["memory (PSS), what is free given back"].ours.value == 412.3
    assert table["until ready, times the slowest alone (brain)"].ours.value == pytest.approx(1.4)
    assert table["until ready, at the first start"].ours.value == 2.4
    assert table["first conversion of units, typed, its library not loaded yet"].ours.value == 350
    assert table["the latency ledger holds up the loop, a turn"].wanted == "< 1 ms"


def test_what_was_not_measured_has_no_row() -> None:
    bare = replace(FIGURES, memory_mb=(None, None), loading={}, cold_ms={})
    table = report(bare)
    assert not [row for row in table.rows if row.what.startswith(("memory", "until ready"))]
    assert any("does not tell the memory" in note for note in table.notes)


def test_real_commands_have_rows_of_their_own() -> None:
    mixed = replace(
        FIGURES,
        ours=[*FIGURES.ours, turn(0.9, is_real=True)],
        stock=[*FIGURES.stock, turn(2.7, is_real=True)],
    )
    table = rows(mixed)
    assert table["real: last sample of speech to the answer's first word, p50"].ours.value == 900
    assert table["answered, of 5"].ours.value == 4
    assert table["real: answered, of 1"].ours.value == 1
    rests = "6 commands, each said once each way: 5 of synthetic voices and 1 recordings of people."
    assert report(mixed).notes[0] == f"It rests on {rests}"


def test_what_was_measured_before_the_first_turn_is_told_without_it() -> None:
    begun = TurnFigures(loading={name: [2.0] if name == "ready" else [] for name in MEASURED})
    assert list(rows(begun)) == ["until ready"]
    assert not report(TurnFigures()).rows


def test_two_kinds_of_commands_are_spread_evenly() -> None:
    assert interleaved("aaaa", "bb") == ["a", "b", "a", "a", "b", "a"]
    assert interleaved("aa", "") == ["a", "a"]


def test_where_nothing_was_answered_the_counts_say_so() -> None:
    nothing = replace(FIGURES, ours=[turn(None)], stock=[turn(1.0)])
    table = report(nothing)
    assert "Not answered by ours: joe: hello" in table.notes
    assert json.loads(table.to_json())["rows"][0]["what"] == "answered, of 1"


def test_the_picture_is_a_png(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw(FIGURES, tmp_path / "turns.png")
    assert (tmp_path / "turns.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_the_picture_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_picture, "find_spec", lambda _: None)
    with pytest.raises(ConfigError, match="needs matplotlib"):
        draw(FIGURES, tmp_path / "turns.png")


def test_the_systems_count_of_memory() -> None:
    assert pss_kib("Pss:              123456 kB") == 123_456
    told = own_memory_mb()
    assert told is None or told > 10
