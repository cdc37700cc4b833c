"""Unit: slips of the fingers keep the words of a sentence apart."""

import random

import pytest

from jarvis_voice.engines.reader.word_pieces import words_of
from jarvis_voice.workshop.reader.slips import with_slip

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("seed", range(20))
def test_the_number_of_words_stays(seed: int) -> None:
    text = "set a timer for five minutes, please"
    slipped = with_slip(text, random.Random(seed))
    assert len(words_of(slipped)) == len(words_of(text))
    assert slipped[:3] == "set"  # too short for a slip


def test_some_sentences_are_changed_and_short_ones_are_not() -> None:
    chance = random.Random(1)
    assert {with_slip("timer", chance) for _ in range(30)} > {"tiemr", "timmer"}
    assert with_slip("go on", chance) == "go on"
