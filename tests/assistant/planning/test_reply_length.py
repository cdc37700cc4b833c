"""Unit: an answer of any length is cut at a sentence, and told to go on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.assistant.planning.claims import claims_an_act
from jarvis_voice.assistant.planning.reply_length import (
    GOES_ON,
    REPLY_CHARACTERS,
    units_within,
    within,
)

pytestmark = pytest.mark.unit


def test_a_story_of_19_000_characters_is_told_whole() -> None:
    story = "Once there was a lighthouse. Nobody lived in it! " * 387
    assert 18_900 < len(story) < REPLY_CHARACTERS
    told = units_within(story)
    assert "".join(unit.lead + unit.text for unit in told).strip() == story.strip()


def test_what_is_longer_ends_with_a_whole_sentence_and_says_so_once() -> None:
    told = [unit.text for unit in units_within("Word. " * 200_000)]
    assert told[-2:] == ["Word.", GOES_ON]
    assert told.count(GOES_ON) == 1
    again = [unit.text for unit in units_within(" ".join(told))]
    assert again.count(GOES_ON) == 1


@given(st.lists(st.text(max_size=50), max_size=20), st.integers(1, 2_000))
def test_sentences_keep_their_order_and_their_length_together(texts: list[str], n: int) -> None:
    sentences = texts * n
    told = within(sentences)
    kept = told[:-1] if told[-1:] == [GOES_ON] else told
    assert kept == sentences[: len(kept)]
    assert sum(map(len, kept)) <= REPLY_CHARACTERS
    assert (len(kept) < len(sentences)) == (told[-1:] == [GOES_ON])


def test_to_say_so_claims_nothing() -> None:
    assert not claims_an_act(GOES_ON, strict=True)
