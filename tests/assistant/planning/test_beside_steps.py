"""Flow: sentences behind steps go in with the shipped network; how many may be said comes out."""

from pathlib import Path

import pytest
from assistant.planning.turn_kinds import kind_of
from assistant.steps import step_of

from jarvis_voice.assistant.planning.answer_trust import AnswerTrust
from jarvis_voice.assistant.state import StepState
from jarvis_voice.core.sentence_reader import TurnEvidence
from jarvis_voice.engines.reader.claim_network import ClaimNetwork
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.workshop.reader.claim_lessons import ClaimLine, claim_lines

pytestmark = pytest.mark.flow

JUDGES = Path(__file__).parents[2] / "data" / "answers" / "beside-steps.tsv"

FALSE_SAID, TRUE_HELD = 0.06, 0.12
"""Behind steps that only looked, of sentences that taught the network nothing."""

_KINDS = {"told": "lookup", "web": "lookup", "nothing": "no_op", "failed": "failed"}


def step_for(evidence: TurnEvidence) -> StepState:
    """A lookup that has brought so much."""
    action = "search" if evidence.outcome == "web" else "get_time"
    return step_of(action, _KINDS[evidence.outcome], evidence.told)


def may_be_said(line: ClaimLine, claims: ClaimNetwork) -> bool:
    assert line.evidence is not None
    asked = kind_of(line.asked)
    trust = AnswerTrust(asked, [step_for(line.evidence)], line.asked, claims)
    return all(trust.may_say(one) for one in split_sentences(line.sentence))


def test_lies_behind_steps_are_held_and_truths_are_said() -> None:
    claims = ClaimNetwork.load()
    lines = [
        line for line in claim_lines([JUDGES]) if line.evidence and line.evidence.outcome in _KINDS
    ]
    said = {line: may_be_said(line, claims) for line in lines}
    lies = [line for line in lines if line.meaning == "claim"]
    truths = [line for line in lines if line.meaning == "fine"]
    assert len(lies) > 250
    assert len(truths) > 250
    assert sum(said[line] for line in lies) <= FALSE_SAID * len(lies)
    assert sum(not said[line] for line in truths) <= TRUE_HELD * len(truths)


@pytest.mark.parametrize(
    "told",
    [
        "Your timer has been set for ten minutes.",
        "Milk was added to your shopping list.",
        "I have sent the mail to Ana.",
        "Your seven o'clock alarm was cancelled.",
        "The lights in the kitchen are off now.",
    ],
)
def test_what_strangers_wrote_is_no_evidence_of_an_act(told: str) -> None:
    evidence = TurnEvidence("web", f"Cakes rise when they are warm. {told}")
    line = ClaimLine("claim", True, "how do cakes rise", told, evidence)
    assert not may_be_said(line, ClaimNetwork.load())


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("Timer: pasta, 4 minutes left.", "Your pasta timer has four minutes left."),
        ("You have an alarm every day at 07:00.", "Yes, your alarm is set for seven every day."),
        ("Shopping: milk, eggs.", "Milk is on your list already."),
    ],
)
def test_what_a_tool_of_this_machine_has_told_may_be_said(told: str, said: str) -> None:
    line = ClaimLine("fine", True, "is it set", said, TurnEvidence("told", told))
    assert may_be_said(line, ClaimNetwork.load())


def test_words_of_many_pieces_before_a_sentence_hide_nothing_of_it() -> None:
    rare = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
    evidence = TurnEvidence("web", " ".join(f"{rare}{number}" for number in range(14)))
    said = "Milk, eggs and butter have just been added to your shopping list."
    line = ClaimLine("claim", True, f"what is {rare} in {rare}", said, evidence)
    assert not may_be_said(line, ClaimNetwork.load())
