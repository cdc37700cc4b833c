"""Unit: what was measured of each answer in, the table out; the story has a first sentence."""

import pytest

from jarvis_voice.language.en.answer_units import UnitSplitter
from jarvis_voice.workshop.benches.talk_bench import TalkFigures, TalkTurn
from jarvis_voice.workshop.benches.talk_parts import ANSWER, FIRST, SHOWN_BY, TOKENS
from jarvis_voice.workshop.benches.talk_report import report

pytestmark = pytest.mark.unit

NAME = "8 tokens a second"
TURNS = [TalkTurn(0.001, 0.1, 2.0), TalkTurn(0.003, 0.2, 2.0), TalkTurn(0.002, 0.1, 2.0)]


def test_ours_and_the_stock_way_stand_side_by_side() -> None:
    figures = TalkFigures({NAME: TURNS}, {NAME: [6.0, 5.0, 7.0]}, [12.0, 10.0, 14.0])
    rows = {
        row.what.removeprefix(f"{NAME}: "): (
            round(row.ours.value, 4),
            row.stock.value if row.stock else None,
            row.wanted,
        )
        for row in report(figures).rows
    }
    assert rows == {
        "first sentence ended to the voice's queue, p50": (2.0, None, ""),
        "first sentence ended to the voice's queue, p95": (2.9, None, "<= 50 ms"),
        "first sentence ended to its first sample, p50": (0.1, None, "<= 0.3 s"),
        "question to the first sample, p50": (2.0, 6.0, ""),
        "times as soon as the stock way, p50": (3.0, None, ""),
        "our own work in a whole turn": (12.0, None, "<= 15 ms"),
    }


def test_without_a_voice_no_sound_is_told_and_the_table_says_why() -> None:
    told = report(TalkFigures({NAME: TURNS}, {}, [12.0], has_voice=False))
    assert not any("sample" in row.what or "stock" in row.what for row in told.rows)
    assert "jarvis setup" in told.notes[-1]


def test_the_first_sentence_is_whole_with_the_token_that_is_counted_from() -> None:
    splitter = UnitSplitter()
    units = [splitter.feed(token) for token in TOKENS[: SHOWN_BY + 1]]
    assert "".join(TOKENS) == ANSWER
    assert not any(units[:-1])
    assert [unit.text for unit in units[-1]] == [FIRST]
