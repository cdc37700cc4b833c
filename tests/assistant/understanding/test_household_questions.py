"""Unit: questions about the people and things around the user, and questions for anybody."""

import pytest

from jarvis_voice.assistant.understanding.household_questions import is_of_household

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "question",
    [
        "When's Gran's operation?",
        "how old is dad",
        "has anyone fed the cat",
        "is there still bread",
        "when do the kids break up from school",
        "is the washing done",
        "when is the rent due",
        "where are the car keys",
        "what's the code for the side gate",
        "what is the password for netflix",
        "when does the post come",
        "are there any eggs left in the fridge",
        "whose turn is it to cook",
        "what's for tea tonight",
        "how long till payday",
        "what's on at work tomorrow",
        "has Sarah replied yet",
        "what did the vet say",
        "what size shoes does Ben take",
    ],
)
def test_only_the_household_knows_it(question: str) -> None:
    assert is_of_household(question)


@pytest.mark.parametrize(
    "question",
    [
        "how does the dishwasher work",
        "why does the dog chase its tail",
        "when was the fridge invented",
        "who is Uncle Sam",
        "tell me a dad joke",
        "when is Mother's Day",
        "how long can ham stay in the fridge",
        "when does the Tour de France start",
        "has Apple replied to the lawsuit",
        "did Ronaldo score yesterday",
        "what is the dog in Frasier called",
        "who wrote the Cat in the Hat",
        "what is the code for Heathrow",
        "what size is the sun",
        "what is Granny Smith",
        "who is Mum in The Royle Family",
        "who played dad in Mrs Doubtfire",
        "is the post office open today",
        "when does the post arrive in the UK",
        "what is the code for italy",
        "when did the boiler get invented",
    ],
)
def test_anybody_may_know_it(question: str) -> None:
    assert not is_of_household(question)
