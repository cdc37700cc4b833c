"""Unit: chunks and their lengths go in, whether a wake word may be ours at a moment comes out."""

from __future__ import annotations

import pytest

from jarvis_voice.voice.output.word_times import WordTimes

pytestmark = pytest.mark.unit

NAMES = ("hey jarvis", "jarvis")


@pytest.mark.parametrize(
    ("at", "masks"),
    [(9.9, False), (10.0, False), (11.85, False), (12.0, True), (15.65, True), (15.75, False)],
)
def test_the_second_chunk_sounds_behind_the_first(at: float, *, masks: bool) -> None:
    airtime = WordTimes()
    airtime.add("Hello.", 2.0, at=9.0)
    airtime.add("I am Jarvis, a voice assistant.", 3.0, at=9.1)
    airtime.start(at=10.0)
    assert airtime.masks(NAMES, at) is masks


def test_a_chunk_that_was_made_late_sounds_late() -> None:
    airtime = WordTimes()
    airtime.add("Hello.", 2.0, at=0.0)
    airtime.start(at=0.0)
    airtime.add("JARVIS!", 1.0, at=5.0)
    assert [airtime.masks(NAMES, at) for at in (2.5, 5.5, 6.8)] == [False, True, False]


def test_a_name_within_another_word_is_none() -> None:
    airtime = WordTimes()
    airtime.add("Jarvisson called.", 1.0, at=0.0)
    assert not airtime.masks(NAMES, 0.5)


def test_a_name_may_reach_from_one_chunk_into_the_next() -> None:
    airtime = WordTimes()
    airtime.add("Say hey,", 1.0, at=0.0)
    airtime.add("Jarvis. That", 1.0, at=0.0)
    airtime.add("is all.", 1.0, at=0.0)
    masked = [airtime.masks(["hey jarvis"], at) for at in (0.5, 1.5, 2.6, 2.8)]
    assert masked == [True, True, True, False]


def test_nothing_was_handed_over() -> None:
    airtime = WordTimes()
    airtime.start(at=1.0)
    assert not airtime.masks(NAMES, 1.0)


@pytest.mark.parametrize(
    ("at", "masks"),
    [(10.5, False), (10.85, False), (10.95, True), (11.2, True), (12.0, True), (12.15, False)],
)
def test_only_what_scored_masks_and_as_long_as_it_may_be_on_its_way(
    at: float, *, masks: bool
) -> None:
    airtime = WordTimes()
    number = airtime.add("My name is Jarvis, and I am a voice assistant.", 4.0, at=9.0)
    airtime.mark(number, [(1.0, 1.4)])
    airtime.start(at=10.0)
    assert airtime.masks(NAMES, at) is masks


def test_speech_that_scored_nowhere_masks_nothing_though_it_holds_the_name() -> None:
    airtime = WordTimes()
    airtime.mark(airtime.add("Jarvis.", 1.0, at=0.0), [])
    airtime.start(at=0.0)
    assert not airtime.masks(NAMES, 0.5)


def test_speech_that_was_not_scored_masks_by_its_words() -> None:
    airtime = WordTimes()
    airtime.add("I am Jarvis.", 1.0, at=0.0)
    airtime.add("What now?", 1.0, at=0.0)
    airtime.start(at=0.0)
    assert [airtime.masks(NAMES, at) for at in (0.5, 1.6, 1.8)] == [True, True, False]


def test_a_score_may_peak_behind_the_last_word() -> None:
    airtime = WordTimes()
    number = airtime.add("I am Jarvis.", 1.0, at=0.0)
    airtime.mark(number, [(0.9, 1.0)])
    airtime.mark(number, [(1.0, 1.16)])
    airtime.start(at=0.0)
    assert airtime.masks(NAMES, 1.8)


def test_what_was_cut_off_never_sounds() -> None:
    airtime = WordTimes()
    airtime.mark(airtime.add("Now wait, Jarvis.", 3.0, at=0.0), [(0.5, 0.9), (2.0, 2.4)])
    airtime.start(at=0.0)
    airtime.cut(at=1.0)
    assert [airtime.masks(NAMES, at) for at in (0.6, 2.2)] == [True, False]
