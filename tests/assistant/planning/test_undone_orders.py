"""Unit: an order and a model's words behind it go in; whether they leave it open comes out."""

import pytest

from jarvis_voice.assistant.planning.undone_orders import is_bare_assent, refusal_behind

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "said",
    [
        *("OK", "Okay.", "Sure.", "Of course.", "Alright.", "Right away.", "Will do.", "Noted."),
        *("No problem.", "Certainly!", "As you wish.", "Consider it.", "You can rely on me."),
        *("Sure. Right away.", "See you at eight!", "Have the money ready.", "Sure thing, boss."),
        *("With pleasure.", "Gladly.", "Nine it is.", "Yes, I can.", "Looks like I could."),
        *("Yes, easily.", "Right.", "Good.", "Yes, here you go.", "All right, nine it is."),
        *("Enjoy the holiday!", "Done.", "Okay!", "Understood.", "On it.", "Coming right up!"),
        *("No worries.", "At seven tomorrow, then. Okay.", "You can count on me.", "Yes."),
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
        *("One, two, three, four, five.", "Apple.", "Red, green and blue.", "Cheese!"),
        *("Woof, woof!", "Z, Y, X, W, V.", "You are a genius.", "Ciao, come stai?", "Meow!"),
        *("Once upon a time.", "Sure: red, green and blue.", "Seven.", "At eight.", "Arr, matey!"),
        *("Okay, an owl it was.", "Clap, clap!", "Heads.", "A good one is Ada.", "Bonne nuit."),
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
