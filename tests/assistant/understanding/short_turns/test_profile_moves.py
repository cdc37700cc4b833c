"""Unit: what a follow-up does with what the user told of themselves."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.profile_moves import of_profile_move
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit


def made(field: str, text: str, move: str, value: str = "") -> ResolvedTurn | None:
    asked = Intent("set_profile", {"field": field, "value": value})
    topic = Topic(((Touched("profile", field, asked=asked),),))
    return of_profile_move(move, FollowUp(text, [], {}), topic)


@pytest.mark.parametrize(
    ("field", "text", "move", "sentence"),
    [
        ("name", "make it Robbie", "set", "call me Robbie"),
        ("name", "no, go back to Tom", "undo", "call me Tom"),
        ("name", "kindly delete", "cancel", "forget my name"),
        ("name", "the town as well, take it out", "cancel", "forget my city"),
        ("name", "and the baby's called Ada", "again", "remember that the baby's called Ada"),
        ("city", "where have you got me", "ask", "what is my city"),
        ("birthday", "when have you got it", "ask", "when is my birthday"),
        ("birthday", "how many sleeps", "left", "how many days until my birthday"),
    ],
)
def test_a_move_is_said_out(field: str, text: str, move: str, sentence: str) -> None:
    assert made(field, text, move) == ResolvedTurn(sentence)


def test_another_day_takes_the_place_of_the_day() -> None:
    found = made("birthday", "the fifth I mean", "set", "the fourth of May")
    assert found == ResolvedTurn("my birthday is the fifth of May")
    found = made("birthday", "no, the fourth", "set", "3 May")
    assert found == ResolvedTurn("my birthday is fourth May")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("it's the 9th of may", "my birthday is the 9th of may"),
        ("oh, May 9th", "my birthday is May 9th"),
    ],
)
def test_a_day_that_was_not_known_is_the_birthday(text: str, sentence: str) -> None:
    assert made("birthday", text, "set") == ResolvedTurn(sentence)


def test_a_month_alone_is_asked_about() -> None:
    assert made("birthday", "it's in May", "set") == ResolvedTurn(
        "my birthday is {day}", "When is it then?"
    )


@pytest.mark.parametrize(
    ("field", "text", "move", "sentence"),
    [
        ("name", "er no, Sandy's better", "set", "call me Sandy"),
        ("name", "just Al for short", "set", "call me Al"),
        ("name", "Tess, not Tessa", "set", "call me Tess"),
        ("city", "no Leith, I have moved", "set", "I live in Leith"),
        ("name", "that was a joke, undo it", "undo", "forget my name"),
        ("name", "everything about me, name and all", "cancel",
         "forget everything you know about me"),
    ],
)  # fmt: skip
def test_what_is_not_ordered_in_so_many_words_is_asked_about(
    field: str, text: str, move: str, sentence: str
) -> None:
    assert made(field, text, move) == ResolvedTurn(sentence, is_guess=True)


def test_what_the_words_do_not_say_is_asked_for() -> None:
    found = made("name", "it is spelt with two of them", "set")
    assert found is not None
    assert (found.sentence, bool(found.question)) == ("call me {name}", True)


@pytest.mark.parametrize("move", ["cancel", "undo"])
@pytest.mark.parametrize(
    "text",
    ["don't forget it", "you'll not forget it now, will you", "never delete that", "dont lose it"],
)
def test_what_is_not_to_be_forgotten_stays(text: str, move: str) -> None:
    assert made("birthday", text, move) == ResolvedTurn(text, is_told=True)


@pytest.mark.parametrize(
    ("field", "text", "move"),
    [
        ("birthday", "when is Mark's birthday", "ask"),
        ("birthday", "what about Mark's", "ask"),
        ("birthday", "when is marks birthday", "ask"),
        ("birthday", "how long until Ana's", "left"),
        ("city", "where does Ana live", "ask"),
        ("city", "which city is my sister's", "ask"),
        ("name", "what is the name of my dog", "ask"),
        ("name", "what is her name", "ask"),
    ],
)
def test_what_belongs_to_another_is_not_answered_with_ones_own(
    field: str, text: str, move: str
) -> None:
    assert made(field, text, move) is None


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("birthday", "when's that", "when is my birthday"),
        ("birthday", "when's my birthday", "when is my birthday"),
        ("city", "what's that city's name", "what is my city"),
        ("city", "where's home", "what is my city"),
        ("name", "what's this name of mine", "what is my name"),
    ],
)
def test_what_is_ones_own_is_answered(field: str, text: str, sentence: str) -> None:
    found = made(field, text, "ask")
    assert found == ResolvedTurn(sentence)
