"""Unit: whether a kept fact may be what a question asks for."""

import pytest

from jarvis_voice.language.en.fact_answers import bearing, subject_of

pytestmark = pytest.mark.unit

OSLO = "Anna lives in Oslo"
KEY = "the spare key is under the mat"


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        (OSLO, "where does Anna live"),
        (OSLO, "does Anna live in Paris"),
        (OSLO, "so who lives in Oslo"),
        (KEY, "where is the spare key"),
        (KEY, "what's under the mat"),
        ("my bin day is tuesday", "when do the bins go"),
        ("my car is a red Golf", "what colour is my car"),
        ("my sister likes tulips", "what flowers does my sister like"),
        ("Grandad takes two sugars", "how many sugars for grandad"),
        ("my wife is called Maria", "who is Maria"),
        ("I parked on level three", "where did I park"),
        ("Mrs Doyle has the spare key", "where is the spare key"),
        ("my bike lock is 4411", "what's my bike lock code"),
        ("I have my tea with two sugars", "how do I take my tea"),
        ("grandma's surgery is on the 4th of March", "what day is the surgery"),
    ],
)
def test_a_fact_answers_what_is_asked_of_its_own(fact: str, question: str) -> None:
    assert bearing(fact, question) == "answers"


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        (OSLO, "does Anna like fish"),
        (OSLO, "how old is Anna"),
        (OSLO, "when is Anna's birthday"),
        (OSLO, "where does Anna work"),
        ("Anna likes apples", "does Anna like fish"),
        (KEY, "does the spare key fit the back door"),
        ("my dentist is Dr Klein", "when does my dentist open"),
        ("the car is parked on level three", "what colour is the car"),
    ],
)
def test_a_fact_is_silent_on_other_sides_of_the_same_one(fact: str, question: str) -> None:
    assert bearing(fact, question) == "silent"


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        (OSLO, "what is the population of Oslo"),
        (OSLO, "how big is Oslo"),
        (OSLO, "where is Oslo"),
        (OSLO, "who is Anna Karenina"),
        ("Tom works at Siemens", "what does Siemens make"),
        ("Anna likes apples", "how many calories do apples have"),
        ("Anna likes apples", "what are apples"),
        ("I have my tea with two sugars", "how is tea made"),
    ],
)
def test_what_a_fact_only_mentions_is_asked_of_the_world(fact: str, question: str) -> None:
    assert bearing(fact, question) == "elsewhere"


def test_a_question_without_a_word_of_the_fact_has_nothing_to_do_with_it() -> None:
    assert bearing(OSLO, "what time is it") is None
    assert subject_of("I lent the drill to Gareth") == ""
    assert subject_of(KEY) == "the spare key"
