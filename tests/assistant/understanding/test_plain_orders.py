"""Unit: an order is read without what it takes back, or does not mean."""

import pytest

from jarvis_voice.assistant.understanding.plain_orders import as_ordered, withdrawn
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

OKAY = Intent("never_mind")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("cancel the bread timer, not the soup", "cancel the bread timer"),
        ("set a will timer for 40 minutes now", "set a will timer for 40 minutes"),
        ("remind me at 5 pm to do it now", "remind me at 5 pm to do it now"),
        ("cancel my timers, not the soup", "cancel my timers, not the soup"),
        ("the car is sold, please forget that", "the car is sold, please forget that"),
    ],
)
def test_an_order_is_read_without_what_it_does_not_mean(text: str, order: str) -> None:
    known = {
        "cancel the bread timer": Intent("cancel_schedule", {"name": "bread", "what": "timer"}),
        "cancel my timers": Intent("cancel_schedule", {"which": "all", "what": "timer"}),
    }
    assert as_ordered(text, known.get) == order


@pytest.mark.parametrize(
    ("text", "is_back"),
    [
        ("wake me at 8, oh no, forget it", True),
        ("remember that my hat size is 5, actually don't", True),
        ("the car is sold, please forget that", False),
        ("remember that my hat size is 5", False),
    ],
)
def test_an_order_takes_only_itself_back(text: str, *, is_back: bool) -> None:
    known = {
        "wake me at 8": Intent("set_alarm", {"when": "8"}),
        "remember that my hat size is 5": Intent("remember", {"fact": "my hat size is 5"}),
    }
    found = withdrawn(text, known.get)
    assert [one.intent for one in found.parts] == [OKAY] if found else not is_back
