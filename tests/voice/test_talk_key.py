"""The push-to-talk key (unit): edges with their times go in, signals come out."""

from __future__ import annotations

import pytest

from jarvis_voice.voice.talk_key import TalkKey
from jarvis_voice.voice.turn_taking import Signal

pytestmark = pytest.mark.flow


def test_press_and_release() -> None:
    key = TalkKey()
    assert key.press(1.0) is Signal.KEY_PRESSED
    assert key.release() is Signal.KEY_RELEASED
    assert key.press(1.1) is Signal.KEY_PRESSED


def test_auto_repeat_is_one_press_however_long() -> None:
    key = TalkKey()
    assert key.press(1.0) is Signal.KEY_PRESSED
    assert [key.press(1.66 + n * 0.03) for n in range(400)] == [None] * 400
    assert key.release() is Signal.KEY_RELEASED


def test_a_press_past_the_grace_says_that_the_release_was_lost() -> None:
    key = TalkKey()
    key.press(1.0)
    assert key.press(6.0) is Signal.KEY_PRESSED_AGAIN
    assert key.press(6.5) is None, "and may itself be held"


def test_a_toggle_opens_and_closes_and_may_be_held_down() -> None:
    key = TalkKey()
    assert key.toggle(1.0, is_held=False) is Signal.KEY_PRESSED
    assert [key.toggle(1.66 + n * 0.03, is_held=True) for n in range(40)] == [None] * 40
    assert key.toggle(6.0, is_held=True) is Signal.KEY_RELEASED
    assert key.toggle(9.0, is_held=False) is Signal.KEY_PRESSED


def test_a_toggle_after_a_cap_opens_again() -> None:
    key = TalkKey()
    key.toggle(1.0, is_held=False)
    assert key.toggle(20.0, is_held=False) is Signal.KEY_PRESSED
