"""Unit: where a long sound is cut; and that no speech is lost, whatever it is like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.voice.transcription.sound_pieces import (
    LEAD_FRAMES,
    MOST_FRAMES,
    SPEECH,
    TAIL_FRAMES,
    PieceCutter,
    SoundPiece,
    best_place,
)

pytestmark = pytest.mark.unit

YES, NO = [0.9], [0.1]


def pieces(probabilities: list[float]) -> list[SoundPiece]:
    cutter = PieceCutter()
    found = [one for each in probabilities if (one := cutter.push(each))]
    return found + [one for one in (cutter.end(),) if one]


def test_a_long_pause_ends_a_piece_and_is_left_out() -> None:
    found = pieces(NO * 20 + YES * 30 + NO * 40 + YES * 10 + NO * 3)
    assert found == [
        SoundPiece(20 - LEAD_FRAMES, 50 + TAIL_FRAMES, 30),
        SoundPiece(90 - LEAD_FRAMES, 103, 10),
    ]


def test_speech_without_a_pause_is_cut_in_its_longest_silence() -> None:
    words = YES * 100 + NO * 2 + YES * 20 + NO * 6 + YES * 100
    first, second = pieces(words)
    assert 122 < first.end < 128
    assert second.begin == first.end


def test_speech_without_any_silence_is_cut_where_it_is_least_like_speech() -> None:
    assert best_place([0.9] * 120 + [0.6] + [0.9] * (MOST_FRAMES - 121)) == 121


def test_no_speech_gives_no_piece() -> None:
    assert pieces(NO * 1_000) == []


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 200)), max_size=12))
def test_all_speech_is_in_pieces_that_can_be_heard_at_once(runs: list[tuple[bool, int]]) -> None:
    probabilities = [p for is_speech, count in runs for p in (YES if is_speech else NO) * count]
    found, place = pieces(probabilities), 0
    covered = set[int]()
    for one in found:
        assert place <= one.begin < one.end <= len(probabilities)
        assert one.end - one.begin <= MOST_FRAMES
        inside = range(one.begin, one.end)
        assert one.voiced == sum(probabilities[at] >= SPEECH for at in inside)
        covered |= set(inside)
        place = one.end
    assert {at for at, one in enumerate(probabilities) if one >= SPEECH} <= covered
