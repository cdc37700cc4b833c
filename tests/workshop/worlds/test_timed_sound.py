"""Unit: when the first word of an answer is heard, in what left the loudspeaker."""

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.workshop.worlds.timed_sound import PlayedPiece, content_onset

pytestmark = pytest.mark.unit

RATE_HZ = 20_000


def piece(sounds_at: float, text: str, *parts: tuple[float, int]) -> PlayedPiece:
    """Levels and their lengths in ms, one after the other."""
    pcm = [
        np.full(milliseconds * RATE_HZ // 1_000, level, np.int16) for level, milliseconds in parts
    ]
    return PlayedPiece(np.concatenate(pcm), RATE_HZ, sounds_at, text)


LOUD: tuple[float, int] = (8_000, 200)
QUIET: tuple[float, int] = (40, 60)
"""46 dB below: what a voice leaves in its pauses."""


def test_the_silence_before_the_first_word_is_part_of_the_wait() -> None:
    answer = [piece(10.0, "It is noon.", QUIET, LOUD)]
    assert content_onset(answer, 0.0, []) == pytest.approx(10.06)


def test_a_quiet_beginning_of_a_word_counts() -> None:
    assert content_onset([piece(10.0, "Hello", (100, 20), LOUD)], 0.0, []) == pytest.approx(10.0)


def test_what_sounds_before_the_answer_is_worded_is_none_of_it() -> None:
    earcon, answer = piece(5.0, "", LOUD), piece(10.0, "Noon.", LOUD)
    assert content_onset([earcon, answer], 9.0, []) == pytest.approx(10.0)


@pytest.mark.parametrize("said", [("One moment.",), ("One", "moment.")])
def test_words_that_work_goes_on_are_none_of_the_answer(said: tuple[str, ...]) -> None:
    fillers = [piece(5.0 + number, words, LOUD) for number, words in enumerate(said)]
    answer = piece(10.0, "One moment ago.", QUIET, LOUD)
    assert content_onset([*fillers, answer], 0.0, ["One moment."]) == pytest.approx(10.06)


def test_silence_all_through_leads_on_to_the_next_piece() -> None:
    pieces = [piece(10.0, "a", (0, 300)), piece(10.3, "b", LOUD)]
    assert content_onset(pieces, 0.0, []) == pytest.approx(10.3)


@pytest.mark.parametrize("pieces", [[], [piece(1.0, "late", LOUD)], [piece(9.0, "", (0, 3))]])
def test_where_nothing_is_heard_there_is_no_onset(pieces: list[PlayedPiece]) -> None:
    assert content_onset(pieces, 2.0, []) is None


def samples(values: list[int]) -> NDArray[np.int16]:
    return np.array(values, np.int16)


def test_a_piece_shorter_than_a_step_says_nothing() -> None:
    assert content_onset([PlayedPiece(samples([9_000] * 10), RATE_HZ, 1.0)], 0.0, []) is None
