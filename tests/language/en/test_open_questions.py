"""Unit: an answer goes in; whether it ends in a question, or may wait for a yes, comes out."""

import pytest

from jarvis_voice.language.en.open_questions import ends_in_question, may_await_answer

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    [
        "Shall I tell you more?",
        "Shall I tell you more? :)",
        "Shall I tell you more? :D",
        "Shall I tell you more? \U0001f600",
        "Shall I tell you more? \U0001f469\u200d\U0001f373\ufe0f ",
        "(Shall I tell you more?)",
        "Do you want more detail?)",
        "**Want a joke?**",
        "_Want a joke?_",
        'He asked: "Want a joke?"',
        "Which one? xD",
        "Want more? ;-)",
        "Really?!",
        "Want more?\n",
        "Do you want to hear a joke? Yes or no.",
        "Do you want to hear a joke? Say yes or no.",
    ],
)
def test_signs_behind_a_question_change_nothing(text: str) -> None:
    assert ends_in_question(text)
    assert may_await_answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "The next question is about a joke, so say yes.",
        "Say yes and I tell you a joke.",
        "So say \u201cyes\u201d.",
        "Let me know if you want more.",
    ],
)
def test_an_answer_is_invited_without_a_question(text: str) -> None:
    assert not ends_in_question(text)
    assert may_await_answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Soap works well.",
        "Why soap? It is mild.",
        "Is it so? Yes",
        "Is it so? No.",
        "It is mild. \U0001f600",
        "Nobody says no to that.",
        "I will tell you what works: soap.",
    ],
)
def test_what_is_only_told_asks_nothing(text: str) -> None:
    assert not ends_in_question(text)


@pytest.mark.parametrize(
    "text", ["Soap works well.", "Yes, soap works.", "It is mild :)", "Nobody says no to that."]
)
def test_what_is_only_told_awaits_nothing(text: str) -> None:
    assert not may_await_answer(text)
