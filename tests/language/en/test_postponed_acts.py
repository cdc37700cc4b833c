"""Unit: an order to take something away for later, or on a condition."""

import pytest

from jarvis_voice.language.en.postponed_acts import is_postponed

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    [
        "cancel it if it rains",
        "cancel the alarm unless I say no",
        "in case of snow cancel it",
        "if it rains, please cancel it",
        "remove eggs if Tom has some",
        "remove the eggs later",
        "cancel it in an hour",
        "maybe cancel it",
        "clear the list as soon as we are home",
    ],
)
def test_it_is_for_later_or_on_a_condition(text: str) -> None:
    assert is_postponed(text)


@pytest.mark.parametrize(
    "text",
    [
        "cancel it",
        "cancel it if you can, please",
        "cancel it if it's possible",
        "remove salt if it is there",
        "cancel the timer if there is one",
        "cancel the timer if it's still running",
        "cancel the alarm for later today and the timer",
        "cancel all alarms after seven",
        "forget what I said about Tom",
        "cancel the timer that ends in five minutes, please",
        "I'd appreciate it if you'd cancel my alarm",
        "she said she'd drive me later, cancel the alarm",
        "I'll not sleep if I hear that, take it off",
        "if " * 200,
    ],
)
def test_it_is_for_now(text: str) -> None:
    assert not is_postponed(text)
