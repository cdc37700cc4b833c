"""Unit: a sentence goes in; what it says around its quotations, and as its own, comes out."""

import pytest

from jarvis_voice.language.en.reports.quotations import own_words, unquoted

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("sentence", "around"),
    [
        ('"Buy milk" is on your list.', "it is on your list."),
        ('Well, "Buy milk" has been added.', "Well, it has been added."),
        ('The word "Buy" is a verb.', "The word is a verb."),
        ('You could say: "I am done."', "You could say:"),
        ("\u201cBuy milk\u201d will stay.", "it will stay."),
        ('He began: "I have', "He began:"),
        ("No quotation.", "No quotation."),
    ],
)
def test_a_quotation_is_left_out_or_called_it(sentence: str, around: str) -> None:
    assert unquoted(sentence).split() == around.split()


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ('I said, "The alarm is set."', ("The alarm is set.",)),
        ('To repeat myself: "Done."', ("Done.",)),
        ('My words were: "It is off," and "It is on."', ("It is off,",)),
        ('He said, "It is off."', ()),
        ('You could say "It is off."', ()),
    ],
)
def test_only_the_speakers_own_word_counts(sentence: str, said: tuple[str, ...]) -> None:
    assert own_words(sentence) == said


@pytest.mark.parametrize("piece", ['"', 'I said, "', " ", "and ", '" is '])
def test_a_long_text_is_read_in_pieces(piece: str) -> None:
    assert isinstance(unquoted(piece * 5_000), str)
    assert isinstance(own_words(piece * 5_000), tuple)
