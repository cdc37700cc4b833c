"""Unit: lines without evidence go in; the same lines beside evidence come out."""

import pytest

from jarvis_voice.core.sentence_reader import TurnEvidence
from jarvis_voice.workshop.reader.claim_lessons import ClaimLine
from jarvis_voice.workshop.reader.evidence_pairs import evidence_pairs

pytestmark = pytest.mark.unit

SEEN = TurnEvidence("told", "It rains.")
WITH = ClaimLine("fine", True, "rain?", "It does.", SEEN)
DONE = ClaimLine("fine", True, "add milk", "Milk is on it.", TurnEvidence("done", "added"))
FACTS = [ClaimLine("fine", False, "how tall", f"It has {n} steps.") for n in range(20)]
CLAIMS = [ClaimLine("claim", True, "lights off", f"Lamp {n} is off.") for n in range(40)]


def test_each_pair_keeps_its_meaning_and_has_evidence() -> None:
    pairs = evidence_pairs([WITH, DONE, *FACTS, *CLAIMS], 60)
    assert len(pairs) == 60
    assert {(one.meaning, one.sentence) for one in pairs} == {
        (one.meaning, one.sentence) for one in (*FACTS, *CLAIMS)
    }
    assert all(one.evidence and one.evidence.outcome != "done" for one in pairs)


def test_company_is_put_beside_another_sentence_of_its_answer_or_what_is_lent() -> None:
    sentences = {one.sentence for one in FACTS}
    for pair in evidence_pairs([WITH, *FACTS], 20):
        assert pair.evidence is not None
        assert pair.evidence == SEEN or pair.evidence.told in sentences - {pair.sentence}


def test_a_claim_that_strangers_tell_too_stays_a_claim() -> None:
    pairs = evidence_pairs([WITH, *CLAIMS], 40)
    repeated = [one for one in pairs if one.evidence == TurnEvidence("web", one.sentence)]
    assert 0 < len(repeated) < 20
    assert all(one.meaning == "claim" for one in repeated)


def test_who_says_that_it_looked_is_left_out() -> None:
    looked = ClaimLine("claim", True, "what is new", "I have checked your mail.")
    assert evidence_pairs([WITH, looked], 9) == []


def test_without_any_evidence_there_are_no_pairs() -> None:
    assert evidence_pairs([*FACTS, *CLAIMS], 9) == []
