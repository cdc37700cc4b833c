"""Unit: what the network of false reports is shown, and which of its answers counts."""

import pytest
from engines.reader.scripted_reader import ScriptedReader

from jarvis_voice.core.sentence_reader import TurnEvidence
from jarvis_voice.engines.reader.claim_network import ClaimNetwork

pytestmark = pytest.mark.unit


def test_it_sees_what_was_asked_the_place_and_the_sentence() -> None:
    reader = ScriptedReader({})
    network = ClaimNetwork(reader)
    network.likelihood("lights off", "Done.", is_first=True)
    network.likelihood("lights off", "Sleep well.", is_first=False)
    assert reader.texts == ["lights off | 1 | Done.", "lights off | 2 | Sleep well."]


def test_the_likelihood_is_that_of_the_likeliest_line() -> None:
    reader = ScriptedReader({"saved": 0.9, "Milk": 0.1})
    network = ClaimNetwork(reader)
    assert network.likelihood("a list", "Milk\n---\nAll saved", is_first=True) == 0.9
    assert network.likelihood("a list", "Milk", is_first=True) == 0.1
    assert network.likelihood("a list", "...", is_first=True) == 0.0


def test_each_word_of_a_long_sentence_is_seen() -> None:
    words = [f"w{number}" for number in range(100)]
    reader = ScriptedReader({"w99": 0.8})
    assert ClaimNetwork(reader).likelihood("why", " ".join(words), is_first=False) == 0.8
    seen = {word for text in reader.texts for word in text.rpartition("| ")[2].split()}
    assert seen == set(words)
    assert all(len(text.split()) <= 34 for text in reader.texts)


def test_beside_evidence_it_sees_the_outcome_and_what_was_told() -> None:
    reader = ScriptedReader({})
    seen = TurnEvidence("told", "Shopping: eggs.")
    ClaimNetwork(reader).likelihood("any milk", "Eggs only.", is_first=True, evidence=seen)
    assert reader.texts == ["any milk | 1 told: Shopping: eggs. | Eggs only."]


def test_what_stands_before_a_long_stretch_makes_room_for_it() -> None:
    reader = ScriptedReader({}, most=19)
    seen = TurnEvidence("web", " ".join(f"t{number}" for number in range(14)))
    network = ClaimNetwork(reader)
    network.likelihood("a b c d", "one two three four", is_first=True, evidence=seen)
    assert reader.texts == ["a b c d | 1 web: t0 t1 t2 t3 t4 t5 t6 | one two three four"]


def test_a_stretch_that_never_fits_is_read_in_halves() -> None:
    reader = ScriptedReader({"four": 0.9}, most=6)
    assert ClaimNetwork(reader).likelihood("", "one two three four", is_first=True) == 0.9
    assert reader.texts == [" | 1 | one two", " | 1 | three four"]
    assert ClaimNetwork(ScriptedReader({}, most=0)).likelihood("", "one", is_first=True) == 0.0
