"""Unit: a question about somebody of whom the user told is kept on this machine."""

import re
from pathlib import Path

import pytest

from jarvis_voice.assistant.planning.told_names import (
    NOT_TOLD,
    KnownPeople,
    asked_here,
    may_go_out,
)
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


def goes_out(
    text: str,
    *said: str,
    facts: tuple[str, ...] = FACTS,
    name: str = "",
    noted: tuple[str, ...] = (),
) -> bool:
    messages = [MessageState(role="user", text=one) for one in said]
    read = asked_here(question(text), KnownPeople(facts, name, noted), messages)
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


NOTED = ("call Marta", "text Lou", "Leo's birthday", "email Sofia the form", "watch Dune")
WRITTEN = sorted((Path(__file__).parents[3] / "config" / "understanding").glob("written-*.tsv"))
PLACE = re.compile(r"\[place : ([^]]+)\]")
GENERAL = Path(__file__).parents[2] / "data" / "own" / "general-questions.txt"


@pytest.mark.parametrize(
    "text", ["where does Marta live", "how old is Lou", "what does leo eat", "is Sofia married"]
)
def test_who_is_named_in_a_list_or_a_reminder_is_somebody_of_the_users(text: str) -> None:
    assert not goes_out(text, facts=(), noted=NOTED)
    assert goes_out(text, facts=())


@pytest.mark.parametrize(
    "text",
    [
        *("how old is Marta Kauffman", "who is Lou Reed", "how tall is Leo Messi"),
        *("what is the population of Sofia", "hotels in Sofia", "who directed Dune"),
        *("how old is Brad Pitt", "where is Madrid", "who wrote Emma"),
    ],
)
def test_the_famous_and_places_are_asked_though_a_note_has_their_first_name(text: str) -> None:
    assert goes_out(text, facts=(), noted=NOTED)


def test_general_questions_are_asked_whatever_is_noted() -> None:
    lines = GENERAL.read_text(encoding="utf-8").splitlines()
    asked = [one for one in lines if one and one[0] != "#"]
    assert len(asked) >= 100
    known = KnownPeople(noted=NOTED)
    assert [one for one in asked if asked_here(question(one), known, ()) != question(one)] == []


def test_what_stays_here_is_looked_for_and_offered_to_be_searched_for() -> None:
    read = asked_here(question("does Anna like fish"), KnownPeople(FACTS), ())
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
    assert asked_here(ordered, KnownPeople(FACTS), ()) is ordered
    assert not may_go_out(ordered)
    assert may_go_out(question("Anna", "wikipedia"))


@pytest.mark.parametrize("text", ["look up Anna on Wikipedia", "search online if Anna likes fish"])
def test_who_names_the_web_is_obeyed(text: str) -> None:
    read = question(text, "wikipedia")
    assert asked_here(read, KnownPeople(FACTS), ()) is read


def placed(place: str, text: str = "", *, facts: tuple[str, ...] = FACTS) -> Intent | None:
    text = text or f"weather in {place}"
    read = Understanding(text, (Part(text, Intent("weather", {"place": place})),))
    known = KnownPeople(facts, "Sam", NOTED)
    return asked_here(read, known, ()).parts[0].intent


@pytest.mark.parametrize("name", ["Anna", "anna", "Tom", "Julia", "Marta", "Sam", "Priya Shah"])
def test_a_place_that_is_called_like_somebody_near_is_asked_about(name: str) -> None:
    intent = placed(name)
    assert intent is not None
    assert intent.name == "cannot"
    assert intent.slots["reply"].endswith(f"Do you mean a place called {name.title()}?")
    assert intent.slots["offer"] == f"weather in {name}"


def test_any_other_place_is_asked_for_at_once() -> None:
    lines = (one for file in WRITTEN for one in file.read_text(encoding="utf-8").splitlines())
    places = {found[1] for one in lines for found in PLACE.finditer(one)}
    assert len(places) >= 20
    kept = ("Paris is lovely in spring", *FACTS)
    assert [
        one for one in places if placed(one, facts=kept) != Intent("weather", {"place": one})
    ] == []
    assert placed("Paris", facts=kept) == Intent("weather", {"place": "Paris"})
    assert placed("Annapolis") == Intent("weather", {"place": "Annapolis"})
