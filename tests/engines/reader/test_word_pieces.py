"""Unit: how a sentence is cut into word pieces."""

import pytest

from jarvis_voice.engines.reader.word_pieces import (
    LONGEST,
    LONGEST_WORD,
    SPECIAL,
    Word,
    WordPieces,
    words_of,
)

pytestmark = pytest.mark.unit

VOCABULARY = (*SPECIAL, "set", "##ting", "a", "tim", "##er", "cafe", "'", "s")
PAD, UNKNOWN, BEGIN, END = range(4)


@pytest.fixture
def pieces() -> WordPieces:
    return WordPieces(VOCABULARY)


def named(pieces: WordPieces, text: str) -> list[str]:
    return [VOCABULARY[number] for number in pieces.cut(text).ids]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Set a timer", ["[CLS]", "set", "a", "tim", "##er", "[SEP]"]),
        ("setting", ["[CLS]", "set", "##ting", "[SEP]"]),
        ("Café's", ["[CLS]", "cafe", "'", "s", "[SEP]"]),
        ("xyz a", ["[CLS]", "[UNK]", "a", "[SEP]"]),
        ("a" * (LONGEST_WORD + 1), ["[CLS]", "[UNK]", "[SEP]"]),
        ("", ["[CLS]", "[SEP]"]),
    ],
)
def test_the_longest_known_beginning_is_taken(
    pieces: WordPieces, text: str, found: list[str]
) -> None:
    assert named(pieces, text) == found


def test_each_word_names_its_first_piece(pieces: WordPieces) -> None:
    row = pieces.cut("set timer a")
    assert row.words == (Word("set", 0, 3), Word("timer", 4, 9), Word("a", 10, 11))
    assert row.firsts == (1, 2, 4)


def test_what_is_too_long_is_cut_between_words(pieces: WordPieces) -> None:
    row = pieces.cut("timer " * LONGEST)
    assert len(row.ids) <= LONGEST
    assert row.ids[-1] == END
    assert len(row.words) == len(row.firsts) == (LONGEST - 2) // 2


def test_words_have_their_places() -> None:
    assert [(one.text, one.begin) for one in words_of("what's 5_6?")] == [
        ("what", 0), ("'", 4), ("s", 5), ("5", 7), ("_", 8), ("6", 9), ("?", 10),
    ]  # fmt: skip
