"""A sentence in; the parts that are spoken one after the other out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.language.en.clauses import split_first_clause

pytestmark = pytest.mark.flow


@pytest.mark.parametrize(
    ("first", "rest"),
    [
        (
            "Today in Lisbon it will be sunny,",
            "with a high of twenty-one degrees and a light wind.",
        ),
        ("I could not reach the server;", "please look whether the cable is in its place."),
        ("I found three pages about it:", "the first one is from the university of Porto."),
        (
            "I opened the page of the weather service",
            "because you asked me for it this morning.",
        ),
        ("You have a meeting at half past nine", "and the train leaves twenty minutes later."),
    ],
)
def test_a_long_sentence_begins_with_its_first_clause(first: str, rest: str) -> None:
    assert split_first_clause(f"{first} {rest}") == [first, rest]


@pytest.mark.parametrize(
    "sentence",
    [
        "Okay.",
        "It is a quarter past nine.",
        "I opened it, as you said.",  # short enough as it is
        "The train to Porto leaves on Sunday, November the fifth at ten.",  # a date
        "He was born in the old town of Braga, Portugal in nineteen twelve.",  # a place
        "All of this together makes two thousand, four hundred and seventeen euros.",  # a number
        "In the end it cost one hundred and seventeen euros and nine cents more.",
        "You will have to walk for about two and a half more kilometres from there.",
        "The play they give tonight in the small house is Romeo and Juliet again.",  # a pair
        "Yes, of course I will remind you of that tomorrow morning again.",  # too little first
        "This is a sentence that goes on for a while without any pause, truly.",  # too little rest
    ],
)
def test_a_sentence_that_should_stay_whole_does(sentence: str) -> None:
    assert split_first_clause(sentence) == [sentence]


WORDS = ["so", "and,", "but", "we", "two", "Lisbon,", "because", "it;", "was"]


@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_no_word_is_lost_and_none_added(words: list[str]) -> None:
    sentence = " ".join(words)
    assert " ".join(split_first_clause(sentence)) == sentence
