"""Unit: words of the templates as speech to text misspells them, and what stays as it is."""

import pytest

from jarvis_voice.assistant.understanding.sound_alikes import (
    as_meant,
    with_threes,
    without_question,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("and 5 minutes to the timer", "add 5 minutes to the timer"),
        ("10 minutes to my egg timer", "add 10 minutes to my egg timer"),
        ("what is the square root at 144", "what is the square root of 144"),
        ("open to MIT", "open MIT"),
        ("open MIT's wedge site", "open MIT's website"),
        ("what's the whether in Paris", "what's the weather in Paris"),
        ("take this green shot", "take this screenshot"),
        ("very mind me to call Ana", "remind me to call Ana"),
        ("bring mine me in 20 minutes to go", "remind me in 20 minutes to go"),
        ("set in alarm for 630", "set an alarm for 6:30"),
        ("set an alarm 4630", "set an alarm for 6:30"),
        ("set an alarm for 1230", "set an alarm for 12:30"),
        ("bread my notes", "read my notes"),
        ("red me the shopping list", "read me the shopping list"),
        ("how many feet are we in a mile", "how many feet are in a mile"),
        ("how many grams are in and out", "how many grams are in an ounce"),
        ("what is the three squared", "what is three squared"),
        ("what is the 12 times 4", "what is 12 times 4"),
        ("whit's on ma shopping list", "what's on my shopping list"),
        ("put ham on me list", "put ham on my list"),
    ],
)
def test_a_word_of_the_templates_is_restored(heard: str, meant: str) -> None:
    assert as_meant(heard) == meant


@pytest.mark.parametrize(
    "text",
    [
        "set an alarm for 12",
        "set an alarm for 6.30",
        "open the red notes",
        "never mind me",
        "mind me at the meeting tomorrow",
        "remember that Anna set the burglar alarm at 1830",
        "snooze the alarm for 100",
        "how many players are in and out",
        "how many people are we in a queue",
        "tell me about the one plus 12",
        "how many people are in a mile",
        "what is the three body problem",
        "what is the seven times table",
        "open to do",
        "who shot the sheriff",
        "send the list to Ann",
        "call ma",
        "remind me timers are due",
    ],
)
def test_what_may_be_meant_as_it_was_heard_stays(text: str) -> None:
    assert as_meant(text) == text


def test_a_question_in_front_of_a_sum_is_left_out() -> None:
    assert without_question("but is 3 plus 4") == "3 plus 4"
    assert without_question("3 plus 4") == "3 plus 4"


def test_threes_and_squares_of_a_sum_are_restored() -> None:
    assert with_threes("free squared") == "3 squared"
    assert with_threes("12 square") == "12 squared"
