"""Unit: an order that names its old time goes in, the change of what is set for that comes out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.old_times import moved_from_old

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("wake me at 8 instead of 7", "move the 7 alarm to 8"),
        ("wake me at 8 tomorrow instead of 7", "move the 7 alarm to 8 tomorrow"),
        ("please set an alarm for 8 am rather than 7 am", "move the 7 am alarm to 8 am"),
        ("set an alarm for 8 am instead of the 7 am alarm", "move the 7 am alarm to 8 am"),
        ("set a timer for 10 minutes instead of 5", "change the 5 minute timer to 10 minutes"),
        ("wake me at 8 am, not 7", ""),
        ("wake me at 8 instead", ""),
        ("set an alarm for 8 am called gym instead of 7", ""),
        ("set an alarm for 8 instead of a timer", ""),
        ("set a timer for 10 minutes instead of an alarm", ""),
        ("add tea to my list instead of coffee", ""),
        ("remind me to use butter instead of oil at 7", ""),
        ("wake me at 8 instead of 7 " * 20, ""),
    ],
)
def test_the_old_time_says_which_one_is_meant(text: str, sentence: str) -> None:
    assert moved_from_old(text, knowledge().grammar.understand) == sentence
