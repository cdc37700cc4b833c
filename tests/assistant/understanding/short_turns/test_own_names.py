"""Unit: a turn that names who the user is goes in; the order to call them so comes out."""

import pytest
from assistant.understanding.messages_before import after

from jarvis_voice.assistant.understanding.short_turns.own_names import own_name
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

COACH = Touched("profile", "name", "Coach Tunde")
CITY = Touched("profile", "city", "Leeds")
PLACE = Touched("place", "Leeds")
TOLD = "Your name is Coach Tunde."
OFFER = "Did you mean: call me Jim?"


def meant(text: str, touched: Touched, answer: str = TOLD) -> ResolvedTurn | None:
    is_asking = answer.endswith("?")
    topic = Topic(((touched,),), is_asking=is_asking)
    return own_name(text, topic, after("what is my name", answer=answer))


@pytest.mark.parametrize(
    ("text", "answer", "new", "is_guess"),
    [
        ("just Tunde, please", TOLD, "Tunde", False),
        ("splendid, but just Tunde will do", TOLD, "Tunde", False),
        ("no, only Tunde", TOLD, "Tunde", False),
        ("no, plain Edward will do", TOLD, "Edward", False),
        ("just Bob please", TOLD, "Bob", True),
        ("naw, Jimmy", OFFER, "Jimmy", False),
        ("no, it's Tim", OFFER, "Tim", False),
    ],
)
def test_the_name_is_taken(text: str, answer: str, new: str, is_guess: bool) -> None:
    assert meant(text, COACH, answer) == ResolvedTurn(f"call me {new}", is_guess=is_guess)


@pytest.mark.parametrize(
    ("text", "touched", "answer"),
    [
        ("just kidding", COACH, TOLD),
        ("Just Stop", COACH, TOLD),
        ("No, Thanks", COACH, OFFER),
        ("no, stop", COACH, OFFER),
        ("naw, Jimmy", COACH, TOLD),
        ("just Hull please", CITY, TOLD),
        ("just Hull please", PLACE, "It is mild."),
    ],
)
def test_what_is_no_name_is_left(text: str, touched: Touched, answer: str) -> None:
    assert meant(text, touched, answer) is None
