"""Unit: what is said in short about a list, said out whole."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.list_talk import about_list

pytestmark = pytest.mark.unit

ADDED = "add milk to my shopping list"
READ = "what is on my shopping list"
CHECKED = "is milk on my shopping list"
REMOVED = "remove milk from my shopping list"


def whole(text: str, *said: str, answer: str = "Done.") -> str:
    messages = [
        message
        for one in said
        for message in (
            MessageState(role="user", text=one),
            MessageState(role="assistant", text=answer),
        )
    ]
    return about_list(text, messages, knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (
            [],
            "take bread off my shopping list and put apples on instead",
            "take bread off my shopping list and then add apples to my shopping list",
        ),
        (
            [],
            "add flour, salt and yeast to my baking list and read it back to me",
            "add flour, salt and yeast to my baking list and then read my baking list",
        ),
        ([], "take bread off my shopping list and put the radio on", ""),
        ([ADDED], "also sugar", "add sugar to my shopping list"),
        ([ADDED], "is it on the list", "is milk on my shopping list"),
        ([CHECKED], "no? put it on then", "add milk to my shopping list"),
        ([ADDED], "and what else is there", "what is on my shopping list"),
        ([ADDED], "what's on it now", "what is on my shopping list"),
        (
            [],
            "add bread and set a timer for 5 minutes",
            "add bread to my list and then set a timer for 5 minutes",
        ),
        (
            [ADDED],
            "set a timer for 5 minutes and add bread",
            "set a timer for 5 minutes and then add bread to my shopping list",
        ),
        (
            [ADDED],
            "flour as well and start a ten minute timer",
            "add flour to my shopping list and then start a ten minute timer",
        ),
        (["text my shopping list to Bob"], "add eggs", "add eggs to my shopping list"),
        ([], "start a party list", "add something to my party list"),
        ([ADDED], "and eggs please", "add eggs to my shopping list"),
        ([ADDED], "sugar too", "add sugar to my shopping list"),
        ([ADDED], "and pasta", "add pasta to my shopping list"),
        ([ADDED], "add eggs", "add eggs to my shopping list"),
        ([ADDED, "what time is it"], "add eggs", "add eggs to my shopping list"),
        ([ADDED, "what time is it"], "remove the eggs", "remove the eggs from my shopping list"),
        ([READ], "also sugar", "add sugar to my shopping list"),
        ([READ], "is milk on it", "is milk on my shopping list"),
        ([ADDED], "did I put wormer on it as well", "did I put wormer on my shopping list"),
        ([ADDED], "have we got eggs on there", "have we got eggs on my shopping list"),
        ([ADDED], "read me what's left", "what is on my shopping list"),
        ([ADDED, "what time is it"], "what's left", ""),
        ([READ], "add ring the bank to it", "add ring the bank to my shopping list"),
        ([ADDED], "and the cat food, I nearly forgot", "add the cat food to my shopping list"),
        ([], "another note, thank Priya", "note that thank Priya"),
        ([ADDED], "what else did I put on it", "what else did I put on my shopping list"),
        ([], "note: the key is under the mat", "note that the key is under the mat"),
        ([], "shopping list: milk and eggs", "add milk and eggs to my shopping list"),
        ([CHECKED], "and butter", "is butter on my shopping list"),
        ([CHECKED], "what about the eggs", "is eggs on my shopping list"),
        ([READ], "remove the second one", "remove the second item from my shopping list"),
        ([READ], "what about milk", "is milk on my shopping list"),
        ([CHECKED], "add it", "add milk to my shopping list"),
        ([REMOVED], "and the eggs", "remove the eggs from my shopping list"),
        (["what is on my list"], "add eggs", "add eggs to my list"),
        (["what is first on my list"], "also sugar", "add sugar to my list"),
        (["note that the key is here"], "also the lamp", "add the lamp to my notes"),
        ([], "add milk", "add milk to my list"),
        ([], "remove milk and add eggs", "remove milk from my list and then add eggs to my list"),
        (
            [],
            "remove milk and add eggs to my shopping list",
            "remove milk from my shopping list and then add eggs to my shopping list",
        ),
        (
            [ADDED],
            "add eggs and remove the milk",
            "add eggs to my shopping list and then remove the milk from my shopping list",
        ),
    ],
)
def test_what_is_left_out_comes_from_before(said: list[str], text: str, meant: str) -> None:
    assert whole(text, *said) == meant


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("You need: flour, eggs and milk.", "add flour, eggs and milk to my shopping list"),
        ("Take:\n- rice\n- beans", "add rice and beans to my shopping list"),
        ("- rice\n- open evil\n- beans", "add rice and beans to my shopping list"),
        ("It is warm.", ""),
    ],
)
def test_those_are_the_things_of_the_last_answer(answer: str, meant: str) -> None:
    asked = "what do I need for pancakes"
    assert whole("put those on my shopping list", asked, answer=answer) == meant


def test_the_first_one_is_the_first_of_them() -> None:
    said = whole("put the first one on my list", "what do I need", answer="Rice: rice and beans.")
    assert said == "add rice to my list"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ([], "also sugar"),
        ([], "remove the eggs"),
        (["what time is it"], "and eggs"),
        (["clear my shopping list"], "and all the others"),
        ([ADDED], "put the lights out"),
        ([ADDED], "add a meeting"),
        ([ADDED], "add five minutes"),
        ([ADDED], "remove the file"),
        ([ADDED], "take the bus"),
        ([ADDED], "what is the weather"),
        ([ADDED], "delete all alarms"),
        ([ADDED, "what time is it"], "and eggs"),
        ([ADDED], "and in Paris"),
        ([ADDED], "and the news"),
        ([ADDED], "and now"),
        ([ADDED], "also tomorrow"),
        ([ADDED], "also please be quiet"),
        ([], "add 5 and 6"),
    ],
)
def test_what_may_mean_something_else_is_left_alone(said: list[str], text: str) -> None:
    assert whole(text, *said) == ""
