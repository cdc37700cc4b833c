"""Unit: what is asked behind a question of the web goes in, the whole question comes out."""

import pytest

from jarvis_voice.assistant.understanding.asked_on import asked_on
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit


def query(before: str, turn: str) -> str:
    found = asked_on(turn, Intent("search", {"query": before, "kind": "question"}))
    return str(found.slots["query"]) if found else ""


@pytest.mark.parametrize(
    ("before", "turn", "whole"),
    [
        ("how long is a sow pregnant", "and a ewe", "how long is a ewe pregnant"),
        ("how long does concrete take to cure", "what about mortar",
         "how long does mortar take to cure"),
        ("what is a normal pulse for an adult", "and for a child of ten",
         "what is a normal pulse for a child of ten"),
        ("who invented the sewing machine", "in which year was it",
         "who invented the sewing machine in which year was it"),
        ("who won the cup", "who did they beat", "who did won cup beat"),
        ("who wrote the anthem", "when was that", "who wrote the anthem in what year"),
        ("the first to sail round the world", "in what year",
         "in what year the first to sail round the world"),
        ("the first to translate it into English", "and into French",
         "the first to translate it into French"),
        ("how far away is the moon", "and the sun", "how far away is the sun"),
        ("how long does a queen bee live", "and a worker bee", "how long does a worker bee live"),
        ("How long does a Greenland shark live", "And a bowhead whale",
         "How long does a bowhead whale live"),
        ("a normal resting heart rate", "and for a baby", "a normal resting heart rate for a baby"),
        ("who built the Eddystone lighthouse", "and the Bell Rock one?",
         "who built the Bell Rock lighthouse"),
        ("what temperature do you fire stoneware at", "and porcelain",
         "what temperature do you fire porcelain at"),
        ("the population of Scotland", "and of Wales?", "the population of Wales"),
        ("how tall is Ben Nevis", "and of Snowdon", "how tall is Snowdon"),
        ("how old is the Eiffel Tower", "and Big Ben", "how old is Big Ben"),
        ("which is the deepest station on the London Underground", "and which line's the oldest",
         "which line's the oldest London Underground"),
        ("how tall is a giraffe", "and an elephant", "how tall is an elephant"),
        ("the melting point of iron", "and bronze", "the melting point of bronze"),
        ("who discovered penicillin", "in which year", "who discovered penicillin in which year"),
        ("vellum made of", "and parchment?", "parchment made of"),
        ("papier mache used for", "and clay", "clay used for"),
        ("How many people speak Nahuatl", "And Zapotec?", "How many people speak Zapotec"),
        ("how many moons has it got", "and what about Saturn", "how many moons has Saturn got"),
        ("how many moons has the biggest planet got", "and what about Saturn",
         "how many moons has Saturn got"),
        ("how old is Dolly Parton", "and Madonna", "how old is Madonna"),
        ("who won the world cup in 1998", "and the year after", "who won the world cup in 1999"),
        ("who won the world cup in 1998", "the year before that",
         "who won the world cup in 1997"),
        ("how old is Dolly Parton", "ooh, and is she married", "is Dolly Parton married"),
    ],
)  # fmt: skip
def test_the_question_of_before_completes_it(before: str, turn: str, whole: str) -> None:
    assert query(before, turn) == whole


@pytest.mark.parametrize(
    ("before", "turn"),
    [
        ("who won the cup", "thanks"),
        ("who won the cup", "and my brother"),
        ("who won the cup", "whose turn is it to cook"),
        ("who won the cup", "what time would it be in Kathmandu"),
        ("when did the tramway open", "and what time is it in Melbourne now"),
        ("who won the cup", "and the year after"),
        ("who won the cup", "which day is it to put out"),
        ("who won the cup", "have they fixed the lift"),
        ("who painted the Mona Lisa", "and when is the bin collected"),
        ("who won the cup", "what is my balance"),
        ("who won the cup", "where is the nearest bank"),
        ("how old is the Eiffel Tower", "and my house"),
        ("cheap flights", "and a car"),
    ],
)
def test_what_is_the_users_own_or_stands_alone_is_no_such_question(before: str, turn: str) -> None:
    assert query(before, turn) == ""


def test_nothing_goes_on_with_what_no_search_answered() -> None:
    assert asked_on("and a ewe", Intent("weather", {"place": "Rome"})) is None
    assert asked_on("and a ewe", None) is None
