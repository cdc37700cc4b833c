"""Unit: a source's sentence and the rows of a piece of it go in; whether it is turned round."""

import pytest

from jarvis_voice.tools.research.left_out import is_turned_round

pytestmark = pytest.mark.unit


def rows(piece: str) -> set[tuple[str, ...]]:
    words = piece.split()
    return {tuple(words[at : at + 3]) for at in range(len(words) - 2)}


@pytest.mark.parametrize(
    ("source", "piece", "is_turned"),
    [
        ("It is a myth that the lake is deep.", "the lake is deep", True),
        ("The lake is deep, a paper falsely said.", "the lake is deep", True),
        ("The lake is deep, and the river is not.", "the lake is deep", False),
        ("The river is not, but the lake is deep.", "the lake is deep", False),
        ("The lake is deep, said a paper.", "the lake is deep", False),
        ("The lake is not deep.", "the lake is not deep", False),
    ],
)
def test_a_word_beside_the_piece_counts_in_its_own_clause(
    source: str, piece: str, *, is_turned: bool
) -> None:
    assert is_turned_round(source, rows(piece)) is is_turned
