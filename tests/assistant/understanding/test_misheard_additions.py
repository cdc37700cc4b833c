"""Unit: what may have been "add ... to my list"."""

import pytest

from jarvis_voice.assistant.understanding.misheard_additions import additions_like


@pytest.mark.parametrize(
    ("heard", "likely"),
    [
        ("and milk to the shopping list.", "add milk to the shopping list."),
        ("At oat milk and eggs to my list", "add oat milk and eggs to my list"),
        ("ed paint onto our to-do list", "add paint onto our to-do list"),
    ],
)
def test_a_small_word_in_front_of_what_goes_to_a_list(heard: str, likely: str) -> None:
    assert additions_like(heard) == (likely,)


@pytest.mark.parametrize(
    "text",
    [
        "milk to the shopping list",
        "stop adding milk to the shopping list",
        "and milk",
        "and send the list to Ann",
        "and put milk onto the list",
        "and what did I add to my shopping list",
    ],
)
def test_other_words_are_left_alone(text: str) -> None:
    assert additions_like(text) == ()
