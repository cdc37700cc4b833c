"""Unit: what a follow-up does with a fact, where its move is known."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.fact_moves import of_fact_move
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit


def made(fact: str, text: str, move: str) -> ResolvedTurn | None:
    topic = Topic(((Touched("fact", fact, state="set"),),))
    return of_fact_move(move, FollowUp(text, [], {}), topic)


@pytest.mark.parametrize(
    ("fact", "text", "move", "sentence"),
    [
        ("the audit is on the ninth", "put back to the twelfth", "set",
         "remember that the audit is on the twelfth"),
        ("I lent Bo forty pounds", "fifty it was", "set",
         "forget that I lent Bo forty pounds and then remember that I lent Bo fifty pounds"),
        ("the audit is on the ninth", "and the review's the tenth", "again",
         "remember that the review's the tenth"),
        ("my aunt's birthday is the ninth", "and my dad's is the tenth", "again",
         "remember that my dad's birthday is the tenth"),
        ("the bins go out on Monday", "recycling's Thursday", "again",
         "remember that recycling is Thursday"),
        ("the audit is on the ninth of May", "how many sleeps", "left",
         "how many days until the ninth of May"),
        ("the audit is today", "bin that", "cancel", "forget that the audit is today"),
        ("my aunt's birthday is the ninth", "bin that", "cancel",
         "forget about my aunt's birthday"),
        ("the audit is on the ninth", "when was it", "ask",
         "what did I tell you about the audit is on the ninth"),
    ],
)  # fmt: skip
def test_a_move_is_said_out(fact: str, text: str, move: str, sentence: str) -> None:
    assert made(fact, text, move) == ResolvedTurn(sentence)


def test_news_of_others_take_nothing_away() -> None:
    found = made("I lent Bo forty pounds", "he's changed it, fifty", "set")
    assert found == ResolvedTurn("remember that I lent Bo fifty pounds", is_guess=True)


@pytest.mark.parametrize(
    ("text", "move"), [("not quite so", "set"), ("and six to Bea", "set"), ("the cat too", "again")]
)
def test_what_the_words_do_not_say_is_asked_for(text: str, move: str) -> None:
    found = made("I owe Bo ten pounds", text, move)
    assert found is not None
    assert found.sentence == "remember that {fact}"
    assert found.question


def test_a_day_that_no_fact_has_is_not_counted_to() -> None:
    assert made("the hose is in the shed", "how many sleeps", "left") is None
    assert made("the hose is in the shed", "Kim when we are out", "again") is None
