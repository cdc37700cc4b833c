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
        ("double the timer called May", "double the May timer"),
        ("leave out the weekend but wake me on Sunday",) * 2,
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


@pytest.mark.parametrize(
    ("text", "is_back"),
    [
        ("flip a coin, forget that", True),
        ("wake me at 8, nah, drop it", True),
        ("send Bob a message, forget that", True),
        ("when is my birthday? forget that", False),
        ("cancel the timer, cancel that", False),
        ("thanks, cancel it", False),
        ("start, cancel that", False),
        ("the car is sold, please forget that", False),
    ],
)
def test_a_request_that_is_given_up_goes_for_nothing_said_before(
    text: str, *, is_back: bool
) -> None:
    known = {
        "flip a coin": Intent("flip_coin"),
        "thanks": Intent("thanks"),
        "wake me at 8": Intent("set_alarm", {"when": "8"}),
        "when is my birthday": Intent("get_profile", {"field": "birthday"}),
        "cancel the timer": Intent("cancel_schedule", {"what": "timer"}),
    }
    assert (withdrawn(text, known.get) is not None) == is_back


def test_words_that_are_kept_are_not_put_right() -> None:
    text = "add a note: call Bob at 5, not 6"
    known = {text: Intent("add_note", {"text": "call Bob at 5, not 6"})}
    assert as_ordered(text, known.get) == text


def test_the_other_one_is_told_by_what_is_not_meant() -> None:
    known = {"cancel the other timer": Intent("cancel_schedule", {"name": "other"})}
    assert as_ordered("cancel the other timer, not soup", known.get) == (
        "cancel the other timer, not soup"
    )


@pytest.mark.parametrize(
    ("text", "is_nothing"),
    [
        ("wake me at 8 and cancel it", True),
        ("remind me at 8 to buy the ticket and cancel it", False),
    ],
)
def test_what_is_set_and_cancelled_at_once_is_not_set(text: str, *, is_nothing: bool) -> None:
    known = {
        "wake me at 8": Intent("set_alarm", {"when": "8"}),
        "remind me at 8 to buy the ticket": Intent("set_reminder", {"text": "buy the ticket"}),
    }
    found = withdrawn(text, known.get)
    assert (found is not None) is is_nothing
    assert found is None or [one.intent and one.intent.name for one in found.parts] == ["cannot"]
