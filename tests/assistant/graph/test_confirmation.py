"""Unit: what counts as a yes to a question, and what does not."""

import pytest

from jarvis_voice.assistant.graph.confirmation import answer_in, question_of

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    [
        *("yes", "Yes.", "yes please", "um, yeah", "sure", "Go ahead!", "yes, do it", "ok"),
        *(
            "please do",
            "Yes, I'm sure.",
            "Correct.",
            "that's right",
            "yes, clear it",
            "yes do that",
        ),
    ],
)
def test_a_whole_yes_is_a_yes(text: str) -> None:
    assert answer_in(text) == "yes"


@pytest.mark.parametrize(
    "text", ["no", "No, thanks.", "nope", "don't do it", "rather not", "cancel that", "not now"]
)
def test_a_no_is_a_no(text: str) -> None:
    assert answer_in(text) == "no"


@pytest.mark.parametrize("text", ["details", "what exactly", "tell me more", "read it again"])
def test_asking_what_it_is_about_is_neither(text: str) -> None:
    assert answer_in(text) == "details"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yes and no",
        "yesterday",
        "he said yes",
        "yes, open github",
        "yes, clear my calendar",
        "clear it",
        "yes, cancel that",
        "yes... forget it",
        "that is not right",
        "not sure",
        "no, open github",
        "what time is it",
        "yes but not now",
        "are you sure",
        "Yes?",
        "Okay?",
        "can you do it?",
    ],
)
def test_anything_else_answers_nothing(text: str) -> None:
    assert answer_in(text) is None


def test_the_question_ends_as_one() -> None:
    assert question_of("run this program: print(1).") == (
        "I want to run this program: print(1). Shall I?"
    )
