"""Unit: the parts of a fact, and those that some words name."""

import pytest

from jarvis_voice.language.en.fact_clauses import clauses_of, named_clauses, names_part

pytestmark = pytest.mark.unit

ALARM, GATE = "the alarm code is 12", "the gate code is 34"


@pytest.mark.parametrize(
    "clauses",
    [
        [ALARM, GATE],
        ["I like tea", "I hate coffee"],
        ["my sister lives in Oslo", "my brother works at IBM"],
        ["dinner is at eight", "lunch is at twelve"],
        ["the key is in the shed", "the spare key is with Tom", "the bike is in the hall"],
        ["I like tea and coffee"],
        ["my favourite colours are red and blue"],
        ["my sister lives in Oslo and she works at IBM"],
        ["the gate code is 34"],
        ["Tom and Ana are at home"],
    ],
)
def test_a_fact_has_parts_that_tell_by_themselves(clauses: list[str]) -> None:
    assert clauses_of(" and ".join(clauses)) == clauses


@pytest.mark.parametrize(
    ("about", "named"),
    [
        ("the gate code", [GATE]),
        ("alarm", [ALARM]),
        ("the gate code is 34", [GATE]),
        ("the codes", [ALARM, GATE]),
        ("that", [ALARM, GATE]),
        ("the bike", [ALARM, GATE]),
    ],
)
def test_words_name_parts(about: str, named: list[str]) -> None:
    assert named_clauses(about, [ALARM, GATE]) == named


def test_the_part_that_is_about_just_the_words_goes_first() -> None:
    keys = ["the key is in the shed", "the spare key is with Tom"]
    assert named_clauses("the key", keys) == keys[:1]


@pytest.mark.parametrize(
    ("about", "fact", "is_part"),
    [
        ("I like tea", "I like tea and coffee", True),
        ("where my sister lives", "my sister lives in Oslo and she works at IBM", True),
        ("I like tea and coffee", "I like tea and coffee", False),
        ("my favourite colours", "my favourite colours are red and blue", False),
        ("the gate code", f"{ALARM} and {GATE}", False),
        ("the gate code", GATE, False),
    ],
)
def test_a_part_that_cannot_stand_alone(about: str, fact: str, *, is_part: bool) -> None:
    assert names_part(about, fact) is is_part
