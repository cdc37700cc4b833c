"""Unit: what people are called, and what is no name."""

import pytest

from jarvis_voice.language.en.person_names import LONGEST_PERSON_NAME, is_introduction, name_in

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Sam", "Sam"),
        ("sam", "Sam"),
        ("Ada Lovelace", "Ada Lovelace"),
        ("jean-luc picard", "Jean-Luc Picard"),
        ("o'neill", "O'Neill"),
        ("Dr. Smith", "Dr. Smith"),
        ("J.", "J."),
        ("Will", "Will"),
        ("José", "José"),
        ("Sam from now on", "Sam"),
        ("Sam, by the way", "Sam"),
        ("just Sam, please", "Sam"),
        ("  Sam ", "Sam"),
    ],
)
def test_a_name_is_read(words: str, name: str) -> None:
    assert name_in(words) == name


@pytest.mark.parametrize(
    "words",
    [
        *("", "a taxi", "an ambulance", "later", "back", "when dinner is ready", "not Sam"),
        *("the boss", "tomorrow", "if you need me", "agent 47", "me", "what I want"),
        *("one two three four five", "x" * (LONGEST_PERSON_NAME + 1), "http://x.org"),
    ],
)
def test_what_is_no_name_is_none(words: str) -> None:
    assert name_in(words) == ""


@pytest.mark.parametrize(
    ("words", "is_name"),
    [
        ("Sam", True),
        ("Ada Lovelace", True),
        ("sam", False),
        ("tired", False),
        ("going home", False),
        ("German", False),
        ("Vegetarian", False),
        ("Sam and hungry", False),
        ("", False),
    ],
)
def test_behind_i_am_only_a_capital_makes_a_name(words: str, *, is_name: bool) -> None:
    assert is_introduction(words) is is_name
