"""Unit: two requests of which one leaves out words go in, both of them come out whole."""

import re

import pytest

from jarvis_voice.assistant.understanding.shared_words import (
    completed,
    finished,
    is_another,
    later,
)
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

_SENTENCES = {
    "set_timer": r"(?:set )?a timer for (?P<length>\w+ minutes)",
    "set_alarm": r"(?:wake me|set an alarm) (?:at|for) (?P<when>[\d:]+)",
    "add_note": r"(?:add|put) (?P<text>\w+(?: \w+)?) (?:to|on) the (?P<list>\S+) list",
    "remove_note": r"take (?P<text>\w+) off the (?P<list>\w+) list",
    "volume": r"(?:set )?the volume to (?P<percent>\d+)",
    "media": r"(?P<action>pause|resume) the music",
}


def understand(text: str) -> Intent | None:
    """A grammar of a few sentences."""
    for name, pattern in _SENTENCES.items():
        if found := re.fullmatch(pattern, text):
            return Intent(name, found.groupdict())
    return None


def _asked(text: str) -> Intent:
    intent = understand(text)
    assert intent is not None
    return intent


@pytest.mark.parametrize(
    ("head", "tail", "slots"),
    [
        ("set a timer for 5 minutes", "one for 10", {"length": "10 minutes"}),
        ("set a timer for 5 minutes", "another for 7 minutes", {"length": "7 minutes"}),
        ("wake me at 6", "again at 6:15", {"when": "6:15"}),
        ("wake me at 6", "once more at 6:15", {"when": "6:15"}),
        ("set the volume to 20", "back to 50", {"percent": "50"}),
        (
            "add milk to the shopping list",
            "call Ann to the to-do list",
            {"text": "call Ann", "list": "to-do"},
        ),
        ("add milk to the shopping list", "call Ann", None),
        ("pause the music", "the volume", None),
    ],
)
def test_the_second_takes_words_of_the_first(
    head: str, tail: str, slots: dict[str, str] | None
) -> None:
    intent = completed(head, _asked(head), tail, understand)
    assert (intent.slots if intent else None) == slots


def test_the_first_takes_the_end_of_the_second() -> None:
    tail = "put butter on the shopping list"
    intent = finished("take milk off", tail, _asked(tail), understand)
    assert intent == Intent("remove_note", {"text": "milk", "list": "shopping"})


@pytest.mark.parametrize(
    ("head", "tail", "when"),
    [
        ("set the volume to 20", "back to 50 in ten minutes", "in ten minutes"),
        ("pause the music", "resume it in five minutes", "in five minutes"),
        ("pause the music", "resume the music after an hour", "after an hour"),
        ("pause the music", "set a timer for 5 minutes", ""),
        ("pause the music", "resume it", ""),
    ],
)
def test_what_is_done_only_at_once_cannot_be_done_later(head: str, tail: str, when: str) -> None:
    assert later(tail, head, understand) == when


def test_one_more_is_known_by_its_first_words() -> None:
    assert is_another("another for 7")
    assert is_another("one for 8 minutes")
    assert not is_another("one thing is missing")
