"""Unit: the steps of a turn go in; what they are worth as evidence comes out."""

import pytest
from assistant.steps import step_of

from jarvis_voice.assistant.planning.turn_evidence import turn_evidence
from jarvis_voice.assistant.state import StepState
from jarvis_voice.core.sentence_reader import TurnEvidence
from jarvis_voice.core.types import Link

pytestmark = pytest.mark.unit

CLOCK = step_of("get_time", "lookup", "It is 19:00.")
SEARCH = step_of("search", "lookup", "found 1 result", answer="It is tall.", of=[{"year": 1889}])
FAILED = step_of("weather", "failed", "There is no connection.")
NOTHING = step_of("read_notes", "no_op", "The list is empty.")
SHOT = step_of("take_screenshot", "effect", "saved")


@pytest.mark.parametrize(
    ("steps", "outcome"),
    [
        ([CLOCK], "told"),
        ([CLOCK, SEARCH], "web"),
        ([FAILED, CLOCK], "told"),
        ([FAILED], "failed"),
        ([FAILED, NOTHING], "failed"),
        ([NOTHING], "nothing"),
        ([CLOCK, SHOT], "done"),
    ],
)
def test_the_outcome_of_the_steps(steps: list[StepState], outcome: str) -> None:
    found = turn_evidence(steps)
    assert found is not None
    assert found.outcome == outcome


def test_a_turn_without_steps_has_no_evidence() -> None:
    assert turn_evidence([]) is None


def test_the_data_of_a_step_and_the_results_are_told() -> None:
    link = Link("Tower", "https://tower.example", "search", "A tower in Paris.")
    told = "found 1 result It is tall. 1889 Tower A tower in Paris."
    assert turn_evidence([SEARCH], [link]) == TurnEvidence("web", told)
    assert turn_evidence([CLOCK], [link]) == TurnEvidence("told", "It is 19:00.")


def test_the_newest_step_is_told_first() -> None:
    found = turn_evidence([CLOCK, step_of("calculate", "lookup", "It is 4.")])
    assert found == TurnEvidence("told", "It is 4. It is 19:00.")


def test_what_is_told_is_bounded() -> None:
    step = step_of("search", "lookup", "x", text="y" * 1_000_000, deep=[[[[["z"]]]]])
    found = turn_evidence([step])
    assert found is not None
    assert len(found.told) == 20_000
    assert "z" not in found.told
