"""A combination seen through single keys (unit): what is a press, what a repeat, what is lost."""

from __future__ import annotations

import pytest

from jarvis_voice.doors.hotkey.key_chord import Chord
from jarvis_voice.doors.hotkey.key_combination import parse_combination

pytestmark = pytest.mark.flow


def chord(text: str) -> Chord:
    return Chord(parse_combination(text))


def test_press_and_release() -> None:
    key = chord("F9")
    assert key.down("f9", 1.0)
    assert key.is_held
    assert key.up("f9")
    assert key.down("f9", 1.1), "however soon"


@pytest.mark.parametrize("first", [0.2, 0.66, 1.8])
def test_repeats_are_one_press_however_late_they_begin(first: float) -> None:
    key = chord("F9")
    assert key.down("f9", 1.0)
    assert not any(key.down("f9", 1.0 + first + n * 0.03) for n in range(400))
    assert key.up("f9")


def test_the_modifiers_must_be_down_first_and_may_go_first() -> None:
    key = chord("ctrl+space")
    assert not key.down("space", 1.0)
    assert not key.down("ctrl", 1.1)
    assert not key.down("space", 1.2), "a repeat is no press"
    assert not key.up("space")
    assert key.down("space", 1.4)
    assert not key.up("ctrl")
    assert key.is_held
    assert key.up("space")
    assert not key.down("space", 2.0)


def test_a_modifier_that_seems_stuck_does_not_make_the_key_dead() -> None:
    key = chord("F9")
    key.down("super", 1.0)
    assert key.down("f9", 9.0)


def test_a_press_past_the_grace_says_that_the_release_was_lost() -> None:
    key = chord("F9")
    key.down("f9", 1.0)
    assert key.down("f9", 6.0)


def test_repeats_that_stop_say_that_the_release_was_lost() -> None:
    key = chord("F9")
    key.down("f9", 1.0)
    assert not key.is_lost(50.0), "a keyboard that was never seen to repeat says nothing"
    for at in (1.5, 1.53, 1.56):
        key.down("f9", at)
    assert not key.is_lost(2.0)
    assert key.is_lost(2.5)
    assert key.let_go()
    assert not key.is_lost(9.0)


def test_another_key_ends_the_repeats_and_not_the_hold() -> None:
    key = chord("F9")
    for at in (1.0, 1.5, 1.53, 1.56):
        key.down("f9", at)
    key.down("a", 1.6)
    assert not key.is_lost(9.0)
    assert key.up("f9")
