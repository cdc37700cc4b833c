"""Unit: rows of a database become records."""

import pytest

from jarvis_voice.core.stage_times import STAGES, TurnStages
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.store.read_rows import STAGE_COLUMNS, calls_in, stages_in
from jarvis_voice.store.records import TurnCalls

pytestmark = pytest.mark.unit

NOON = "2026-11-21T12:00:00+00:00"


def test_calls_are_gathered_by_turn_and_a_turn_without_one_is_there() -> None:
    rows = [("t2", NOON, "big", 5, 6), ("t2", NOON, "small", 1, 2), ("t1", NOON, None, None, None)]
    assert calls_in(rows) == [
        TurnCalls("t2", NOON, (Usage("big", 5, 6), Usage("small", 1, 2))),
        TurnCalls("t1", NOON, ()),
    ]


def test_times_that_were_not_taken_are_left_out() -> None:
    times = [0.5, *[None] * (len(STAGES) - 2), 1.0]
    assert stages_in([("t1", "voice", *times)]) == [
        TurnStages("t1", "voice", {STAGES[0]: 0.5, STAGES[-1]: 1.0})
    ]
    assert STAGE_COLUMNS.count(",") == len(STAGES) - 1
