"""Unit: the words of a short turn, each read as what it is."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of, read_turn

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("clause", "cues", "pointer", "value", "name"),
    [
        ("bin the other one", {"cancel"}, "other", "", ""),
        ("another quarter of an hour", {"more"}, "", "quarter of an hour", ""),
        ("five minutes less", {"less"}, "", "five minutes", ""),
        ("both off now", {"cancel"}, "all", "", ""),
        ("call it plank", {"name"}, "it", "", "plank"),
        ("no put it back on", {"no", "restore"}, "it", "", ""),
        ("how's it getting on", {"left"}, "it", "", ""),
        ("same again for the peas", {"again"}, "", "", "peas"),
        ("other way round", {"swap"}, "", "", ""),
        ("make the first one 9 am", {"set"}, "first", "9 am", ""),
        ("make the second one nine", {"set"}, "second", "nine", ""),
        ("make the last one one o'clock", {"set"}, "last", "one o'clock", ""),
        ("make the first one longer", {"set", "more"}, "first", "", ""),
    ],
)
def test_a_clause(clause: str, cues: set[str], pointer: str, value: str, name: str) -> None:
    turn = read_turn(clauses_of(clause)[0])
    assert (set(turn.cues), turn.pointer, turn.value, turn.name) == (cues, pointer, value, name)


def test_a_turn_has_clauses() -> None:
    assert clauses_of("he brought it back, you can forget it.") == [
        "he brought it back",
        "you can forget it",
    ]


@pytest.mark.parametrize(("clause", "is_question"), [("which is first", True), ("stop it", False)])
def test_a_question_is_known_by_its_beginning(clause: str, is_question: bool) -> None:
    assert read_turn(clause).is_question is is_question
