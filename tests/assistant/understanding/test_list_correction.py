"""Unit: what puts a list right, said out whole."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.list_correction import list_put_right

pytestmark = pytest.mark.unit

ADDED = "add salt to my shopping list"
ADDED_TWO = "add pasta and rice to my shopping list"
KEPT = "I have added it to the shopping list."


def whole(text: str, *said: str, answer: str = KEPT) -> str:
    messages = [
        message
        for one in said
        for message in (
            MessageState(role="user", text=one),
            MessageState(role="assistant", text=answer),
        )
    ]
    return list_put_right(text, messages, knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("said", "text", "removed", "added"),
    [
        (ADDED, "no, I meant malt", "salt from my shopping list", "malt to my shopping list"),
        (ADDED, "whoops I said that wrong, malt", "salt from my shopping list", "malt to my shop"),
        (ADDED, "whoops, that's for the party list", "salt from my shopping", "salt to my party"),
        (
            "add oat milk to my shopping list",
            "nah, almond milk instead of the oat",
            "oat milk from my shopping list",
            "almond milk to my shopping list",
        ),
        (ADDED, "nah, malt instead of the salt", "salt from my shopping list", "malt to my shop"),
        (ADDED, "no, malt", "salt from my shopping list", "malt to my shopping list"),
        (ADDED, "sorry, I said malt", "salt from my shopping list", "malt to my shopping list"),
        (ADDED, "not salt, malt", "salt from my shopping list", "malt to my shopping list"),
        (ADDED, "swap the salt for pepper", "salt from my shopping list", "pepper to my shopping"),
        (ADDED, "change salt to pepper", "salt from my shopping list", "pepper to my shopping"),
        (ADDED, "wrong list, the party list", "salt from my shopping list", "salt to my party"),
        (ADDED, "oops, that belongs on the party list", "salt from my shopping", "salt to my par"),
        (ADDED, "move it to the party list", "salt from my shopping list", "salt to my party list"),
    ],
)
def test_what_was_added_goes_off_and_the_right_one_on(
    said: str, text: str, removed: str, added: str
) -> None:
    first, _, second = whole(text, said).partition(" and then ")
    assert first.startswith(f"remove {removed}")
    assert second.startswith(f"add {added}")


@pytest.mark.parametrize("text", ["not the rice", "no wait, not rice", "not rice, I've got enough"])
def test_one_of_two_goes_off_again(text: str) -> None:
    assert whole(text, ADDED_TWO) == "remove rice from my shopping list"


def test_one_more_is_one_more_of_the_same() -> None:
    assert whole("one more then", "add one lemon to my shopping list") == (
        "add one more lemon to my shopping list"
    )


@pytest.mark.parametrize(
    "text",
    [
        *("no, thanks", "no problem", "no, cancel that", "no, tomorrow", "no, what time is it"),
        *("it's for the sauce", "it's the family favourite", "no, for the sauce"),
        *("not now", "not the bread", "change the alarm to 7", "wrong", "no"),
    ],
)
def test_what_names_no_thing_puts_nothing_right(text: str) -> None:
    assert whole(text, ADDED) == ""


def test_what_was_not_added_is_not_taken_off() -> None:
    assert whole("no, I meant malt", ADDED, answer="Salt is on the shopping list already.") == ""
    assert whole("no, I meant malt", "what time is it") == ""
    assert whole("no, malt", ADDED_TWO) == ""


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        ("add 2 cans of tuna and milk to my shopping list", "make it four cans of tuna",
         "remove 2 cans of tuna from my shopping list and then "
         "add four cans of tuna to my shopping list"),
        ("add 2 kilos of potatoes a dozen eggs and three cans of tuna to my shopping list",
         "make it four cans of tuna",
         "remove three cans of tuna from my shopping list and then "
         "add four cans of tuna to my shopping list"),
        ("add 2 eggs to my shopping list", "double the eggs",
         "remove 2 eggs from my shopping list and then add 4 eggs to my shopping list"),
        ("add 2 eggs to my shopping list", "double it",
         "remove 2 eggs from my shopping list and then add 4 eggs to my shopping list"),
        ("add oat milk to my shopping list", "make it milk",
         "remove oat milk from my shopping list and then add milk to my shopping list"),
        ("add flour to my shopping list", "double the flour", ""),
        ("add potatoes eggs tuna to my shopping list", "make it four cans of tuna", ""),
        ("add tuna and milk to my shopping list", "make it bread", ""),
        ("add red wine and white wine to my shopping list", "not the wine", ""),
        ("add milk and oat milk to my shopping list", "not the milk",
         "remove milk from my shopping list"),
    ],
)  # fmt: skip
def test_only_the_one_thing_that_is_said_anew_goes(said: str, text: str, meant: str) -> None:
    assert whole(text, said) == meant
