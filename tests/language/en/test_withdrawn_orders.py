"""Unit: an order that is taken back in the same breath."""

import pytest

from jarvis_voice.language.en.withdrawn_orders import (
    is_held_back,
    is_withdrawn,
    order_cancelled,
    order_withdrawn,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    [
        "cancel the timer no don't",
        "cancel the timer, no, don't!",
        "cancel the timer just kidding",
        "clear my list, only joking",
        "set a timer for ten minutes actually don't",
        "add milk to the list oh no wait don't do it",
        "delete my list, on second thought don't",
        "wake me at six, actually, forget it",
        "cancel all alarms, never mind",
        "move the alarm to six, no, leave it",
        "set an alarm for 7 am no don't",
        "wake me at 6 am just kidding",
        "wake me at 6 am, I was only joking",
        "set an alarm for seven? no way",
        "cancel the alarm, no keep it",
        "cancel the alarm no leave it on",
        "cancel the alarm, ah no, I still need it",
        "stop the pasta timer, no let it run",
        "stop the stopwatch, wait, keep going",
        "forget the key, actually, leave it where it is",
        "take the salt off the list, oh wait, we still need it",
        "delete them, on second thought, let's keep them all",
        "cancel it, no, it should stay on",
        "add wine to the list, hm, better not",
        "set a timer for ten minutes, or maybe not",
        "cancel both alarms, forget what I said",
        "cancel both alarms, actually, no",
        "cancel both alarms ... nope",
        "set a timer for 5 minutes, oops, no.",
        "cancel both alarms, sorry, ignore that",
        "cancel both alarms - I take that back",
        "cancel both alarms, I mean don't",
        "cancel both alarms, that was just a test",
    ],
)
def test_an_order_that_is_taken_back(text: str) -> None:
    assert is_withdrawn(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "don't",
        "just kidding",
        "cancel the timer",
        "remind me to tell Tom I was only joking",
        "remember that Tom is just kidding",
        "remember that I am just kidding",
        "note that she said no don't",
        "set a timer for ten minutes and don't cancel the other",
        "no, set a timer for ten minutes",
        "don't forget to wake me",
        "keep it",
        "no, keep it",
        "oh wait, we still need it",
        "move the alarm to 8 but keep it on",
        "cancel the first alarm and keep the other",
        "remember that she said, no, keep it",
        "add milk to the list, we need it",
        "cancel the alarm, I do not need it",
        "cancel the alarm, no, the other one",
        "probably not",
        "ignore that",
        "it is cancelled, no?",
        "oh no",
        "no",
        "remember that it was a joke",
        "note that the fire alarm is a test",
    ],
)
def test_what_stands(text: str) -> None:
    assert not is_withdrawn(text)


@pytest.mark.parametrize(
    ("text", "is_held"),
    [
        ("cancel the alarm, no wait", True),
        ("move the alarm to 8, no leave it at 7", True),
        ("move the meeting to Monday, no, keep it on Friday", True),
        ("it is cancelled, no?", False),
        ("no", False),
        ("oh no", False),
        ("move the alarm to 8 and leave it at that", False),
        ("no, leave it at 7", False),
    ],
)
def test_an_order_that_the_speaker_stops_in_the_middle_of(text: str, is_held: bool) -> None:
    assert is_held_back(text) is is_held


def test_a_long_text_takes_no_time() -> None:
    assert not is_withdrawn("no, wait, " * 100_000)
    assert not is_held_back("no, keep it at " * 100_000)


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("Wake me at 8 am, oh no, forget it", "wake me at 8 am"),
        ("call me Greta, I take that back", "call me greta"),
        ("remember that my hat size is 5, ignore that", "remember that my hat size is 5"),
        ("remember that Tom was only joking", ""),
        ("actually don't", ""),
    ],
)
def test_the_order_that_is_taken_back(said: str, order: str) -> None:
    assert order_withdrawn(said) == order


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("set a timer for 10 minutes and cancel it", "set a timer for 10 minutes"),
        ("Set an alarm for 7 am and then delete it again.", "set an alarm for 7 am"),
        ("set a timer for 10 minutes and cancel the alarm", ""),
        ("set a timer for 10 minutes and stop it when I say", ""),
        ("cancel it", ""),
    ],
)
def test_the_order_that_is_cancelled_at_once(said: str, order: str) -> None:
    assert order_cancelled(said) == order
