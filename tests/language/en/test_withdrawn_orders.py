"""Unit: an order that is taken back in the same breath."""

import pytest

from jarvis_voice.language.en.withdrawn_orders import is_withdrawn

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
    ],
)
def test_what_stands(text: str) -> None:
    assert not is_withdrawn(text)


def test_a_long_text_takes_no_time() -> None:
    assert not is_withdrawn("no, wait, " * 100_000)
