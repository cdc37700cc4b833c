"""Unit: a reminder for somebody else is one for who asks."""

import pytest

from jarvis_voice.language.en.reminders_of_others import for_who_asks

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("remind Tom to call me at six", "remind me to remind Tom to call me at six"),
        ("remind tom to feed the cat", "remind me to remind tom to feed the cat"),
        ("remind my wife about the bins at 7", "remind me to remind my wife about the bins at 7"),
        ("at six pm remind them to leave", "remind me at six pm to remind them to leave"),
        ("remind Tom and Anna to call", "remind me to remind Tom and Anna to call"),
        ("remind my mum and dad to call", "remind me to remind my mum and dad to call"),
        ("remind Tom at six pm to call me", "remind me at six pm to remind Tom to call me"),
        ("tell my wife at six pm to call me", "remind me at six pm to tell my wife to call me"),
        ("remind everyone to vote on Sunday", "remind me to remind everyone to vote on Sunday"),
    ],
)
def test_who_asks_is_reminded_to_remind_somebody_else(said: str, meant: str) -> None:
    assert for_who_asks(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        *("remind me to call Tom at six", "remind us to leave", "remind me about the bins"),
        *(
            "what does this remind you of",
            "he reminds me of Tom",
            "remind me of my wife's birthday",
        ),
    ],
)
def test_a_reminder_for_who_asks_stays(said: str) -> None:
    assert for_who_asks(said) == said
