"""Unit: what may follow what, and how likely, in; the likeliest sequences that end out."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from jarvis_voice.engines.stt.whisper_tiny.beam_search import BeamResult, Next, search

pytestmark = pytest.mark.unit

END = 0
TOP = 4


class Grammar:
    """Tells what may follow a token, whatever stands before that, and notes what it was asked."""

    def __init__(self, **chances: dict[int, float]) -> None:
        self._chances = {int(name[1:]): follows for name, follows in chances.items()}
        self.asked: list[tuple[list[int], list[int]]] = []

    def next(self, *tokens: int) -> Next:
        """Each row the likeliest first, filled up with what never follows."""
        rows = [
            sorted(self._chances.get(token, {}).items(), key=lambda one: -one[1])
            for token in tokens
        ]
        filled = [[*row, *((99, 0.0),) * (TOP - len(row))] for row in rows]
        return Next(
            np.array([[token for token, _ in row] for row in filled]),
            np.array([[math.log(chance or 1e-30) for _, chance in row] for row in filled]),
        )

    def go_on(self, tokens: Sequence[int], parents: Sequence[int]) -> Next:
        self.asked.append((list(tokens), list(parents)))
        return self.next(*tokens)


def found(grammar: Grammar, *, beam: int = 2, most: int = 9) -> tuple[BeamResult, ...]:
    return search(grammar.next(9), grammar.go_on, beam=beam, most=most, end=END)


def test_the_likeliest_sequences_come_first_without_their_end() -> None:
    grammar = Grammar(_9={1: 0.7, 2: 0.3}, _1={3: 1.0}, _2={3: 1.0}, _3={END: 1.0})
    best, other = found(grammar)
    assert (best.tokens, other.tokens) == ((1, 3), (2, 3))
    assert math.exp(best.log_probability) == pytest.approx(0.7)
    assert math.exp(other.log_probability) == pytest.approx(0.3)


def test_what_begins_less_likely_may_be_likelier_in_the_end() -> None:
    grammar = Grammar(_9={1: 0.6, 2: 0.4}, _1={3: 0.5, 4: 0.5}, _2={5: 1.0}, _3={END: 1.0},
                      _4={END: 1.0}, _5={END: 1.0})  # fmt: skip
    assert found(grammar)[0].tokens == (2, 5)
    assert found(grammar, beam=1)[0].tokens in {(1, 3), (1, 4)}


def test_a_row_goes_on_from_the_sequence_that_it_followed() -> None:
    grammar = Grammar(_9={1: 0.5, 2: 0.5}, _1={3: 0.1, 4: 0.1}, _2={3: 0.6, 4: 0.4},
                      _3={END: 1.0}, _4={END: 1.0})  # fmt: skip
    assert {one.tokens for one in found(grammar)} == {(2, 3), (2, 4)}
    assert grammar.asked == [([1, 2], [0, 0]), ([3, 4], [1, 1])]


def test_it_ends_when_as_many_have_ended_as_are_followed() -> None:
    grammar = Grammar(_9={END: 0.4, 1: 0.6}, _1={END: 0.9, 1: 0.1})
    assert [one.tokens for one in found(grammar)] == [(1,), ()]
    assert len(grammar.asked) == 1


def test_what_never_ends_is_cut() -> None:
    grammar = Grammar(_9={1: 1.0}, _1={1: 1.0})
    best, *_ = found(grammar, most=5)
    assert best.tokens == (1,) * 5
    assert len(grammar.asked) == 4


def test_the_one_token_there_may_be_is_found() -> None:
    assert found(Grammar(_9={1: 0.9, END: 0.1}), most=1)[0].tokens == (1,)
