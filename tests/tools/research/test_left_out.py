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


@pytest.mark.parametrize(
    ("source", "piece"),
    [
        ("Bonn will close the bridge, which was not repaired for years.", "will close the bridge"),
        ("The wing opens in June, not in May as planned.", "The wing opens in June"),
        ("Bees remember faces, not only flowers, in Oslo.", "Bees remember faces"),
        ("No one was hurt when a crane fell onto a house.", "a crane fell onto a house"),
        ("Nobody was killed as the old tower fell.", "the old tower fell"),
        ("Despite denials from the club, the coach left on Monday.", "the coach left on Monday"),
        ("A small frog, no bigger than a coin, was found in Peru.", "was found in Peru"),
        ("The museum, which never closed, opens a new wing.", "opens a new wing"),
        ("Ada Lovelace, who never met Bach, wrote the first program.", "wrote the first program"),
        ("They met in Leeds, where it could rain, on Monday evening.", "They met in Leeds"),
    ],
)
def test_what_is_told_beside_a_piece_turns_nothing_round(source: str, piece: str) -> None:
    assert not is_turned_round(source.casefold(), rows(piece.casefold()))


@pytest.mark.parametrize(
    ("source", "piece"),
    [
        ("The drug cures all colds, which no study has shown.", "the drug cures all colds"),
        ("The lake is deep, which is not true.", "the lake is deep"),
        ("The deputy, not the mayor, resigned on Monday.", "the mayor resigned on Monday"),
        ("Not all lakes, which are deep, freeze in winter here.", "freeze in winter here"),
        ("It is a hoax that Elvis, who lives in Peru, sings.", "that Elvis who lives in Peru"),
        ("The claim, which spread in May, that he was arrested is false.", "he was arrested"),
        ("No one saw when a crane fell onto a house.", "a crane fell onto a house"),
        ("He was arrested, which police denied.", "he was arrested"),
        ("If it rains, the game ends at noon.", "the game ends at noon"),
        ("The bank, which never failed, will not close in June.", "close in June"),
        ("The bank, which never failed, will not close nine branches.", "close nine branches"),
    ],
)
def test_what_takes_a_piece_back_still_turns_it_round(source: str, piece: str) -> None:
    assert is_turned_round(source.casefold(), rows(piece.casefold()))
