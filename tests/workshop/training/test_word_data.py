"""Unit: the list of words, made of a small WordNet."""

from pathlib import Path

import pytest

from jarvis_voice.tools.words.word_list import (
    BLOCKS,
    INDEX,
    OWN_WORDS,
    FoundWord,
    WordList,
)
from jarvis_voice.workshop.training.word_data import make_list

pytestmark = pytest.mark.unit

LICENCE = "  1 This software and database is being provided to you.  \n"
FILES = {
    "data.noun": [
        "00000001 06 n 02 car 0 auto 0 000 | a vehicle with an engine; \"he needs a car\"",
        "00000002 05 n 02 dog 0 Canis_familiaris 0 000 | a pet that barks",
        "00000003 15 n 01 Rome 0 001 @i 00000001 n 0000 | a city",
        "00000004 05 n 02 Canis 0 genus_Canis 0 000 | dogs and wolves",
        "00000005 18 n 02 rotter 0 badword 0 001 ;u 06718862 n 0200 | a bad man",
        "00000006 04 n 01 run 0 000 | a score in cricket",
        "00000007 04 n 01 running 0 000 | a ball game",
        "06718862 10 n 01 ethnic_slur 0 000 | an insult",
    ],
    "data.verb": ["00000001 38 v 01 run 0 000 01 + 02 00 | move fast by using one's feet"],
    "data.adj": [
        "00000001 00 a 01 large 0 002 ! 00000002 a 0101 & 00000003 a 0000 | above average in size",
        "00000002 00 a 01 small 0 001 ! 00000001 a 0101 | below average in size",
        "00000003 00 s 01 huge(a) 0 001 & 00000001 a 0000 | very large",
    ],
    "data.adv": [],
    "index.noun": [
        "auto n 1 0 1 0 00000001",
        "badword n 1 0 1 0 00000005",
        "canis n 1 0 1 0 00000004",
        "canis_familiaris n 1 0 1 0 00000002",
        "car n 1 0 1 1 00000001",
        "dog n 1 0 1 0 00000002",
        "ethnic_slur n 1 0 1 0 06718862",
        "rome n 1 1 @i 1 0 00000003",
        "rotter n 1 0 1 0 00000005",
        "run n 1 0 1 1 00000006",
        "running n 1 0 1 0 00000007",
    ],
    "index.verb": ["run v 1 0 1 1 00000001"],
    "index.adj": [
        "huge a 1 1 & 1 0 00000003",
        "large a 1 2 ! & 1 1 00000001",
        "small a 1 1 ! 1 1 00000002",
    ],
    "index.adv": [],
    "noun.exc": ["autos auto"],
    "verb.exc": ["ran run", "flew fly"],
    "adj.exc": [],
    "adv.exc": [],
    "cntlist.rev": [
        "car%1:06:00:: 1 9",
        "run%2:38:00:: 1 50",
        "run%1:04:00:: 1 3",
        "large%3:00:00:: 1 7",
    ],
}  # fmt: skip


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    for name, lines in FILES.items():
        head = LICENCE if name.startswith(("data", "index")) else ""
        text = head + "".join(f"{line}\n" for line in lines)
        (tmp_path / name).write_text(text, encoding="ascii")
    (tmp_path / OWN_WORDS).touch()
    return tmp_path


def looked_up(words: WordList, word: str) -> FoundWord:
    found = words.find(word)
    assert found is not None, word
    return found


def meanings(found: FoundWord) -> list[str]:
    return [f"{one.part}: {one.text}" for one in found.entry.meanings]


def test_what_is_made_is_what_the_program_reads(wordnet: Path) -> None:
    make_list(wordnet, wordnet)
    words = WordList(wordnet)
    assert meanings(looked_up(words, "auto")) == ["n: a vehicle with an engine"]  # no example
    assert looked_up(words, "auto").entry.synonyms == ("car",)
    assert meanings(looked_up(words, "run")) == [
        "v: move fast by using one's feet",  # the commonest first
        "n: a score in cricket",
    ]
    assert meanings(looked_up(words, "ran")) == ["v: move fast by using one's feet"]
    assert looked_up(words, "running").entry.word == "run"  # much commoner than the ball game
    large, huge = looked_up(words, "large"), looked_up(words, "huge")
    assert (large.entry.synonyms, large.entry.antonyms) == (("huge",), ("small",))
    assert (huge.entry.synonyms, huge.entry.antonyms) == (("large",), ("small",))


@pytest.mark.parametrize("word", ["Rome", "Canis", "canis familiaris", "badword", "flew"])
def test_what_is_left_out_is_not_there(wordnet: Path, word: str) -> None:
    make_list(wordnet, wordnet)
    assert WordList(wordnet).find(word) is None


def test_who_is_left_out_is_no_synonym_either(wordnet: Path) -> None:
    make_list(wordnet, wordnet)
    words = WordList(wordnet)
    assert looked_up(words, "rotter").entry.synonyms == ()
    assert looked_up(words, "dog").entry.synonyms == ()


def test_the_same_files_give_the_same_bytes(wordnet: Path) -> None:
    make_list(wordnet, wordnet)
    first = [(wordnet / name).read_bytes() for name in (BLOCKS, INDEX)]
    make_list(wordnet, wordnet)
    assert [(wordnet / name).read_bytes() for name in (BLOCKS, INDEX)] == first
