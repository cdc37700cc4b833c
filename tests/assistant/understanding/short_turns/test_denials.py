"""Unit: turns that order nothing."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of
from jarvis_voice.assistant.understanding.short_turns.denials import denies, tells_only

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
        "did you remove it", "he got milk yesterday", "dad finished the milk", "the milk is off",
        "why did you cancel my timer", "I waited for twenty minutes more", "I forget",
        "and we had dinner at eight", "what happens if I cancel it",
    ],
)  # fmt: skip
def test_what_is_told_or_asked_of_the_past_orders_nothing(text: str) -> None:
    assert tells_only(text)


@pytest.mark.parametrize(
    "text",
    [
        "got the feta", "I bought the milk", "she wants it at nine", "he says make it twenty",
        "they took it away, you can forget it", "why not", "did you get that", "turn it off",
        "they like them soft, make it five",
    ],
)  # fmt: skip
def test_what_asks_for_something_is_no_mere_telling(text: str) -> None:
    assert not tells_only(text)
