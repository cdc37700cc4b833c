"""Unit: an order and a model's words behind it go in; whether they leave it open comes out."""

import pytest

from jarvis_voice.assistant.planning.undone_orders import is_bare_assent, refusal_behind

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "said",
    [
        *("OK", "Okay.", "Sure.", "Of course.", "Alright.", "Right away.", "Will do.", "Noted."),
        *("No problem.", "Certainly!", "As you wish.", "Consider it.", "You can rely on me."),
        *(
            "Sure. Right away.",
            "See you at eight!",
            "Two people, at eight.",
            "Have the money ready.",
        ),
    ],
)
def test_who_only_agrees_has_answered_nothing(said: str) -> None:
    assert is_bare_assent(said)


@pytest.mark.parametrize(
    "said",
    [
        *("Which one?", "At what time?", "I cannot do that.", "Sorry.", "Not yet.", "No."),
        *("Please say when.", "Tell me the length.", "I can't see it.", "That is not possible."),
        *("You can do it yourself.", "There is nothing to undo.", "Say which list.", ""),
        *("I need a time for that.", "I have no access to lights.", "Try it with a name."),
        *("Unfortunately I am only a voice.", "Would six do?", "I don\u2019t know that number."),
        *("A soft egg takes about five minutes, and a hard one takes ten.",),
    ],
)
def test_a_question_a_refusal_or_advice_is_an_answer(said: str) -> None:
    assert not is_bare_assent(said)


@pytest.mark.parametrize(
    ("goal", "said", "added"),
    [
        ("order a pizza", "Inside or outside?", "I cannot order, book or buy anything."),
        ("call Ana", "She is not at home.", "I cannot make phone calls."),
        ("please call Ana", "Hello, this is Ana.", "I cannot make phone calls."),
        ("call Ana", "I cannot make phone calls.", ""),
        ("fold the laundry", "That takes half an hour.", ""),
    ],
)
def test_code_says_what_cannot_be_done(goal: str, said: str, added: str) -> None:
    assert refusal_behind(goal, said) == added
