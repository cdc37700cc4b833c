"""Unit: the stretches that a reader marks go in, the words of a slot come out."""

import pytest

from jarvis_voice.assistant.understanding.slot_words import filled, unbroken

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "slot", "words", "whole"),
    [
        ("I must be up for ten to six tomorrow", "time", ("ten", "six"), ["ten to six"]),
        ("seven in the morning please", "time", ("seven", "morning"), ["seven in the morning"]),
        ("half past the hour", "time", ("half", "hour"), ["half past the hour"]),
        ("take my pills", "item", ("take", "pills"), ["take my pills"]),
        ("milk and eggs", "item", ("milk", "eggs"), ["milk", "eggs"]),
        ("is it dry in St Ives on Monday", "place", ("St",), ["St Ives"]),
        ("is it dry in Leeds Monday", "place", ("Leeds",), ["Leeds"]),
    ],
)
def test_little_words_are_kept(
    text: str, slot: str, words: tuple[str, ...], whole: list[str]
) -> None:
    assert unbroken(text, words, slot) == whole


@pytest.mark.parametrize(
    ("time", "sentence"),
    [
        ("at five", "set an alarm for five"),
        ("in ten minutes", "set an alarm in ten minutes"),
        ("every day at six", "set an alarm every day at six"),
        ("six", "set an alarm for six"),
    ],
)
def test_two_words_that_lead_to_a_time_are_one(time: str, sentence: str) -> None:
    assert filled("set an alarm for {time}", {"time": time}) == sentence
