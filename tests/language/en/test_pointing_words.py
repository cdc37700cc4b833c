"""Unit: what a sentence points at, and whether it goes on with the one before."""

import pytest

from jarvis_voice.language.en.pointing_words import points_at, resumes

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    [
        "is it raining", "what time is it", "it's Priya speaking",
        "how far is it from Rome to Bari",
        "is this thing recording me", "where we live these days", "is there any frost tonight",
        "list everything that's set", "remember that my car is red", "one timer for the rice",
        "what language do they speak in Chile", "tell me what time it is",
    ],
)  # fmt: skip
def test_what_names_all_its_things_points_at_nothing(text: str) -> None:
    assert points_at(text) == "nothing"


@pytest.mark.parametrize(
    "text",
    [
        "my sister lives in Toronto, what time is it there", "list for the shop, what's on it",
        "one timer for 3 minutes, another for 7", "Do I have a name? What is it?",
    ],
)  # fmt: skip
def test_a_pointer_behind_its_thing_points_inside(text: str) -> None:
    assert points_at(text) == "inside"


@pytest.mark.parametrize(
    "text",
    [
        "cancel it", "that one is done", "is it humid over there", "who is he",
        "add another at six",
        "they're bargaining, forty then", "the second one", "stop that", "kill the shorter one",
        "that's everything, read it", "how old is she",
    ],
)  # fmt: skip
def test_a_pointer_without_its_thing_points_outside(text: str) -> None:
    assert points_at(text) == "outside"


@pytest.mark.parametrize(
    "text",
    ["and in Paris", "what about Leeds", "no, at one", "make it six", "okay, also eggs",
     "how about Friday", "which is warmer", "for Friday too", "in the morning", "milk as well"],
)  # fmt: skip
def test_what_goes_on_is_seen_by_its_edges(text: str) -> None:
    assert resumes(text)


@pytest.mark.parametrize(
    "text",
    ["what time is it", "how about we add tea to my list", "at what time does it get dark",
     "on my shopping list put tea", "too quiet", "what else do you know about me"],
)  # fmt: skip
def test_a_whole_sentence_goes_on_with_nothing(text: str) -> None:
    assert not resumes(text)
