"""Unit: which slots of a command stand in what was heard."""

import pytest

from jarvis_voice.workshop.benches.slots import slots_heard

pytestmark = pytest.mark.unit

VALUES = (
    *("coffee", "iced coffee", "house coffee", "iced mocha", "mocha", "latte", "cappuccino"),
    *("single shot", "double shot", "triple shot", "medium", "large", "eight ounce"),
    *("twelve ounce", "twenty ounce", "medium roast", "dark roast", " milk", "soy milk"),
    *("a bit of soy milk", "sugar", " brown sugar", "a lot of brown sugar", "espresso"),
)


def is_heard(value: str, text: str) -> bool:
    return slots_heard({"slot": value}, text, VALUES) == (True,)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("double shot", "Can I have a double-shot latte?"),
        ("double shot", "Two coffees, double shots."),
        ("twelve ounce", "A 12 ounce espresso"),
        ("twelve ounce", "a 12oz espresso"),
        ("twelve ounce", "Twelve-ounces of coffee"),
        ("twenty ounce", "a 20 oz. iced mocha"),
        ("iced coffee", "an ice coffee, please"),
        ("soy milk", "with soymilk"),
        (" milk", "with milk."),
        ("a lot of brown sugar", "alot of brown sugar"),
        ("cappuccino", "a cappucino"),
        ("espresso", "an Expresso!"),
        ("latte", "a caff\u00e8 latte"),
        ("medium", "a medium dark roast mocha"),
        ("sugar", "brown sugar, no, just sugar"),
    ],
)
def test_one_word_may_be_spelled_in_several_ways(value: str, text: str) -> None:
    assert is_heard(value, text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("double shot", "a double short latte"),
        ("double shot", "a dull shot of coffee"),
        ("double shot", "a double latte with a shot"),
        ("medium roast", "a medium rose latte"),
        ("medium roast", "a medium roasted latte"),
        ("dark roast", "a dark grey roast"),
        ("mocha", "a matcha"),
        ("mocha", "a moco"),
        ("twelve ounce", "a 20 ounce mocha"),
        ("latte", "a late one"),
        ("latte", ""),
        # the text says more, or something else
        ("sugar", "with brown sugar"),
        (" milk", "with soy milk"),
        ("soy milk", "a bit of soy milk"),
        ("coffee", "an iced coffee"),
        ("medium", "a medium roast mocha"),
    ],
)
def test_another_word_is_another_word(value: str, text: str) -> None:
    assert not is_heard(value, text)


def test_each_slot_is_judged_in_order() -> None:
    slots = {"size": "large", "coffeeDrink": "latte", "milkAmount": "soy milk"}
    assert slots_heard(slots, "A large latter with soy milk", VALUES) == (True, False, True)
