"""Unit: how much of a thing is wanted."""

import pytest

from jarvis_voice.language.en.thing_amounts import (
    amounts_apart,
    counted,
    doubled,
    has_amount,
    is_same_thing,
    without_amount,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "things",
    [
        ["2 kilos of potatoes", "a dozen eggs"],
        ["a jar of honey", "a can of beans", "a bag of rice"],
        ["one apple", "two bananas", "three oranges"],
        ["milk", "a dozen eggs"],
        ["bread", "two cans of tuna"],
        ["2kg potatoes", "500g flour"],
        ["half a kilo of mince", "two tins of tomatoes"],
        ["two large bottles of water", "three bags of crisps"],
        ["100 grams of butter", "2 eggs"],
        ["a bottle of wine", "some cheese"],
        ["a couple of lemons", "a bunch of parsley"],
        ["two pounds of ground beef", "one onion", "a can of kidney beans"],
    ],
)
def test_amounts_part_things(things: list[str]) -> None:
    assert amounts_apart(" ".join(things)) == things


@pytest.mark.parametrize(
    "thing",
    [
        *("milk", "oat milk", "7 up", "wd 40", "size 4 nappies", "nappies size 4"),
        *("a pack of 12 eggs", "two packs of 6 eggs", "3 cans of 7 up", "two 9 volt batteries"),
        *("one 10 kilo bag of rice", "a 2 litre bottle of milk", "a box of 24 coloured pencils"),
        *("2 bottles of factor 50 sun cream", "vitamin c 500 mg tablets", "two 12 inch pizzas"),
        *("a pair of size 12 shoes", "two for one vouchers", "two percent milk", "a few things"),
        *("a gallon of two percent milk", "three bean salad", "a six pack", "10 4 inch nails"),
        *("eggs a dozen", "paper towels 2 rolls", "another pint of milk", "a dozen red roses"),
    ],
)
def test_a_thing_keeps_its_numbers(thing: str) -> None:
    assert amounts_apart(thing) == [thing]


@pytest.mark.parametrize(
    ("thing", "bare"),
    [
        ("three cans of tuna", "tuna"),
        ("a dozen eggs", "eggs"),
        ("2 eggs", "eggs"),
        ("milk", "milk"),
        ("oat milk", "oat milk"),
    ],
)
def test_a_thing_without_its_amount(thing: str, bare: str) -> None:
    assert without_amount(thing) == bare
    assert has_amount(thing) is (thing != bare)


@pytest.mark.parametrize(
    ("thing", "twice"),
    [
        ("2 eggs", "4 eggs"),
        ("two cans of tuna", "4 cans of tuna"),
        ("a jar of honey", "two jars of honey"),
        ("a loaf of bread", "two loaves of bread"),
        ("a dozen eggs", "two dozen eggs"),
        ("flour", ""),
        ("the eggs", ""),
    ],
)
def test_twice_as_much(thing: str, twice: str) -> None:
    assert doubled(thing) == twice


@pytest.mark.parametrize(
    ("number", "thing", "whole"),
    [
        ("three", "2 eggs", "three eggs"),
        ("ten", "a dozen eggs", "ten eggs"),
        ("five", "two cans of tuna", "five cans of tuna"),
        ("five", "a can of tuna", "five cans of tuna"),
        ("two", "milk", "two milk"),
    ],
)
def test_another_number(number: str, thing: str, whole: str) -> None:
    assert counted(number, thing) == whole


def test_the_same_thing_in_another_amount() -> None:
    assert is_same_thing("four cans of tuna", "three cans of tuna")
    assert is_same_thing("two milks", "milk")
    assert not is_same_thing("three cans of beans", "three cans of tuna")
