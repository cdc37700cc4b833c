"""Unit: a turn behind what was told goes in; the question for all of it comes out, or none."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.told_moves import of_told_move
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

BIRTHDAY = Topic(((Touched("profile", "birthday"),),))


@pytest.mark.parametrize("text", ["what else have you got", "and the rest", "anything else"])
def test_all_that_is_known_is_told(text: str) -> None:
    found = of_told_move("all", FollowUp(text, [], {}), BIRTHDAY)
    assert found == ResolvedTurn("what do you know about me")


def test_a_remark_asks_for_nothing() -> None:
    assert of_told_move("all", FollowUp("yay you remembered", [], {}), BIRTHDAY) is None


def test_what_belongs_to_another_is_not_answered_with_all_of_ones_own() -> None:
    said = FollowUp("what else is my sister's", [], {})
    assert of_told_move("all", said, BIRTHDAY) is None
