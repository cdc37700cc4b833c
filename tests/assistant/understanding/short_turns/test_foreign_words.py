"""Unit: a turn and what it was taken for go in; the act, a question or no act at all comes out."""

import pytest

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.foreign_words import (
    UNCHANGED,
    kept_to_subject,
)
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn

pytestmark = pytest.mark.unit

ANSWERS = {
    "alarm": "The alarm is set for 07:00 tomorrow, 10 hours from now.",
    "timer": "The timer is set for 10 minutes.",
    "reminder": "I will remind you at 09:00 tomorrow: call mom.",
    "list": "I have added milk and eggs to the shopping list.",
    "fact": "I will remember that your car is on level 3.",
}
TAKES = {
    "alarm": "cancel the newest alarm",
    "timer": "cancel the newest timer",
    "reminder": "cancel the newest reminder",
    "list": "remove milk and eggs from my shopping list",
    "fact": "forget that my car is on level 3",
}


def kept(kind: str, text: str, sentence: str) -> ResolvedTurn:
    before = [
        MessageState(role="user", text="please do that"),
        MessageState(role="assistant", text=ANSWERS[kind]),
    ]
    return kept_to_subject(text, ResolvedTurn(sentence), before, lambda _: None)


@pytest.mark.parametrize("kind", [one for one in TAKES if one != "timer"])
@pytest.mark.parametrize(
    "text",
    [
        *("got it", "okay got it, thanks", "done", "all done", "we're done", "none of them"),
        *("I want to keep it", "it's needed", "don't touch it", "don't put it off"),
        *("don't turn that off", "I don't need anything else"),
        *("done with that", "that's enough now", "take it easy", "no, that's it", "ten four"),
        *("wait a second", "don't mind me", "the end"),
    ],
)
def test_who_has_only_heard_the_answer_takes_nothing_away(kind: str, text: str) -> None:
    assert kept(kind, text, TAKES[kind]) == ResolvedTurn(text, is_told=True)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("alarm", "forget the milk"),
        ("reminder", "stop the car"),
        ("timer", "kill the lights"),
        ("list", "forget the cheese"),
        ("list", "remove the milk from the fridge"),
        ("fact", "forget the bike"),
    ],
)
def test_what_names_another_thing_takes_nothing_of_before_away(kind: str, text: str) -> None:
    assert kept(kind, text, TAKES[kind]) == ResolvedTurn(text)


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        ("alarm", "push the meeting back by an hour", "postpone the newest alarm by an hour"),
        ("reminder", "move lunch to noon", "move the newest reminder to noon"),
        ("alarm", "dinner should be at 8 pm", "move the newest alarm to 8 pm"),
        ("reminder", "it took an hour", "postpone the newest reminder by an hour"),
        ("alarm", "wait five minutes", "postpone the newest alarm by five minutes"),
        ("alarm", "go back", "cancel the newest alarm"),
        ("alarm", "cancel the workout", "cancel the newest alarm"),
        ("timer", "I'm done with it", "cancel the newest timer"),
        ("timer", "an hour is too long", "change the newest timer to an hour"),
        ("timer", "continue", "set a timer for 10 minutes"),
        ("timer", "on sunday", "set a timer for 10 minutes"),
    ],
)
def test_what_may_be_told_of_something_else_is_asked_about(
    kind: str, text: str, sentence: str
) -> None:
    assert kept(kind, text, sentence) == ResolvedTurn(sentence, is_guess=True)


def test_a_day_on_which_it_is_not_to_ring_is_no_day_to_move_it_to() -> None:
    moved = "move the newest alarm to sunday"
    assert kept("alarm", "not on sunday", moved) == ResolvedTurn("", UNCHANGED)


def test_a_day_that_is_left_out_of_a_rule_is_left_out() -> None:
    moved = "move the 07:00 alarm to every weekday except fridays at 07:00"
    assert kept("alarm", "not on fridays", moved) == ResolvedTurn(moved)


def test_who_has_called_somebody_gives_no_name() -> None:
    renamed = "rename the newest alarm to mom"
    assert kept("alarm", "I called mom", renamed) == ResolvedTurn("I called mom", is_told=True)


def test_a_question_takes_nothing_away() -> None:
    text = "what's not on my list"
    assert kept("list", text, TAKES["list"]) == ResolvedTurn(text, is_told=True)


@pytest.mark.parametrize("text", ["no, that's it", "wait a second", "ten four"])
def test_who_has_only_heard_the_answer_puts_no_fact_right(text: str) -> None:
    put_right = "remember that my car is on it"
    assert kept("fact", text, put_right) == ResolvedTurn(text, is_told=True)


@pytest.mark.parametrize("text", ["another", "two more", "same again"])
def test_words_that_name_nothing_are_put_on_no_list(text: str) -> None:
    added = kept("list", text, f"add {text} to my shopping list")
    assert added == ResolvedTurn(text, is_leaning=True)


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        ("alarm", "scrap that", TAKES["alarm"]),
        ("alarm", "cancel the stupid alarm", TAKES["alarm"]),
        ("alarm", "no, I don't need it any more", TAKES["alarm"]),
        ("alarm", "it's not needed", TAKES["alarm"]),
        ("alarm", "who needs that, cancel it", TAKES["alarm"]),
        ("alarm", "I don't need anything, cancel it", TAKES["alarm"]),
        ("list", "what am I saying, remove the eggs", "remove eggs from my shopping list"),
        ("alarm", "I don't need that", TAKES["alarm"]),
        ("alarm", "make it half past six", "move the newest alarm to half past six"),
        ("alarm", "my flight is later, so make it nine", "move the newest alarm to nine"),
        ("alarm", "not seven, eight", "move the newest alarm to eight"),
        ("timer", "the pasta needs five more minutes", "add five minutes to the newest timer"),
        ("timer", "one more", "set a timer for 10 minutes"),
        ("timer", "change the duration to 12 minutes", "change the newest timer to 12 minutes"),
        ("timer", "turn the oven off and cancel it", TAKES["timer"]),
        ("timer", "stop the ten minute one", TAKES["timer"]),
        ("reminder", "forget about calling mom", TAKES["reminder"]),
        ("list", "take the eggs off", "remove eggs from my shopping list"),
        ("list", "got the milk", "remove milk from my shopping list"),
        ("list", "and bread", "add bread to my shopping list"),
        ("list", "one more then", "add one lemon to my shopping list"),
        ("fact", "forget where the car is", TAKES["fact"]),
    ],
)
def test_what_speaks_of_it_is_done(kind: str, text: str, sentence: str) -> None:
    assert kept(kind, text, sentence) == ResolvedTurn(sentence)
