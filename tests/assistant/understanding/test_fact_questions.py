"""Unit: a question with a word of a fact that was just told."""

import re
from pathlib import Path

import pytest
from assistant.understanding.messages_before import after
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.fact_questions import (
    asked_of_fact,
    is_beside,
    is_spelt_question,
)

pytestmark = pytest.mark.unit

GENERAL = Path(__file__).parents[2] / "data" / "own" / "general-questions.txt"
WORD = re.compile(r"[A-Z][a-z]{2,}|[a-z]{5,}")
ANNA = "remember that Anna lives in Oslo"
AT_LEAST = 90


def whole(text: str, *said: str, answer: str = "I will remember that.") -> str:
    return asked_of_fact(text, after(*said, answer=answer), knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (ANNA, "where does Anna live", "what did I tell you about Anna lives"),
        (ANNA, "does Anna like fish", "what did I tell you about whether Anna likes fish"),
        (ANNA, "what is the population of Oslo", ""),
        (ANNA, "set a timer", ""),
        (
            "remember that my sister likes tulips",
            "what flowers does my sister like",
            "what did I tell you about sister likes",
        ),
    ],
)
def test_it_is_recalled_only_where_the_fact_may_answer_it(said: str, text: str, meant: str) -> None:
    assert whole(text, said) == meant


def test_of_several_facts_one_that_answers_comes_first() -> None:
    asked = whole("does Anna like fish", "remember that Anna likes fish", ANNA)
    assert asked == "what did I tell you about Anna likes fish"
    assert not is_spelt_question(asked)
    assert is_spelt_question(whole("does Anna like fish", ANNA))
    assert whole("does Anna like fish", ANNA, answer="I do not keep that.") == ""


def test_a_general_question_is_not_answered_by_a_fact_that_has_a_word_of_it() -> None:
    lines = GENERAL.read_text(encoding="utf-8").splitlines()
    asked = [(one, WORD.findall(one)) for one in lines if one and one[0] != "#"]
    facts = [(f"Anna likes {words[-1]}", one) for one, words in asked if words]
    taken = [one for fact, one in facts if whole(one, f"remember that {fact}")]
    assert len(facts) >= AT_LEAST
    assert taken == []
    assert sum(is_beside(fact, one) for fact, one in facts) >= AT_LEAST // 2
