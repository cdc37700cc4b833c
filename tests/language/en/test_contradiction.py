"""Unit: a new fact and those that were kept go in, those whose place it takes come out."""

import pytest

from jarvis_voice.language.en.contradiction import replaced_by

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("dinner is not at eight", "dinner is at eight"),
        ("dinner isn't at eight", "dinner is at eight"),
        ("dinner is at eight", "dinner is not at eight"),
        ("Ana does not like fish", "Ana likes fish"),
        ("I don't like tea", "I like tea"),
        ("the bins don't go out on Monday", "the bins go out on Monday"),
        ("my car is on level 4", "my car is on level 3"),
    ],
)
def test_what_is_told_anew_takes_the_place_of_the_old(new: str, old: str) -> None:
    assert replaced_by(new, [old]) == [0]


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("lunch is not at eight", "dinner is at eight"),
        ("dinner is not at nine", "dinner is at eight"),
        ("Ana does not like fish", "Ana likes meat"),
        ("Ana does not like fish", "Ben likes fish"),
        ("I don't like coffee", "I like tea"),
        ("my car is not red", "my car is on level 3"),
        ("Ana likes meat", "Ana likes fish"),
    ],
)
def test_another_thing_stays(new: str, old: str) -> None:
    assert replaced_by(new, [old]) == []
