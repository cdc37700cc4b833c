"""Unit: a list that is to be begun."""

import pytest

from jarvis_voice.assistant.understanding.list_beginnings import begun_list

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("start a packing list for me", "add something to my packing list"),
        ("I'd like a list called Easter", "add something to my easter list"),
        ("begin a list for the wedding", "add something to my wedding list"),
        ("make a shopping list", "add something to my shopping list"),
        ("I'm making a wish list, put a kite on it", "add a kite to my wish list"),
        ("start a packing list with socks and soap", "add socks and soap to my packing list"),
        ("create a list named chores and add dusting", "add dusting to my chores list"),
    ],
)
def test_a_list_is_begun_with_something(line: str, whole: str) -> None:
    assert begun_list(line) == whole


@pytest.mark.parametrize(
    "line",
    [
        "make me a list",
        "start a new list",
        "make a list of the best films",
        "I need a packing list for Spain",
        "what is on my packing list",
        "add soap to my packing list",
        "is there a guest list",
    ],
)
def test_what_names_no_list_or_wants_one_written_begins_none(line: str) -> None:
    assert begun_list(line) == ""
