"""Words and the frames behind them in; the pieces that are sounded one after the other out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.language.en.speech_pieces import Piece, split_pieces

pytestmark = pytest.mark.flow


def test_pieces_are_whole_words_and_grow() -> None:
    text = "one two three four five six seven eight nine ten eleven twelve"
    assert split_pieces(text, range(20, 260, 20)) == [
        Piece(0, 40, "one two"),
        Piece(40, 100, "three four five"),
        Piece(100, 200, "six seven eight nine ten"),
        Piece(200, 240, "eleven twelve"),
    ]


def test_one_word_is_one_piece() -> None:
    assert split_pieces("Okay.", [58]) == [Piece(0, 58, "Okay.")]


def test_a_rest_that_is_too_short_stays_with_what_is_before_it() -> None:
    assert split_pieces("It rains.", [30, 38]) == [Piece(0, 38, "It rains.")]


@pytest.mark.parametrize(("pace", "first"), [(0.0, "a b"), (0.3, "a b c"), (0.39, "a b c d e f")])
def test_a_slow_machine_begins_with_more(pace: float, first: str) -> None:
    pieces = split_pieces("a b c d e f", range(12, 84, 12), extra_frames=22, pace=pace)
    assert pieces[0].text == first


def test_words_that_are_sounded_together_are_cut_where_a_word_ends() -> None:
    pieces = split_pieces("in the middle of the night", [30, 60, 90, 130])
    assert [piece.end for piece in pieces] == [30, 90, 130]
    assert " ".join(piece.text for piece in pieces) == "in the middle of the night"


@given(st.lists(st.integers(1, 40), min_size=1), st.integers(0, 60), st.floats(0, 1))
def test_every_frame_and_every_word_is_in_one_piece(
    lengths: list[int], words: int, pace: float
) -> None:
    ends = [sum(lengths[: n + 1]) for n in range(len(lengths))]
    text = " ".join(f"w{n}" for n in range(words))
    pieces = split_pieces(text, ends, 22, pace)
    assert " ".join(piece.text for piece in pieces if piece.text) == text
    assert [0, *(piece.end for piece in pieces)] == [*(piece.begin for piece in pieces), ends[-1]]
    assert all(piece.begin < piece.end for piece in pieces)
