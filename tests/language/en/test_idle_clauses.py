"""Unit: clauses around a request that change nothing."""

import pytest

from jarvis_voice.language.en.idle_clauses import (
    reworded,
    without_asker,
    without_lead,
    without_tail,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("whenever you get a second, add bin bags", "add bin bags"),
        ("if it isn't too much trouble, pause the music", "pause the music"),
        ("first things first, wake me at seven", "wake me at seven"),
        ("got a minute? tell me the time", "tell me the time"),
        ("i really need a timer", "i need a timer"),
        ("it'd help if i knew how many miles 10 km is", "how many miles 10 km is"),
        ("when you get home, call Ana", "when you get home, call Ana"),
        ("if it rains, wake me", "if it rains, wake me"),
        ("when it is ready, stop", "when it is ready, stop"),
        ("no rush,", "no rush,"),
    ],
)
def test_what_stands_in_front_goes(said: str, left: str) -> None:
    assert without_lead(said) == left


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("open github, no rush", "open github"),
        ("set an alarm for seven, no need to hurry", "set an alarm for seven"),
        ("turn it down if it's not too much trouble", "turn it down"),
        ("remind me when you can see the moon", "remind me when you can see the moon"),
        ("and the cat food, I nearly forgot", "and the cat food"),
        ("set a timer for ten minutes and let me know when it's up", "set a timer for ten minutes"),
        ("ten minutes for the bread, tell me when it's done", "ten minutes for the bread"),
        ("start the wash and tell me when it's done", "start the wash and tell me when it's done"),
        ("let me know when it's up", "let me know when it's up"),
        ("take the butter off if it's on there", "take the butter off"),
        ("how far is the moon, my daughter wants to know", "how far is the moon"),
        ("temperature in Seville just now", "temperature in Seville now"),
        ("what did he say just now", "what did he say just now"),
        ("is it cold in Leeds, the team's asking", "is it cold in Leeds"),
        ("how tall is it, Ben is wondering", "how tall is it"),
        (
            "remind me to ask what my daughter wants to know",
            "remind me to ask what my daughter wants to know",
        ),
        ("note that my daughter wants to know", "note that my daughter wants to know"),
        ("remove the eggs if I have them on the list", "remove the eggs"),
        ("get the jam off if it's still there", "get the jam off"),
        ("three minutes on the clock, let's go", "three minutes on the clock"),
        ("open the door, come on, chop chop", "open the door"),
        ("play let's go", "play let's go"),
        ("add milk if it's not on there", "add milk if it's not on there"),
        ("turn the light off if it's hot", "turn the light off if it's hot"),
        ("take a coat if it rains", "take a coat if it rains"),
    ],
)
def test_what_stands_behind_goes(said: str, left: str) -> None:
    assert without_tail(said) == left


def test_a_dictated_text_stays() -> None:
    long = "no rush, " + "and so on " * 40
    assert without_lead(long) == long
    assert without_tail(long) == long


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("mind that the tup is called Hamish", "remember that the tup is called Hamish"),
        ("do you understand my English", "do you understand me"),
        ("which city have you kept for me", "what is my city"),
        ("what name have you saved for me", "what is my name"),
        ("what name do you have", "what name do you have"),
        ("ugh, ok then", "okay"),
        ("ugh", "ugh"),
        ("what have I got to do", "what do I have to do"),
        ("mind that step", "mind that step"),
        ("never mind that it is late", "never mind that it is late"),
        ("do you understand my problem", "do you understand my problem"),
        ("which city have you got in mind", "which city have you got in mind"),
        ("what have I got to do with it", "what have I got to do with it"),
    ],
)
def test_what_is_seldom_said_so_is_worded_anew(said: str, known: str) -> None:
    assert reworded(said) == known


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("how tall is Snowdon, my son wants to know", "how tall is Snowdon"),
        ("my son wants to know how tall Snowdon is", "how tall Snowdon is"),
        ("any chance you know how tall Snowdon is", "how tall Snowdon is"),
        ("how tall is my son", "how tall is my son"),
    ],
)
def test_who_asks_is_no_part_of_a_question(said: str, left: str) -> None:
    assert without_asker(said) == left
