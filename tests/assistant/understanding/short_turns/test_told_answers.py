"""Unit: what one sentence of our own answers tells of a list or a reminder."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.told_answers import told_in
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("answer", "touched"),
    [
        (
            "I have added jam to the shopping list; tea was there already.",
            Touched("list", "shopping", state="set", things=("jam",)),
        ),
        (
            "Yes, I found jam on the shopping list.",
            Touched("list", "shopping", things=("jam",)),
        ),
        (
            "No, I found no tea on any of your lists.",
            Touched("list", "list", "found no", "gone", ("tea",)),
        ),
        (
            "I have cleared the party list: 3 entries are gone.",
            Touched("list", "party", "3", "gone"),
        ),
        (
            "I will remind you every 2 hours: drink water.",
            Touched("reminder", "drink water", "every 2 hours", "set"),
        ),
        (
            "I will remind you every hour: call Jo: at home.",
            Touched("reminder", "call Jo: at home", "every hour", "set"),
        ),
        (
            "You have 1 note: call Jo, then Al.",
            Touched("list", "notes", things=("call Jo, then Al",)),
        ),
        (
            "I have deleted the note: call Jo.",
            Touched("list", "notes", state="gone", things=("call Jo",)),
        ),
    ],
)
def test_an_answer_tells_what_became_of_it(answer: str, touched: Touched) -> None:
    assert told_in(answer) == [touched]


def test_only_what_was_missed_or_cleared_says_so() -> None:
    cleared, missed = Touched("list", "a", "3", "gone"), Touched("list", "a", "found no", "gone")
    assert (cleared.is_cleared, cleared.is_missed) == (True, False)
    assert (missed.is_cleared, missed.is_missed) == (False, True)
