"""Unit: what a follow-up does with a fact, where its move is known."""

import pytest
from assistant.understanding.messages_before import after
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.fact_moves import of_fact_move, told_right
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

KEPT = "I will remember that dinner is at eight."


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


def test_what_a_fact_is_not_asks_how_it_is() -> None:
    found = made("dinner is at eight", "dinner is not at eight", "set")
    assert found is not None
    assert found.sentence == "remember that {fact}"
    found = made("dinner is at eight", "lunch is not at eight", "set")
    assert found == ResolvedTurn("remember that lunch is not at eight", is_guess=True)


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("at nine", "remember that dinner is at nine"),
        ("it's at nine", "remember that dinner is at nine"),
        ("I don't know", ""),
        ("what time is it", ""),
    ],
)
def test_the_answer_tells_the_fact_anew(answer: str, meant: str) -> None:
    before = [
        *after("remember that dinner is at eight", answer=KEPT),
        *after("dinner is not at eight", answer="How is it right then? Say it in one sentence."),
    ]
    assert told_right(answer, before, knowledge().grammar.understand) == meant
    assert told_right(answer, before[:2], knowledge().grammar.understand) == ""
