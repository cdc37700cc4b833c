"""Unit: the name or the city that was just told, put right."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.resolution import in_short

pytestmark = pytest.mark.unit


def whole(text: str, *said: str) -> str:
    messages = [
        message
        for one in said
        for message in (
            MessageState(role="user", text=one),
            MessageState(role="assistant", text="I will."),
        )
    ]
    found = in_short(text, messages, knowledge().grammar.understand)
    return found.sentence if found else ""


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (["my name is Ann"], "No, Anna", "call me Anna"),
        (["call me Tim", "what is my name"], "no, Jim", "call me Jim"),
        (["call me Tim"], "sorry, it's jim", "call me jim"),
        (["call me Tim"], "Jim, not Tim", "call me Jim"),
        (["call me Tim"], "no, drop that, it's Jim", "call me Jim"),
        (["call me Fatima"], "it's Fatema with an e", "call me Fatema"),
        (["my birthday is 3 May 1960"], "so how old", "how old am I"),
        (["call me Tim"], "not Tim, Jim", "call me Jim"),
        (["call me Big Kev"], "nah, just Kev is fine", "call me Kev"),
        (["call me Grace"], "Gracie is better", "call me Gracie"),
        (["what is my name"], "Mo will do, everybody calls me that", "call me Mo"),
        (["I live in York"], "wait, Hull", "I live in Hull"),
        (["I live in York now"], "no, I meant New Malden", "I live in New Malden"),
    ],
)
def test_what_was_told_is_told_anew(said: list[str], text: str, meant: str) -> None:
    assert whole(text, *said) == meant


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ([], "no, Anna"),
        (["call me Tim"], "no, thanks"),
        (["call me Tim"], "it's late with this traffic"),
        (["I live in York"], "I'm not in today"),
        (["call me Tim"], "no, bananas"),
        (["call me Tim"], "no, Wait"),
        (["call me Tim"], "no, open GitHub"),
        (["call me Tim", "what time is it"], "no, Jim"),
        (["use celsius"], "no, Kelvin"),
    ],
)
def test_anything_else_puts_nothing_right(said: list[str], text: str) -> None:
    assert whole(text, *said) == ""


def test_what_we_have_of_the_user_is_spelt() -> None:
    messages = [
        MessageState(role="user", text="what is my name"),
        MessageState(role="assistant", text="Your name is Siobhan."),
    ]
    found = in_short("how would you spell that", messages, knowledge().grammar.understand)
    assert found is not None
    assert found.sentence == "spell Siobhan"


def test_a_city_that_is_not_so_is_asked_for() -> None:
    messages = [
        MessageState(role="user", text="I live in York"),
        MessageState(role="assistant", text="I will remember York as your city."),
    ]
    found = in_short("no, I don't live there", messages, knowledge().grammar.understand)
    assert found is not None
    assert (found.sentence, found.question) == ("I live in {city}", "Which city is it then?")


def test_a_name_that_may_be_something_else_is_asked_about() -> None:
    messages = [
        MessageState(role="user", text="call me Tim"),
        MessageState(role="assistant", text="I will call you Tim."),
    ]
    understand = knowledge().grammar.understand
    found = in_short("Liverpool is better, they won the cup", messages, understand)
    assert found is not None
    assert found.is_guess
    assert in_short("coffee is better", messages, understand) is None
