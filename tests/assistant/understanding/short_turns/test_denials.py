"""Unit: turns that order nothing."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of
from jarvis_voice.assistant.understanding.short_turns.denials import (
    denies,
    is_idiom,
    is_set_phrase,
    tells_only,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    [
        "do not cancel it", "please don't stop it", "don't move it to eight", "don't forget it",
        "I don't want it to be early", "you must not cancel the timer", "not cancel the timer",
        "I'd rather you didn't touch it", "don't remove milk",
    ],
)  # fmt: skip
def test_a_denied_order_is_none(text: str) -> None:
    assert denies(clauses_of(text))


@pytest.mark.parametrize(
    "text",
    [
        "I don't need it", "don't bother", "I don't want it any more", "didn't mean that",
        "no need for it", "don't move it to eight, make it nine", "don't let me forget the wine",
        "turn it off", "no, not seven, eight",
    ],
)  # fmt: skip
def test_what_only_sounds_denied_still_orders(text: str) -> None:
    assert not denies(clauses_of(text))


@pytest.mark.parametrize(
    "text",
    [
        "did you remove it", "she should be home",
        "he got milk yesterday", "dad finished the milk", "the milk is off",
        "why did you cancel my timer", "I waited for twenty minutes more", "I forget",
        "and we had dinner at eight", "what happens if I cancel it",
        "not that I need it", "I hate waiting", "I'd love swimming",
    ],
)  # fmt: skip
def test_what_is_told_or_asked_of_the_past_orders_nothing(text: str) -> None:
    assert tells_only(text)


@pytest.mark.parametrize(
    "text",
    [
        "got the feta", "I bought the milk", "she wants it at nine", "he says make it twenty",
        "they took it away, you can forget it", "why not", "did you get that", "turn it off",
        "they like them soft, make it five", "not that one", "not that, the other",
        "oh he just rang, cross it off", "well they should be", "but it ought to be on there",
        "I'd hate it, cancel that", "I'd love to cancel it",
    ],
)  # fmt: skip
def test_what_asks_for_something_is_no_mere_telling(text: str) -> None:
    assert not tells_only(text)


@pytest.mark.parametrize(
    "text",
    ["no, leave it", "leave it as it is", "nah, keep it like that", "no worries", "no probs",
     "don't worry about it", "please don't let me miss it", "don't let me forget", "not again",
     "no way", "oh no, not this again",
     "that's not what I meant", "no no, wrong answer"],
)  # fmt: skip
def test_what_declines_or_comforts_is_a_set_phrase(text: str) -> None:
    assert is_set_phrase(text)


@pytest.mark.parametrize(
    "text", ["leave it, cancel that", "leave out the milk", "no need", "keep it short", "wrong one"]
)
def test_what_says_more_is_no_set_phrase(text: str) -> None:
    assert not is_set_phrase(text)


@pytest.mark.parametrize(
    "text",
    [
        "done and dusted then",
        "done my head in that has",
        "put the kettle on",
        "get a move on",
        "another day another dollar",
        "and lots of love",
        "🙂",
    ],
)
def test_an_idiom_names_no_thing(text: str) -> None:
    assert is_idiom(text)


@pytest.mark.parametrize("text", ["put crisps on", "and lots of tea", "another tin of beans", "5"])
def test_a_thing_is_no_idiom(text: str) -> None:
    assert not is_idiom(text)
