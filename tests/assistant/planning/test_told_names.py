"""Unit: a question about somebody of whom the user told is kept on this machine."""

import pytest

from jarvis_voice.assistant.planning.told_names import NOT_TOLD, asked_here, may_go_out
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.understanding import Intent, Part, Understanding

pytestmark = pytest.mark.unit

FACTS = (
    "Anna lives in Oslo",
    "my dog is called Rex",
    "my boss is Priya Shah",
    "the cabin is in Norway",
    "my favourite band is Queen",
    "tom owes me ten pounds",
    "my sister Julia has two cats",
)


def question(text: str, name: str = "search") -> Understanding:
    slots = {"topic": text} if name == "wikipedia" else {"query": text, "kind": "question"}
    return Understanding(text, (Part(text, Intent(name, slots)),), is_understood=True)


def goes_out(text: str, *said: str, facts: tuple[str, ...] = FACTS, name: str = "") -> bool:
    messages = [MessageState(role="user", text=one) for one in said]
    read = asked_here(question(text), facts, name, messages)
    return may_go_out(read)


@pytest.mark.parametrize(
    "text",
    [
        "does Anna like fish",
        "what is Anna's shoe size",
        "how old is anna",
        "who is Priya",
        "when was Priya Shah born",
        "what does Rex eat",
        "is the cabin insured",
        "does Tom have a sister",
        "is Julia married",
        "so what does Rex weigh, do you think",
    ],
)
def test_a_question_about_whom_the_user_told_of_stays_here(text: str) -> None:
    assert not goes_out(text)


@pytest.mark.parametrize(
    "text",
    [
        "when was Anna Karenina written",
        "how tall is Tom Hanks",
        "what is the population of Oslo",
        "who founded Queen",
        "what is the biggest cabin in Norway",
        "how do I fix a rex",
        "what is the capital of France",
        "who is Santa Anna",
    ],
)
def test_a_question_about_somebody_else_is_asked(text: str) -> None:
    assert goes_out(text)


def test_a_name_that_was_said_in_the_conversation_is_as_good_as_a_kept_one() -> None:
    assert not goes_out("does Anna like fish", "my wife is called Anna", facts=())
    assert not goes_out("does Anna like fish", "I met Anna yesterday", facts=())
    assert goes_out("what is the population of Oslo", "I visited Oslo", facts=())
    assert goes_out("does Anna like fish", "is my wife called Anna?", facts=())
    assert not goes_out("how old is Sam", facts=(), name="Sam")
    assert goes_out("who is Sam Smith", facts=(), name="Sam")
    assert goes_out("does Anna like fish", facts=())


def test_what_stays_here_is_looked_for_and_offered_to_be_searched_for() -> None:
    read = asked_here(question("does Anna like fish"), FACTS, "", ())
    [part] = read.parts
    assert part.intent is not None
    assert part.intent.slots == {
        "reply": NOT_TOLD,
        "offer": "search the web for does Anna like fish",
    }
    assert not read.is_understood


def test_an_ordered_search_is_no_open_question() -> None:
    ordered = Understanding(
        "google Anna", (Part("google Anna", Intent("search", {"query": "Anna"})),)
    )
    assert asked_here(ordered, FACTS, "", ()) is ordered
    assert not may_go_out(ordered)
    assert may_go_out(question("Anna", "wikipedia"))


@pytest.mark.parametrize("text", ["look up Anna on Wikipedia", "search online if Anna likes fish"])
def test_who_names_the_web_is_obeyed(text: str) -> None:
    read = question(text, "wikipedia")
    assert asked_here(read, FACTS, "", ()) is read
