"""Unit: what is said behind a change that undoes it, and what is said there and does not."""

import pytest

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.undone_changes import undone_change
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

GONE = "I have cancelled the alarm for 07:00."
TEA = "I have cancelled the tea timer."
MOVED = "I have moved the alarm for 07:00: it is due every weekday at 08:00."
NEW = (
    "I have cancelled the alarm for 08:30. The alarm is set for 09:00 tomorrow, 23 hours from now."
)
LONGER = "The 15 minute timer has 14 minutes and 58 seconds left now."


def undone(said: str, reply: str) -> bool:
    messages = [
        MessageState(role="user", text="something"),
        MessageState(role="assistant", text=reply),
    ]
    found = undone_change(said, messages)
    assert found is None or found == Intent("undo_schedule", {"told": reply})
    return found is not None


@pytest.mark.parametrize(
    "said",
    [
        *("undo", "Oh, undo that please.", "no wait", "wait, no, bring it back", "keep it"),
        *("I still need it", "I need that alarm", "put my alarm back on", "set it again"),
        *("restore the alarm", "don't cancel it", "I didn't want to cancel that", "not that one"),
        *("whoa not everything, put them all back", "my kid said that, ignore him and keep it on"),
        *(
            "turns out I do have to get up, so leave it on",
            "what? I never asked you to cancel that",
        ),
        *("can I have that alarm back", "on second thought I better have that alarm after all"),
        *("you weren't supposed to delete that", "no wait it's a work day, un-cancel it"),
        *("oops, wrong alarm", "that was a mistake", "leave it on", "I didn\u2019t mean that"),
    ],
)
def test_behind_what_was_cancelled_it_is_put_back(said: str) -> None:
    assert undone(said, GONE)


@pytest.mark.parametrize(
    "said",
    [
        *("undo that", "move it back", "put it back to how it was", "leave it as it was"),
        *("change it back please", "I didn't want to move it", "wrong one", "don't move it"),
        *("go back to what it was before", "nah I like the old time better", "revert that change"),
        *("what I had earlier was right", "no, I didn't want it shorter, reverse that"),
        *("that's wrong, stick with the original time", "take that back, it shouldn't be moved"),
    ],
)
@pytest.mark.parametrize("reply", [MOVED, LONGER, NEW])
def test_behind_what_was_moved_it_is_as_before(said: str, reply: str) -> None:
    assert undone(said, reply)


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("not that one, the other one", GONE),
        ("no, the 8 o'clock one", GONE),
        ("cancel it", GONE),
        ("set an alarm for 8", GONE),
        ("do I still need it", GONE),
        ("thanks", GONE),
        ("okay", GONE),
        ("good", GONE),
        ("wait", GONE),
        ("never mind", GONE),
        ("I need the pasta timer", TEA),
        ("keep my alarm", TEA),
        ("I need a timer", TEA),
        ("keep it, and cancel the other one", GONE),
        ("put it back, and set a timer for five minutes", GONE),
        ("that's better, leave it like that", MOVED),
        ("great, I didn't want that one anyway", GONE),
        ("keep it", MOVED),
        ("keep it", NEW),
        ("move it back an hour", MOVED),
        ("put it back to seven", MOVED),
        ("I need it", MOVED),
        ("add another five minutes", LONGER),
        ("undo", "I have moved the alarm for 08:00 back: it is due every weekday at 07:00."),
        ("undo", "I have put back the tea timer: it has 9 minutes left."),
        ("undo", "I have cancelled the tea timer. I have taken milk off the shopping list."),
        ("undo", "Did you mean: cancel the alarm?"),
        ("undo", "It is ten o'clock."),
        ("keep it " * 40, GONE),
    ],
)
def test_anything_else_is_read_as_ever(said: str, reply: str) -> None:
    assert not undone(said, reply)


def test_without_a_conversation_nothing_is_undone() -> None:
    assert undone_change("undo", []) is None
