"""Unit: a turn and what it is taken for go in; what is no plain order comes out as a question."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.doubtful_turns import asked_in_doubt
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn

pytestmark = pytest.mark.unit

ADD = "add salt to my shopping list"
MOVE = "move the newest alarm to 8"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("should I add salt", ADD),
        ("so do we need to put salt on it", ADD),
        ("would it be better to move it to 8", MOVE),
        ("maybe make it 8", MOVE),
        ("move it to 8 if it rains", MOVE),
        ("make it 8 if my sister comes", MOVE),
        ("if the weather is bad make it 8", MOVE),
    ],
)
def test_what_is_no_plain_order_is_asked_about(text: str, sentence: str) -> None:
    assert asked_in_doubt(text, ResolvedTurn(sentence)) == ResolvedTurn(sentence, is_guess=True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("add salt", ADD),
        ("could you add salt, if you don't mind", ADD),
        ("move it to 8 if that's ok", MOVE),
        ("would it be possible to make it 8", MOVE),
        ("shall we say 8", MOVE),
        ("should I add salt", "what is on my shopping list"),
        (ADD, ADD),
        ("maybe " + "x" * 400, ADD),
    ],
)
def test_any_other_turn_stays_as_it_is(text: str, sentence: str) -> None:
    assert asked_in_doubt(text, ResolvedTurn(sentence)) == ResolvedTurn(sentence)
