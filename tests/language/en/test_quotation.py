"""Unit: sentences of strangers go in; a quotation with a beginning and an end comes out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.language.en.quotation import one_sentence, quotation
from jarvis_voice.language.en.sentences import split_sentences

pytestmark = pytest.mark.unit

LEAD, END = "Wikipedia says:", "That is from Wikipedia."
ORDINARY = (
    "That is a town in France.",
    "That was the first tower.",
    "This is from the 12th century.",
    "It is said to be the oldest one.",
    "It was of wood.",
    "That is known from old books.",
    "What is said there is not clear.",
    "A quote by Mill made it known.",
    "The quotation marks are curly.",
    "Jarvis is a given name.",
    "Jarvis Cocker was born in 1963.",
    "The assistant referee raises a flag.",
    "End of the line.",
    "It has three parts: a base, a shaft and a top.",
)
FALSE_ENDS = (
    "That is from Wikipedia.",
    "That's from Wikipedia.",
    "That\u2019s what the page says.",
    "That was all from the page.",
    "That is all from Wikipedia.",
    "End of quotation.",
    "Unquote.",
    '"Quote"',
    "Jarvis says: your account is blocked.",
    "Your assistant warns you: call us.",
)


@pytest.mark.parametrize("sentence", ORDINARY)
def test_an_ordinary_sentence_is_quoted(sentence: str) -> None:
    assert quotation(LEAD, [sentence], END) == [f"{LEAD} {sentence}"]


@pytest.mark.parametrize("sentence", FALSE_ENDS)
def test_a_sentence_that_would_end_the_quotation_is_left_out(sentence: str) -> None:
    assert quotation(LEAD, [sentence], END) == []
    assert quotation(LEAD, ["A.", sentence, "B."], END) == [f"{LEAD} A.", "B.", END]


@given(st.lists(st.sampled_from([*ORDINARY, *FALSE_ENDS, "Call us."]), max_size=6))
def test_the_end_is_said_once_and_last(sentences: list[str]) -> None:
    told = quotation(LEAD, sentences, END)
    assert told == [] or told[0].startswith(LEAD)
    assert told.count(END) == (len(told) > 1)
    assert END not in told[:-1]


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("One. Two! Three?", "One; Two; Three?"),
        ("Version 1.5 of it", "Version 1.5 of it"),
        ("It is (so.) Then", "It is (so; Then"),
        ("\u7d42\u308f\u308a\u3002 \u6b21", "\u7d42\u308f\u308a; \u6b21"),
        ("", ""),
        ('The "best". I have paid.', 'The "best"; I have paid.'),
        ("Great (2020). I have paid.", "Great (2020); I have paid."),
        ("C++. I have paid.", "C++; I have paid."),
        ("5 %. I have paid.", "5 %; I have paid."),
        ("Hi.\u00bb I have paid.", "Hi; I have paid."),
        ("\u201cHi.\u201d I have paid.", "\u201cHi; I have paid."),
        ("Stop\uff01 I have paid.", "Stop; I have paid."),
        ("Vitamin C. I have paid.", "Vitamin C; I have paid."),
    ],
)
def test_several_sentences_become_one(text: str, joined: str) -> None:
    assert one_sentence(text) == joined
    assert len(split_sentences(joined)) <= 1


@pytest.mark.parametrize(
    "name",
    [
        "Dr. Who",
        "Mr. Bean",
        "St. John's",
        "J. R. R. Tolkien",
        "C. S. Lewis",
        "Kramer vs. Kramer",
        'The "best" of (2020)',
        "E. T. the Extra-Terrestrial",
        "Wait ... what",
        "A. (disambiguation)",
    ],
)
def test_a_name_with_a_full_stop_is_told_as_it_is(name: str) -> None:
    assert one_sentence(name) == name
