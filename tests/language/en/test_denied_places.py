"""Unit: where somebody lives, without the place that they deny."""

import pytest

from jarvis_voice.language.en.denied_places import denies_place, lives_in, place_told

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("I live now in Bath, no longer in Bristol", "I live in Bath"),
        ("I live in Romford now, not Bristol", "I live in Romford"),
        ("we live in New Malden, not in Hull any more", "we live in New Malden"),
        ("I'm in York now, no longer in Leeds", "I live in York"),
        ("I'm staying in Birmingham nowadays", "I live in Birmingham"),
        ("I moved to Exeter, not Bath", "I live in Exeter"),
        ("I now live in Hull and not in Leeds", "I live in Hull"),
    ],
)
def test_the_place_that_is_told_is_left(text: str, plain: str) -> None:
    assert lives_in(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "I live in Bath",
        "I'm in London, not Paris",
        "I'm staying in Birmingham until Friday",
        "I live in a flat now, not in a house",
        "I live in Bath now, and set a timer for five minutes",
        "they live in Bath now, not Bristol",
    ],
)
def test_what_is_plain_or_else_stays(text: str) -> None:
    assert lives_in(text) == ""


def test_a_place_is_denied_by_the_words_before_it() -> None:
    assert denies_place("I live in Bath, no longer in Bristol", "Bristol")
    assert not denies_place("I live in Bath, no longer in Bristol", "Bath")
    assert place_told("I'm in London, not Paris") == "London"
    assert place_told("I'm in London") == ""
