"""Unit: what is expected of a sentence, as it is written in a file."""

import pytest

from jarvis_voice.workshop.sentences.expectation import (
    ExpectedStep,
    alternatives,
    outside_brackets,
)

pytestmark = pytest.mark.unit


def test_alternatives_with_and_without_arguments() -> None:
    found = alternatives(
        "set_timer(length=5 minutes) | ask|add_note(list=shopping, text=milk, tea)"
    )
    assert found == (
        (ExpectedStep("set_timer", {"length": "5 minutes"}),),
        (ExpectedStep("ask"),),
        (ExpectedStep("add_note", {"list": "shopping", "text": "milk, tea"}),),
    )
    assert [one.is_tool for [one] in found] == [True, False, True]


def test_tools_that_go_together() -> None:
    found = alternatives("remove_note(text=tea)+add_note|ask")
    together = (ExpectedStep("remove_note", {"text": "tea"}), ExpectedStep("add_note"))
    assert found == (together, (ExpectedStep("ask"),))


def test_a_dash_is_not_judged() -> None:
    assert alternatives(" - ") == ()


def test_signs_in_brackets_split_nothing() -> None:
    assert list(outside_brackets("a(x|y)|b|", "|")) == ["a(x|y)", "b", ""]
    assert list(outside_brackets("convert(what=km / h) / -", " / ")) == [
        "convert(what=km / h)",
        "-",
    ]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "is no name"),
        ("set timer", "is no name"),
        ("ask|", "is no name"),
        ("set_timer(length=5", "not closed"),
        ("set_timer(length)", "no argument"),
        ("ask(what=it)", "has no arguments"),
        ("set_timer+", "is no name"),
    ],
)
def test_a_mistake_is_named(text: str, part: str) -> None:
    with pytest.raises(ValueError, match=part):
        alternatives(text)


def test_an_action_fits_by_its_name_and_the_given_arguments() -> None:
    five = ExpectedStep("set_timer", {"length": "5 minutes"})
    assert five.fits("set_timer", {"length": "five minutes", "name": "tea"})
    assert not five.fits("set_timer", {"length": "six minutes"})
    assert not five.fits("set_alarm", {"length": "five minutes"})
