"""Everyday words come out as plain ones, and what is plain stays as it is."""

from __future__ import annotations

import pytest

from jarvis_voice.assistant.understanding.everyday_words import plainer

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("ten minute timer for the pasta", "set a timer for ten minute called pasta"),
        ("bin the early one", "cancel the early one"),
        ("put the sound more low", "put the sound lower"),
        ("nah, make it 16", "no, make it 16"),
        ("did I say fifty, I meant fifteen", "no, fifteen"),
        ("sorry, that was meant to be seven", "no, seven"),
        ("reminder, call dad", "remind me to call dad"),
        ("reminder, the dentist", ""),
        ("give this dough an hour to rise", "set a timer for an hour called dough"),
        ("give it ten minutes to cool down", "set a timer for ten minutes"),
        ("ten minutes for the eggs", "set a timer for ten minutes called eggs"),
        ("ten minutes for me", ""),
        ("we need cumin, salt and pepper", "add cumin, salt and pepper to my list"),
        ("whats left", "what is left"),
        ("don't let me sleep past 9 am", "wake me at 9 am"),
        ("make that ten, I'm out till late", "make that ten"),
        ("set a timer for five minutes", ""),
        ("what time is it", ""),
        ("lovely weather", ""),
        ("best pizza in Naples", ""),
        ("lovely, cancel the timer", "cancel the timer"),
        ("get rid of whatever timers are going", "cancel all timers"),
        ("take the sound down by ten", "turn the volume down by ten"),
        ("crank the volume by twenty percent", "turn the volume up by twenty percent"),
        ("swap my 7 am alarm for an 8 am one", "move my 7 am alarm to 8 am"),
        ("my alarm should go off at 8 instead of 7", "move my alarm to at 8"),
        ("one timer for 3 minutes", "i need a timer for 3 minutes"),
        ("I moved from Lyon to Nice", "i live in Nice"),
        ("is everything I say kept", "do you record what i say"),
        ("great cancel the timer", "cancel the timer"),
    ],
)
def test_a_sentence_is_said_in_plain_words(said: str, plain: str) -> None:
    assert plainer(said) == plain


def test_a_dictated_sentence_stays_as_it_is() -> None:
    assert plainer("gimme " + "word " * 100) == ""
