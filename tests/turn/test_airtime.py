"""Unit: sentences and their lengths go in, which of them sounds at a moment comes out."""

from __future__ import annotations

import pytest

from jarvis_voice.turn.airtime import Airtime


@pytest.mark.parametrize(
    ("at", "says"),
    [(9.9, False), (10.0, False), (11.9, False), (12.0, True), (14.9, True), (15.1, False)],
)
def test_the_second_sentence_sounds_behind_the_first(at: float, *, says: bool) -> None:
    airtime = Airtime()
    airtime.add("Hello.", 2.0, at=9.0)
    airtime.add("I am Jarvis, a voice assistant.", 3.0, at=9.1)
    airtime.start(at=10.0)
    assert airtime.says("jarvis", at) is says


def test_a_sentence_that_was_made_late_sounds_late() -> None:
    airtime = Airtime()
    airtime.add("Hello.", 2.0, at=0.0)
    airtime.start(at=0.0)
    airtime.add("JARVIS!", 1.0, at=5.0)
    assert [airtime.says("jarvis", at) for at in (2.5, 5.5, 6.5)] == [False, True, False]


def test_a_name_within_another_word_is_none() -> None:
    airtime = Airtime()
    airtime.add("Jarvisson called.", 1.0, at=0.0)
    assert not airtime.says("jarvis", 0.5)


def test_nothing_was_handed_over() -> None:
    airtime = Airtime()
    airtime.start(at=1.0)
    assert not airtime.says("jarvis", 1.0)
