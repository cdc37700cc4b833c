"""Unit: what a short turn says to a question of ours."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of, read_turn
from jarvis_voice.assistant.understanding.short_turns.short_answer import answered, echoes

pytestmark = pytest.mark.unit


def meant(text: str) -> str:
    messages = [
        MessageState(role="user", text="remind me to text Lou"),
        MessageState(role="assistant", text="When?"),
    ]
    turns = [read_turn(one) for one in clauses_of(text)]
    found = answered(text, turns, messages, knowledge().grammar.understand)
    return found.sentence if found else ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("oh, 2 pm then", "remind me to text Lou 2 pm"),
        ("dunno, after lunch", "remind me to text Lou"),
        ("what a lovely day", ""),
    ],
)
def test_an_answer(text: str, sentence: str) -> None:
    assert meant(text) == sentence


@pytest.mark.parametrize(
    ("text", "is_yes"),
    [
        ("timer I mean", True),
        ("what timer is that", False),
        ("not a timer", False),
        ("timer as well", False),
        ("the timer please", True),
        ("it is for the timer", True),
        ("did you set the timer", False),
        ("the timer is set", False),
        ("close the timer", False),
        ("set your mind", False),
    ],
)
def test_who_says_it_again_agrees(text: str, is_yes: bool) -> None:
    assert echoes(text, "set a timer for 10 minutes") is is_yes
