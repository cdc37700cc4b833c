"""Unit: what a killed session left is judged, and faults become a table."""

import json

import pytest

from jarvis_voice.workshop.faults.crash_faults import _Session, _wrong
from jarvis_voice.workshop.faults.fault import FaultResult, report

pytestmark = pytest.mark.unit

URL = "https://round1.example.com/"
MIDDLE = 'I was interrupted in the middle of "open round1.example.com". It may not have been done.'
BEFORE = 'I was interrupted before I had answered "open round1.example.com". Nothing was done.'
AFTER = 'I was interrupted after I had done "open round1.example.com", or part of it.'


def session(
    *told: str, effects: tuple[str, ...] = (), answers: tuple[str, ...] = (), code: int = -9
) -> _Session:
    return _Session(1, code, told, answers, effects, ())


@pytest.mark.parametrize(
    ("point", "killed", "after", "wrong"),
    [
        ("planning", session(), session(BEFORE), ""),
        (
            "planning",
            session(),
            session(),
            "told of it: nothing; what was interrupted was not named",
        ),
        ("planning", session(effects=(URL,)), session(BEFORE), "1 effects"),
        ("planning", session(code=0), session(BEFORE), "it ended by itself with 0"),
        ("between-act-and-receipt", session(effects=(URL,)), session(MIDDLE), ""),
        (
            "between-act-and-receipt",
            session(effects=(URL,)),
            session(MIDDLE, effects=(URL,)),
            f"done twice: {URL}",
        ),
        ("speaking", session(effects=(URL,)), session(), ""),
        ("at-random", session(effects=(URL,)), session(AFTER), ""),
        (
            "at-random",
            session(effects=(URL,)),
            session(BEFORE),
            "an act that was done is told as not begun",
        ),
        ("at-random", session(), session(AFTER), "an act that was not done is told as done"),
        ("at-random", session(), session(BEFORE, BEFORE), "told 2 interruptions of one"),
        (
            "at-random",
            session(effects=(URL,)),
            session(),
            "an act without an answer was not told",
        ),
    ],
)
def test_a_killed_session_is_judged_by_the_start_after_it(
    point: str, killed: _Session, after: _Session, wrong: str
) -> None:
    assert "; ".join(_wrong(point, killed, after)) == wrong


def test_a_row_a_fault_and_what_failed_below() -> None:
    table = report(
        [
            FaultResult("killed-planning", True, None, ""),
            FaultResult("killed-planning", False, None, "the database is damaged"),
            FaultResult("source-unloaded", True, 1.5, ""),
        ]
    )
    body = json.loads(table.to_json())
    assert [(row["what"], row["ours"]["value"], row["wanted"]) for row in body["rows"]] == [
        ("killed-planning: recovered", 1.0, "2"),
        ("source-unloaded: recovered", 1.0, "1"),
        ("source-unloaded: hears again after", 1.5, "<= 5 s"),
    ]
    assert body["notes"][-1] == "killed-planning: the database is damaged"
