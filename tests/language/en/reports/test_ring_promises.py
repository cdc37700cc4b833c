"""What promises that somebody is woken or reminded at a time, in whatever words."""

from __future__ import annotations

import pytest

from jarvis_voice.language.en.reports.ring_promises import promises_to_ring

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "sentence",
    [
        "I shall wake you at half past eight.",
        "You will be woken at half past eight.",
        "Half past eight on Sunday it is.",
        "Okay, 7:30 tomorrow it is.",
        "I shall make sure you are up by half past eight.",
        "Expect my call at half past eight.",
        "I\u2019ll see to it that you\u2019re awake at seven.",
        "Sleep well, I've got you covered for half past eight.",
        "You will hear my alarm at 6:45.",
        "I'll give you a nudge in ten minutes.",
        "Consider yourself woken at 8:30 on Sunday.",
        "I have it down for half past eight.",
        "At half past eight I shall ring.",
        "My alarm rings at half past eight on Sunday.",
        "There'll be an alarm at half past eight.",
        "8:30 on Sunday works, and I'm on it.",
    ],
)
def test_a_promise_with_a_time_is_found(sentence: str) -> None:
    assert promises_to_ring(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "I shall wake you when the moon is up.",
        "I shall be there when you need me.",
        "731 it is.",
        "I have it from a book of eight chapters.",
        "Consider it at eight, when you are awake.",
        "The old clock rings at seven.",
        "Ask me to wake you at seven, and I set an alarm.",
        "Should I wake you at seven?",
        "If you say yes, I will wake you at seven.",
        "Tell me, and I'll remind you at eight.",
        "You should be up by seven if you want to catch it.",
        "I cannot wake you at seven without an alarm.",
        "An alarm at seven would be early enough.",
        "I will tell you of seven wonders.",
        "You will be called to the gate, as a rule, half an hour before.",
    ],
)
def test_all_else_is_none(sentence: str) -> None:
    assert not promises_to_ring(sentence)
