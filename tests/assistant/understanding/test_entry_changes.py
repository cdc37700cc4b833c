"""Unit: how what was just set is named, lengthened, or set once more."""

import pytest

from jarvis_voice.assistant.understanding.entry_changes import (
    day_asked,
    leans_on_entry,
    more_for_named,
    more_time,
    named_anew,
    set_again,
)
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

TIMER = Intent("set_timer", {"length": "5 minutes"})


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("rename it to pasta", "rename the newest timer to pasta"),
        ("call that one rice", "rename the newest timer to rice"),
        ("wrong, it's for the eggs", "rename the newest timer to eggs"),
        ("call it off", ""),
        ("call it a day then if you can", ""),
        ("it's for ten minutes", ""),
        ("call me", ""),
    ],
)
def test_it_gets_a_name(line: str, meant: str) -> None:
    assert named_anew(line, "timer", is_new=True) == meant


def test_a_reminder_gets_no_name() -> None:
    assert named_anew("call it pasta", "reminder", is_new=True) == ""


def test_more_time_goes_to_it_or_to_a_name() -> None:
    more = more_time("add another five to it", TIMER, "timer", is_new=True)
    assert more == "add five minutes to the newest timer"
    assert more_for_named("take five minutes off the soup", "timer") == (
        "take five minutes off the soup timer"
    )
    assert more_for_named("add milk to the list", "timer") == ""


def test_it_is_set_again() -> None:
    assert set_again("another one of those", TIMER) == "set a timer for 5 minutes"
    reminder = Intent("set_reminder", {"text": "tomorrow at 9 to water the ferns"})
    assert set_again("same thing on Thursday", reminder) == (
        "remind me on Thursday to water the ferns"
    )
    assert set_again("same thing on Thursday", Intent("read_schedule", {})) == ""


def test_the_day_that_was_asked_about() -> None:
    assert day_asked(Intent("read_schedule", {"name": "tomorrow"})) == "tomorrow"
    assert day_asked(Intent("read_schedule", {"name": "pasta"})) == ""
    assert day_asked(TIMER) == ""


def test_what_leans_on_nothing_is_known_at_once() -> None:
    assert leans_on_entry("call it pasta")
    assert not leans_on_entry("what is the weather in Rome")
