"""Unit: the entries that a text names."""

import pytest

from jarvis_voice.language.en.spoken_lists import list_named, things_in

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("milk, eggs and bread", ["milk", "eggs", "bread"]),
        ("bin bags, the big ones", ["bin bags, the big ones"]),
        ("soap, the liquid kind, and tea", ["soap, the liquid kind", "tea"]),
        ("the big ones, tea", ["big ones", "tea"]),
    ],
)
def test_a_kind_stays_with_its_thing(text: str, things: list[str]) -> None:
    assert things_in(text, "shopping") == things


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("rice, and also garlic", ["rice", "garlic"]),
        ("tape plus glue", ["tape", "glue"]),
        ("tea as well as a pen", ["tea", "a pen"]),
        ("soap, plus tea along with milk", ["soap", "tea", "milk"]),
        ("eggs and some of the cheese", ["eggs", "cheese"]),
    ],
)
def test_more_words_than_and_stand_between_things(text: str, things: list[str]) -> None:
    assert things_in(text, "shopping") == things


def test_what_is_to_be_done_keeps_its_words() -> None:
    assert things_in("call Ana plus Ben", "to-do") == ["call Ana plus Ben"]


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("m and m's", ["m and m's"]),
        ("m and m's and milk", ["m and m's", "milk"]),
        ("milk, m and ms and tea", ["milk", "m and ms", "tea"]),
        ("half and half and sugar", ["half and half", "sugar"]),
        ("ben and jerry's ice cream and milk", ["ben and jerry's ice cream", "milk"]),
        ("salt and pepper grinder", ["salt and pepper grinder"]),
        ("cheese and onion crisps", ["cheese and onion crisps"]),
        ("salt and pepper", ["salt", "pepper"]),
        ("bread and butter", ["bread", "butter"]),
        ("cheese and onions", ["cheese", "onions"]),
        ("milk and milk chocolate", ["milk", "milk chocolate"]),
        ("2 kilos of potatoes a dozen eggs and three cans of tuna",
         ["2 kilos of potatoes", "a dozen eggs", "three cans of tuna"]),
        ("a pack of 12 eggs and milk", ["a pack of 12 eggs", "milk"]),
    ],
)  # fmt: skip
def test_a_name_keeps_its_and_and_amounts_part_things(text: str, things: list[str]) -> None:
    assert things_in(text, "shopping") == things


def test_what_is_to_be_done_keeps_its_amounts() -> None:
    assert things_in("bring Ana 2 cans of tuna", "to-do") == ["bring Ana 2 cans of tuna"]


@pytest.mark.parametrize("spoken", ["this list", "a list", "that list", "the list", "my lists"])
def test_what_only_points_names_no_list(spoken: str) -> None:
    assert list_named(spoken) == ""
    assert list_named("this") == ""
