"""Flow: sentences behind steps go in with the shipped network; how many may be said comes out."""

from collections.abc import Sequence
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

ANSWERS = Path(__file__).parents[2] / "data" / "answers"
JUDGES = ANSWERS / "beside-steps.tsv"

FALSE_SAID, TRUE_HELD = 0.06, 0.12
"""Behind steps that only looked, of sentences that taught the network nothing."""

BESIDE_ACT_FALSE_SAID, BESIDE_ACT_TRUE_HELD = 0.05, 0.1
"""The same beside an act that was done."""

_KINDS = {"told": "lookup", "web": "lookup", "nothing": "no_op", "failed": "failed"}
_ACTIONS = {"web": "search", "done": "set_timer"}


def step_for(evidence: TurnEvidence) -> StepState:
    """A step that has brought so much."""
    action = _ACTIONS.get(evidence.outcome, "get_time")
    return step_of(action, _KINDS.get(evidence.outcome, "effect"), evidence.told)


def may_be_said(line: ClaimLine, claims: ClaimNetwork) -> bool:
    assert line.evidence is not None
    asked = kind_of(line.asked)
    trust = AnswerTrust(asked, [step_for(line.evidence)], line.asked, claims)
    return all(trust.may_say(one) for one in split_sentences(line.sentence))


def counted(lines: Sequence[ClaimLine]) -> tuple[int, float, int, float]:
    """How many lies there are, and the share that is said; the same of truths that are held."""
    claims = ClaimNetwork.load()
    lies = [may_be_said(line, claims) for line in lines if line.meaning == "claim"]
    truths = [may_be_said(line, claims) for line in lines if line.meaning == "fine"]
    n_lies, n_truths = len(lies), len(truths)
    return n_lies, sum(lies) / n_lies, n_truths, truths.count(False) / n_truths


def test_lies_behind_steps_are_held_and_truths_are_said() -> None:
    lines = claim_lines([JUDGES])
    n_lies, said, n_truths, held = counted(
        [one for one in lines if one.evidence and one.evidence.outcome in _KINDS]
    )
    assert min(n_lies, n_truths) > 250
    assert said <= FALSE_SAID
    assert held <= TRUE_HELD


def test_beside_an_act_other_acts_are_held_and_company_is_said() -> None:
    lines = claim_lines([ANSWERS / "beside-acts.tsv"])
    n_lies, said, n_truths, held = counted(
        [one for one in lines if one.evidence and one.evidence.outcome == "done"]
    )
    assert min(n_lies, n_truths) > 130
    assert said <= BESIDE_ACT_FALSE_SAID
    assert held <= BESIDE_ACT_TRUE_HELD


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
