"""Unit: which words of a sentence are looked up, spelled or said."""

import pytest

from jarvis_voice.tools.words.asked_words import a_term, said_after, spelled

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("words", "term"),
    [
        *(("a mammal", "mammal"), ("to procrastinate", "procrastinate")),
        ("black hole", "black hole"),
        *(('"irony"', "irony"), ("it's", "it's"), ("itself", "itself"), ("island", "island")),
    ],
)  # fmt: skip
def test_a_term_is_looked_up_without_its_article(words: str, term: str) -> None:
    assert a_term(words) == term


@pytest.mark.parametrize(
    "words", ["it", "does it", "this all", "the red light", "a b c d e", "404", "your name", ""]
)
def test_what_points_at_something_is_no_term(words: str) -> None:
    with pytest.raises(ValueError, match="look"):
        a_term(words)


def test_what_is_spelled_may_be_any_word() -> None:
    assert [spelled(word) for word in ("B2B", "the", "Zo\u00eb.")] == ["B2B", "the", "Zo\u00eb"]


@pytest.mark.parametrize("words", ["good morning in Japanese", "again", "Louder."])
def test_how_to_say_something_is_nothing_to_say(words: str) -> None:
    with pytest.raises(ValueError, match=r"language|words"):
        said_after(words)


def test_all_else_is_said_as_it_is() -> None:
    assert said_after("I was in German class again") == "I was in German class again"
