"""Unit: what leans on a fact that was just told, said out whole."""

import pytest
from assistant.understanding.messages_before import after
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.fact_talk import about_fact

pytestmark = pytest.mark.unit

KEY = "remember that the spare key is in the shed"
NAME = "remember that my neighbour's name is Robert"
ANNA = "remember that Anna lives in Oslo"
CODE = "remember that my bike lock is 4411"


def whole(text: str, *said: str, answer: str = "I will remember that.") -> str:
    return about_fact(text, after(*said, answer=answer), knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (KEY, "where is it", "what did I tell you about spare key"),
        (KEY, "where was it again", "what did I tell you about spare key"),
        (NAME, "what's his name again", "what did I tell you about neighbour's name"),
        (ANNA, "where does she live", "what did I tell you about Anna"),
        (ANNA, "what time is it there", "what time is it in Oslo"),
        (ANNA, "what's the weather where she lives", "what is the weather in Oslo"),
        (KEY, "no, under the mat", "remember that the spare key is under the mat"),
        (KEY, "no, the garage", "remember that the spare key is in the garage"),
        (CODE, "no it's 4412", "remember that my bike lock is 4412"),
        (CODE, "sorry, I meant 4412", "remember that my bike lock is 4412"),
    ],
)
def test_the_fact_that_was_told_is_it(said: str, text: str, meant: str) -> None:
    assert whole(text, said) == meant


@pytest.mark.parametrize(
    "text",
    [
        *(
            "what time is it",
            "what day is it",
            "no",
            "no, thanks",
            "no, cancel that",
            "that's wrong",
            "wrong level of excitement",
        ),
        *("what does it mean", "no, set a timer for 5 minutes", "what was that"),
    ],
)
def test_what_is_about_something_else_is_left_alone(text: str) -> None:
    assert whole(text, KEY) == ""


@pytest.mark.parametrize("text", ["not Sam", "no, not sam", "I'm not Sam", "that's not my name"])
def test_a_name_that_was_just_given_is_taken_back(text: str) -> None:
    assert whole(text, "call me Sam", answer="I will call you Sam.") == "forget my name"


@pytest.mark.parametrize("text", ["not now", "not Tom", "why not Sam"])
def test_another_no_keeps_the_name(text: str) -> None:
    assert whole(text, "call me Sam", answer="I will call you Sam.") == ""


def test_only_what_was_kept_is_leaned_on() -> None:
    assert whole("where is it", "what time is it") == ""
    assert whole("where is it", KEY, answer="I do not keep passwords or card numbers.") == ""
    assert whole("where is it", KEY, "set a timer for 5 minutes") == ""
    assert whole("no, under the mat", KEY, "where is it") == (
        "remember that the spare key is under the mat"
    )


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (KEY, "no dinner is at 9", ""),
        (KEY, "no, my car is red", ""),
        (KEY, "sorry Tom is here", ""),
        (KEY, "wait, it's raining", ""),
        (KEY, "no that's it", ""),
        (KEY, "no that's all", ""),
        (KEY, "no the spare key is under the mat", "remember that the spare key is under the mat"),
        (CODE, "no my bike lock is 4412", "remember that my bike lock is 4412"),
    ],
)
def test_what_tells_something_of_its_own_is_no_value(said: str, text: str, meant: str) -> None:
    assert whole(text, said) == meant
