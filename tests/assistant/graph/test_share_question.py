"""Unit: what is asked about models elsewhere, and what is a yes or a no to it."""

import pytest

from jarvis_voice.assistant.graph.share_question import answer_in, kept_words, question_of

pytestmark = pytest.mark.unit

TITLES = ["Gemini", "the second model"]


def test_the_question_names_every_model_that_a_yes_is_for() -> None:
    assert question_of(TITLES) == (
        "May I tell Gemini and the second model what you told me about yourself? Say yes or no."
    )
    assert kept_words("no", TITLES[:1]) == (
        "Okay. I do not tell Gemini what you told me about yourself."
    )


@pytest.mark.parametrize(
    "said",
    [
        *("yes", "Yes.", "yes please", "sure", "okay", "go ahead", "you may", "yes, you may"),
        *("yes tell it", "you can tell Gemini", "tell Gemini everything", "yes, share it"),
        *("that's fine", "that is fine with me", "fine by me", "I don't mind", "of course"),
        *("please do", "go ahead and tell the second model", "yes jarvis"),
    ],
)
def test_a_yes(said: str) -> None:
    assert answer_in(said, TITLES) == "yes"


@pytest.mark.parametrize(
    "said",
    [
        *("no", "No!", "no thanks", "no thank you", "better not", "don't", "please don't"),
        *("do not tell Gemini", "no, don't tell it", "never", "you may not", "no you may not"),
        *("keep it to yourself", "no keep that private", "I'd rather not", "of course not"),
        *("absolutely not", "I don't want that", "no, do not share that with it", "not now"),
    ],
)
def test_a_no(said: str) -> None:
    assert answer_in(said, TITLES) == "no"


@pytest.mark.parametrize(
    "said",
    [
        *("what time is it", "yes?", "tell me more", "tell Gemini a joke", "okay?", "yes and no"),
        *("yes but only my name", "tell me a story", "share my screen", "what would you tell it"),
        *("don't forget the milk", "no idea what you mean", "that's fine?"),
    ],
)
def test_what_answers_nothing(said: str) -> None:
    assert answer_in(said, TITLES) is None
