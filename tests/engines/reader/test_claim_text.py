"""Unit: question, evidence and sentence go in; the text that the network reads comes out."""

import pytest

from jarvis_voice.core.sentence_reader import TurnEvidence
from jarvis_voice.engines.reader.claim_text import claim_text, stretches

pytestmark = pytest.mark.unit

LONG = " ".join(f"q{number}" for number in range(50))


def test_of_a_long_question_both_ends_are_seen() -> None:
    text = claim_text(LONG, "No.", is_first=True)
    assert text.startswith("q0 q1 ")
    assert text.endswith(" q48 q49 | 1 | No.")
    assert len(text.split()) == 22


def test_beside_evidence_less_of_the_question_is_seen() -> None:
    text = claim_text(LONG, "No.", is_first=False, evidence=TurnEvidence("failed", ""))
    assert text == "q0 q1 q2 q3 q4 q5 q6 q7 q47 q48 q49 | 2 failed:  | No."


def test_of_long_evidence_the_words_nearest_to_the_sentence_are_seen() -> None:
    told = f"{LONG} The museum closes at five on Sundays. {LONG}"
    evidence = TurnEvidence("web", told)
    text = claim_text("why", "It closes at five on Sundays.", is_first=True, evidence=evidence)
    seen = text.split(" | ")[1]
    assert "closes at five on Sundays." in seen
    assert len(seen.split()) == 16
    assert claim_text("why", "No idea.", is_first=True, evidence=evidence).startswith(
        "why | 1 web: q0 q1 q2 "
    )


@pytest.mark.parametrize(("has_evidence", "longest"), [(False, 30), (True, 22)])
def test_each_word_of_a_long_sentence_is_in_a_stretch(has_evidence: bool, longest: int) -> None:
    found = [one.split() for one in stretches(LONG, has_evidence=has_evidence)]
    assert max(map(len, found)) == longest
    assert {word for words in found for word in words} == set(LONG.split())
    assert found[0][-1] in found[1]
