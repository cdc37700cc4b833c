"""A conversation and the words that were heard in; the conversation that is kept out."""

import pytest

from jarvis_voice.assistant.graph.brain import as_heard, was_heard
from jarvis_voice.assistant.state import MessageState, remember

pytestmark = pytest.mark.flow

BEFORE = remember([], "hello", "Good evening.")
TURN = remember(BEFORE, "who was Ada", "She was a mathematician. She lived in London.")


def test_the_newest_answer_is_kept_as_far_as_it_was_heard() -> None:
    heard = as_heard(TURN, "who was Ada", "She was a mathematician.")
    cut = MessageState(role="assistant", text="She was a mathematician. (interrupted)")
    assert heard == [*TURN[:-1], cut]
    assert TURN[-1]["text"].endswith("London."), "what was given stays as it was"


def test_an_answer_of_which_nothing_was_heard_says_so() -> None:
    heard = as_heard(TURN, "who was Ada", "")
    assert heard
    assert heard[-1]["text"] == "(interrupted)"


@pytest.mark.parametrize("goal", ["hello", "something else"])
def test_a_conversation_that_has_moved_on_stays(goal: str) -> None:
    assert as_heard(TURN, goal, "She was") is None
    assert as_heard([], goal, "She was") is None


@pytest.mark.parametrize(
    ("heard", "is_heard"),
    [("I found it. Shall I  open it?", True), ("I found it. Shall I", False), ("", False)],
)
def test_an_offer_counts_when_it_was_heard_to_its_end(heard: str, *, is_heard: bool) -> None:
    assert was_heard("Shall I open it?", heard) is is_heard
