"""Unit: what a turn names to go on a list, off it, or in the place of a thing."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.list_words import (
    at_said_place,
    is_of_all,
    put_in_place,
    thing_anew,
    things_to_add,
    things_to_take,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "name", "things"),
    [
        ("soap, two towels and the comb", "packing", ["soap", "two towels", "comb"]),
        ("and my hat and my scarf", "packing", ["hat", "scarf"]),
        ("peas too", "shopping", ["peas"]),
        ("mend the fence, put that on", "to-do", ["mend the fence"]),
        ("call Bea, that wants to go on too", "to-do", ["call Bea"]),
        ("a card too, a plain one", "shopping", ["a card"]),
        ("she always sleeps through it", "packing", []),
        ("good luck to you", "packing", []),
    ],
)
def test_things_to_add(text: str, name: str, things: list[str]) -> None:
    assert things_to_add(text, name) == things


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("got the bread already", ["bread"]),
        ("I've done the ironing one", ["ironing"]),
        ("chargers are in, tick", ["chargers"]),
        ("butter can go", ["butter"]),
        ("the parcel went out this morning", ["parcel"]),
        ("mend the tap, that's finished", ["mend the tap"]),
        ("Kim's bringing the stove too", ["stove"]),
        ("Ana is away, take her off", ["Ana"]),
        ("done the first two", []),
        ("no need", []),
        ("it's in my bag", []),
    ],
)
def test_things_to_take(text: str, things: list[str]) -> None:
    assert things_to_take(text, "shopping") == things


def test_behind_something_taken_off_a_bare_thing_goes_too() -> None:
    assert things_to_take("the cream too", "shopping", is_also=True) == ["cream"]
    assert things_to_take("the cream too", "shopping") == []


@pytest.mark.parametrize(
    "text", ["delete everything on it", "take off all of it", "scrap the lot", "remove them all"]
)
def test_all_of_a_list(text: str) -> None:
    assert is_of_all(text)


@pytest.mark.parametrize(
    "text", ["delete the milk", "take everything for the cake off", "all done"]
)
def test_a_part_of_a_list_is_not_all_of_it(text: str) -> None:
    assert not is_of_all(text)


def test_a_word_that_says_nothing_is_no_kind() -> None:
    assert thing_anew("oh, and a black folder", "lozenges", "shopping") == ("", False)


@pytest.mark.parametrize(
    ("text", "old", "name", "new"),
    [
        ("three crates of it", "beer", "party", ("three crates of beer", True)),
        ("two of them", "tents", "camping", ("two tents", True)),
        ("thick ones, it will be cold", "socks", "packing", ("thick socks", True)),
        ("yellow ones", "buy flowers", "to-do", ("buy yellow flowers", True)),
        ("rolls instead", "bread", "shopping", ("rolls", True)),
        ("swap it for a walk", "the gym", "to-do", ("walk", True)),
        ("size five", "nappies", "shopping", ("size five nappies", False)),
        ("pe kit", "swim kit", "packing", ("pe kit", False)),
        ("I told you so", "bread", "shopping", ("", False)),
    ],
)
def test_a_thing_said_otherwise(text: str, old: str, name: str, new: tuple[str, bool]) -> None:
    assert thing_anew(text, old, name) == new


def test_what_only_tells_something_is_no_kind() -> None:
    assert thing_anew("friday feeling", "prosecco", "shopping") == ("", False)
    assert thing_anew("three two one boom", "fireworks", "party") == ("", False)


def test_one_thing_in_the_place_of_another() -> None:
    assert put_in_place("swap the leeks for peas") == ("leeks", "peas")
    assert put_in_place("boots should be sandals") == ("boots", "sandals")
    assert put_in_place("that will do") == ("", "")


def test_the_whole_list_is_meant() -> None:
    assert is_of_all("we stay in, ditch the whole list")
    assert not is_of_all("we stay in, ditch that")


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("remove the second item", ["eggs"]),
        ("remove the first item, not the second", ["milk"]),
        ("take the first and the second one off", []),
        ("remove the fifth one", []),
        ("take the milk off", None),
    ],
)
def test_the_thing_at_a_place(text: str, things: list[str] | None) -> None:
    assert at_said_place(text, ("milk", "eggs", "bread")) == things
