"""Unit: questions that no search can answer, since nothing says what they are about."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.loose_pronouns import leans, names_nothing

pytestmark = pytest.mark.unit

LEANING = [
    "when was he born",
    "how old is she",
    "who wrote it",
    "how much longer",
    "how long is left on it",
    "where is it",
    "how do you spell that",
    "how many people live there",
    "how much is the other one",
    "what color is it",
    "how far is it from there",
    "is it nearly done",
    "did they win",
    "which ends first",
    "what is that as ten equal parts",
]


@pytest.mark.parametrize("question", LEANING)
def test_a_word_that_is_not_explained_is_seen(question: str) -> None:
    assert leans(question)


@pytest.mark.parametrize("question", LEANING)
def test_such_a_question_is_not_searched_for(question: str) -> None:
    [part] = knowledge().read(question).parts
    assert part.intent is None or part.intent.name != "search"


@pytest.mark.parametrize(
    "question",
    [
        "when was Mozart born",
        "how many countries are there",
        "is there life on Mars",
        "why does it rain",
        "how long does it take to boil an egg",
        "what does it mean to be kind",
        "is it safe to eat raw eggs",
        "who is the president of France",
        "how old is the king of Spain",
        "what song is this",
        "is it legal in Texas",
        "do they speak English in Malta",
        "which comes first in a triathlon",
        "which planet is the largest",
        "is it true cats always land on their feet",
    ],
)
def test_a_whole_question_leans_on_nothing(question: str) -> None:
    assert not leans(question)


@pytest.mark.parametrize("query", ["it at now", "that come to", "it", "the other one"])
def test_a_search_of_little_words_names_nothing(query: str) -> None:
    assert names_nothing(query)


@pytest.mark.parametrize("query", ["the It film", "this Is It", "what is rust", "it in Leeds"])
def test_one_word_more_names_something(query: str) -> None:
    assert not names_nothing(query)
