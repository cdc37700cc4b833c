"""Unit: what an order to take all away leaves out."""

import pytest

from jarvis_voice.language.en.spared_things import names_only_others, spared

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("cancel everything except the alarm", "the alarm"),
        ("Cancel all but Mondays.", "mondays"),
        ("remove all timers, but not the pasta timer", "the pasta timer"),
        ("get rid of all of them apart from the alarm", "the alarm"),
        ("clear the shopping list but keep the ham", "keep the ham"),
        ("forget everything about me other than my name", "my name"),
        ("keep only the alarm", "the alarm"),
        ("cancel the timers and keep the alarm", "the alarm"),
        ("cancel anything that isn't the alarm", "the alarm"),
        ("cancel the timer that isn't May", "may"),
        ("cancel any timer not called Will", "called will"),
        ("delete the notes which are not about the roof", "about the roof"),
        ("cancel my timers, not the soup one", "the soup one"),
        ("cancel the alarms but not the 7 am one", "the 7 am one"),
        ("cancel the timers except the soup one", "the soup one"),
        ("kill every timer unless it's soup", "soup"),
    ],
)
def test_an_order_leaves_something_out(sentence: str, left: str) -> None:
    assert spared(sentence) == left


@pytest.mark.parametrize(
    "sentence",
    [
        "cancel everything",
        "cancel all timers, but please hurry",
        "cancel the alarm without asking",
        "clear everything without asking me",
        "cancel the pasta timer, but leave the rest",
        "remove milk but not the tea",
        "cancel the alarm not the timer",
        "cancel the one that is called May",
        "remove milk and keep the tea",
        "forget that all but Anna like ham",
        "cancel every alarm, and leave a note that I am out",
        "clear the list. But what is for dinner?",
        "scrap that, I'll just keep an eye on it",
        "not everything, just take limes off the bar list",
        "I've four timers and don't want a single one",
        "all " * 100,
    ],
)
def test_an_order_leaves_nothing_out(sentence: str) -> None:
    assert spared(sentence) is None


@pytest.mark.parametrize(
    ("words", "kind", "is_other"),
    [
        ("the alarm", "timer", True),
        ("the pasta timer", "timer", False),
        ("the alarm and the timer", "timer", False),
        ("pasta", "timer", False),
        ("the alarm", "any", False),
    ],
)
def test_what_is_left_out_is_of_another_kind(words: str, kind: str, is_other: bool) -> None:
    assert names_only_others(words, kind) is is_other
