"""Unit: which questions anybody may ask, and which are about the user's own things."""

import pytest

from jarvis_voice.assistant.understanding.general_question import (
    asks_for_advice,
    asks_of_own_life,
    is_own,
    is_private,
    may_be_told,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    [
        "how do I boil my eggs",
        "so how can we lower our heating costs",
        "why does my cat knead blankets",
        "what size nail do I need for drywall",
        "where can I see northern lights",
        "how do you make pancakes",
        "what temperature do you fire stoneware at",
        "how do I renew a passport",
        "who sang I want to hold your hand",
    ],
)
def test_advice_is_not_the_users_own(text: str) -> None:
    assert asks_for_advice(text)
    assert not is_own(text)


@pytest.mark.parametrize(
    ("text", "is_surely"),
    [
        ("when is my flight", True),
        ("how do I pay my bill", True),
        ("do I have a flight", True),
        ("who wrote my will", False),
        ("why did I stop the pills", True),
        ("why is my brother Leopold late", True),
        ("what is the wifi password", False),
        ("what are my chances", False),
        ("how do I look", False),
        ("how do you feel about Ana", True),
        ("does Jarvis know Ana", False),
        ("can I have a pizza", False),
    ],
)
def test_the_users_own(text: str, is_surely: bool) -> None:
    assert (is_own(text), asks_for_advice(text), is_private(text)) == (True, False, is_surely)


@pytest.mark.parametrize(
    "text", ["what is the capital of France", "who wrote about a bank account"]
)
def test_a_question_without_the_user_is_not_the_users_own(text: str) -> None:
    assert not is_own(text)
    assert not is_private(text)


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("did anybody call while I was out", True),
        ("how many calories have I had today", True),
        ("where's my husband", True),
        ("what have I got on my shopping list", False),
        ("do you keep what I say", False),
        ("how long do I boil my eggs", False),
        ("what is the capital of Peru", False),
    ],
)
def test_what_only_the_user_can_know(text: str, is_so: bool) -> None:
    assert asks_of_own_life(text) is is_so


def test_what_is_due_is_somebodys_own() -> None:
    assert is_own("when is the car insurance due")
    assert not is_own("when is the next eclipse")


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("is hunter2 a good password", True),
        ("how strong is the password Tr0ub4dor", True),
        ("what is 4711 the pin for", True),
        ("how long should a password be", False),
        ("what was the password breach of 2024", False),
        ("what is a pin", False),
        ("what is the speed of a pin7 connector", False),
    ],
)
def test_a_secret_that_is_told_is_the_users_own(text: str, is_so: bool) -> None:
    assert is_own(text) is is_so


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where is the spare key", True),
        ("do I have allergies", True),
        ("who was her dad", False),
        ("which one was I", False),
        ("what about Leeds", False),
        ("what did we start with", False),
        ("did you cancel the alarm", False),
        ("the spare key is under the pot", False),
        ("where is " + "very " * 100 + "far", False),
    ],
)
def test_what_may_be_among_what_was_told(text: str, expected: bool) -> None:
    assert may_be_told(text) is expected
