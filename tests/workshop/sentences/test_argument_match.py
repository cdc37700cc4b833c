"""Unit: an expected argument and the one that a tool got, compared leniently."""

import pytest

from jarvis_voice.workshop.sentences.argument_match import are_alike, is_alike

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("wanted", "had"),
    [
        ("Milk", " milk "),
        ("to-do", "to do"),
        ("5 minutes", "five minutes"),
        ("an hour and a half", "90 minutes"),
        ("5 minutes", 300),
        ("30", 30),
        ("30", "thirty"),
        ("30 percent", 30),
        ("milk, eggs", "milk and eggs"),
        ("milk and eggs", ["milk", "eggs"]),
        ("7 tomorrow", "seven tomorrow"),
        ("github.com", "https://www.github.com/"),
        ("call Ana", "to call ana."),
        ("180", "(15 times 4) times 3"),
        ("20% of 85", "twenty percent of 85"),
        ("yes", True),
        ("", ""),
        ("", None),
    ],
)
def test_the_same_in_other_words(wanted: str, had: object) -> None:
    assert is_alike(wanted, had)


@pytest.mark.parametrize(
    ("wanted", "had"),
    [
        ("milk", "milk and eggs"),
        ("5 minutes", "50 minutes"),
        ("5 minutes", 5),
        ("30", 31),
        ("7 tomorrow", "7"),
        ("github.com", "https://gitlab.com/"),
        ("181", "(15 times 4) times 3"),
        ("tea", "15 times 4"),
        ("", "milk"),
        ("milk", None),
        ("yes", False),
    ],
)
def test_another_one(wanted: str, had: object) -> None:
    assert not is_alike(wanted, had)


def test_one_argument_may_stand_within_another() -> None:
    egg = {"name": "7 minute egg", "length": ""}
    assert are_alike({"length": "7 minutes", "name": "egg"}, egg)
    assert not are_alike({"length": "8 minutes"}, egg)
    ana = {"text": "in ten minutes to call Ana", "when": ""}
    assert are_alike({"when": "in 10 minutes", "text": "call ana"}, ana)
    assert not are_alike({"text": "call ana"}, ana)


def test_groceries_and_shopping_are_one_list() -> None:
    assert are_alike({"list": "groceries"}, {"list": "shopping", "text": "figs"})
    assert not are_alike({"list": "packing"}, {"list": "shopping", "text": "figs"})
